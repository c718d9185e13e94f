import type { ReactNode } from "react"
import { directionsHref } from "./directions.ts"

export function AddressLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <a href={directionsHref(address)} target="_blank" rel="noreferrer">
      {children}
      <span className="sr-only"> (itinéraire, nouvelle fenêtre)</span>
    </a>
  )
}
