import { useNavigation } from "react-router"

export function useSending(fields: Readonly<Record<string, string>>): boolean {
  const { formData } = useNavigation()
  return formData !== undefined && Object.entries(fields).every(([name, value]) => formData.get(name) === value)
}
