import { createContext, useContext } from "react"

export const DropSuccessContext = createContext<() => void>(() => undefined)

/** Success messages must go once something has been refused. */
export function useDropSuccess(): () => void {
  return useContext(DropSuccessContext)
}
