import type { ReactNode } from "react"
import { splitUnbreakable } from "../../isomorphic/text/unbreakable.ts"

export function Unbroken({ children }: { children: ReactNode }) {
  if (typeof children !== "string") return children
  return splitUnbreakable(children).map(({ text, isUnbreakable: unbroken }, index) =>
    unbroken ? (
      <span key={`${index} ${text}`} className="unbroken">
        {text}
      </span>
    ) : (
      text
    ),
  )
}
