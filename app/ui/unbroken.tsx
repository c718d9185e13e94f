import type { ReactNode } from "react"
import { unbrokenParts } from "../../isomorphic/text/unbroken.ts"

/** A text whose "est-il" and "e-mail" stay on one line. What is no text is left as it is. */
export function Unbroken({ children }: { children: ReactNode }) {
  if (typeof children !== "string") return children
  return unbrokenParts(children).map(({ text, unbroken }, index) =>
    unbroken ? (
      // The pieces of a text have no name but their place.
      <span key={`${index} ${text}`} className="unbroken">
        {text}
      </span>
    ) : (
      text
    ),
  )
}
