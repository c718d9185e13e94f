import type { ReactNode } from "react"
import { classes } from "./classes.ts"
import { useHydrated } from "./use-hydrated.ts"

/** Keeps the room of what only a script can do: a page that moves as it wakes takes the press meant for a button. */
export function NeedsScript({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  return <div className={classes("needs-script contents", !hydrated && "invisible")}>{children}</div>
}
