/** About as much as a search engine shows, in characters. */
const MAX_LENGTH = 155

/**
 * What a page says of itself to search engines: as many of the first sentences of its text as there is room for. Only
 * a first sentence that is longer than that is cut, after a word. Null for a page without a text.
 */
export function pageSummary(text: string): string | null {
  const plain = text.replace(/\s+/g, (space) => (space === "\u00a0" || space === "\u202f" ? space : " ")).trim()
  if (plain === "") return null
  return plain.length <= MAX_LENGTH ? plain : wholeSentences(plain) || wholeWords(plain)
}

function wholeSentences(text: string): string {
  const ends = [...text.matchAll(/[.!?…](?:[\u00a0\u202f]?["»’)])*(?= )/gu)].map(
    ({ index, 0: end }) => index + end.length,
  )
  return text.slice(0, ends.findLast((end) => end <= MAX_LENGTH) ?? 0)
}

function wholeWords(text: string): string {
  const words = text.slice(0, MAX_LENGTH)
  // Where there is no space at all, -1 makes room for the ellipsis.
  return `${words.slice(0, words.lastIndexOf(" ")).replace(/[\s,;:.–—-]+$/u, "")}…`
}
