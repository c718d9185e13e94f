/** About as much as a search engine shows, in characters. */
const LONGEST = 155
/** Sentences shorter than this together say too little: the next one is begun. */
const ENOUGH = 70

/**
 * What a page says of itself to search engines: the first sentences of its text, with the company's name before them
 * unless they say it. Only whole sentences when they fill the place well enough, else as many words as there is room
 * for. Null for a page without a text.
 */
export function pageSummary(text: string, companyName: string): string | null {
  const plain = text.replace(/\s+/g, (space) => (space === "\u00a0" || space === "\u202f" ? space : " ")).trim()
  if (plain === "") return null
  const name = companyName.trim()
  return shortened(name === "" || plain.slice(0, LONGEST).includes(name) ? plain : `${name}\u00a0: ${plain}`)
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return text
  const ends = [...text.matchAll(/[.!?…]["»’)]*(?= )/gu)].map(({ index, 0: end }) => index + end.length).filter((end) => end <= LONGEST)
  const last = ends.at(-1) ?? 0
  if (last >= ENOUGH) return text.slice(0, last)
  const words = text.slice(0, LONGEST)
  const space = words.lastIndexOf(" ")
  return `${(space > 0 ? words.slice(0, space) : words.slice(0, LONGEST - 1)).replace(/[\s,;:.–—-]+$/u, "")}…`
}
