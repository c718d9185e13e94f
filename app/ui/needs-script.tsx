import type { ReactNode } from "react"
import { classes } from "./classes.ts"
import { useHydrated } from "./use-hydrated.ts"

/** Reserves its space: a page that shifts on hydration takes the press meant for a button. */
export function NeedsScript({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  return <div className={classes("needs-script contents", !hydrated && "invisible")}>{children}</div>
}
