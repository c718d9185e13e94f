import { Fragment } from "react"

/** Shorter ones have room in any column. */
const longWord = /(\S{25,})/
const pieces = /.{1,12}/gu

/**
 * A name or an address in a column of a table: a long word may break every so often, and an address before its host.
 * "wrap-anywhere" would leave the column beside a wider one a single letter.
 */
export function Breakable({ children }: { children: string }) {
  return piecesOf(children).map((piece, index) => (
    // The pieces of a text have no name but their place.
    <Fragment key={`${index} ${piece}`}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}

function piecesOf(text: string): string[] {
  return text
    .split(/(?=@)/)
    .flatMap((part) => part.split(longWord))
    .filter((part) => part !== "")
    .flatMap((part) => (longWord.test(part) ? (part.match(pieces) ?? []) : [part]))
}
