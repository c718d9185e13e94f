import { createContext, useContext } from "react"

/** Given by the messages of the page. */
export const DropSuccessContext = createContext<() => void>(() => undefined)

/** Takes away what was said to have gone well: something was refused since. */
export function useDropSuccess(): () => void {
  return useContext(DropSuccessContext)
}
