import { Fragment } from "react"

const longWord = /(\S{25,})/
const pieces = /.{1,12}/gu

/** "wrap-anywhere" would shrink the column to a single letter beside a wider one. */
export function Breakable({ children }: { children: string }) {
  return splitIntoPieces(children).map((piece, index) => (
    <Fragment key={`${index} ${piece}`}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}

function splitIntoPieces(text: string): string[] {
  return text
    .split(/(?=@)/)
    .flatMap((part) => part.split(longWord))
    .filter((part) => part !== "")
    .flatMap((part) => (longWord.test(part) ? (part.match(pieces) ?? []) : [part]))
}
