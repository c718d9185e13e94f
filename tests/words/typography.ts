import type { Text } from "./texts.ts"

/** Used word for word, with its spaces and straight apostrophes. */
export type Quoted = { text: string; section: string }

const plainBefore = / (?=[:;?!»](?![:=?&|]))/g
const plainAfter = /« /g
/** French elisions; English ones ("don't") do not begin a word. */
const straight = /(?<![\p{L}\d])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|presqu|aujourd)'(?=\p{L})/giu

/** Each as "file:line: text". */
export function untidy({ file, line, text }: Text, quoted: readonly Quoted[]): string[] {
  const positions = [plainBefore, plainAfter, straight].flatMap((rule) =>
    [...text.matchAll(rule)].map(({ index }) => index),
  )
  const left = positions.filter((index) => !quoted.some((quote) => covers(quote.text, text, index)))
  return left.length > 0 ? [`${file}:${line}: ${text.trim()}`] : []
}

function covers(quote: string, text: string, index: number): boolean {
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1))
    if (index >= at && index < at + quote.length) return true
  return false
}
