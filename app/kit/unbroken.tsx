import { unbrokenParts } from "../../isomorphic/text/unbroken.ts"

/** A text whose "est-il" and "e-mail" stay on one line. */
export function Unbroken({ children }: { children: string }) {
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
