import { useNavigation } from "react-router"

export function useBusyIntent(): string | null {
  const intent = useNavigation().formData?.get("intent")
  return typeof intent === "string" ? intent : null
}
