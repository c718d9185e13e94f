import type { ReactNode } from "react"

/** A lit bulb and its words, or a struck one: "Disponible le 12 juin". */
export function StatusLine({ tone, children }: { tone: "yes" | "no"; children: ReactNode }) {
  return <p className={`status-line status-line-${tone}`}>{children}</p>
}
