import { useNavigation } from "react-router"

/** True while a form with these fields is on its way: its button turns and takes no second press. */
export function useSending(fields: Readonly<Record<string, string>>): boolean {
  const { formData } = useNavigation()
  return formData !== undefined && Object.entries(fields).every(([name, value]) => formData.get(name) === value)
}
