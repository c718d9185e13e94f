const MAX_LENGTH = 155

export function pageSummary(text: string): string | null {
  const normalized = text.replace(/\s+/g, (space) => (space === "\u00a0" || space === "\u202f" ? space : " ")).trim()
  if (normalized === "") return null
  return normalized.length <= MAX_LENGTH ? normalized : wholeSentences(normalized) || wholeWords(normalized)
}

function wholeSentences(text: string): string {
  const ends = [...text.matchAll(/[.!?…](?:[\u00a0\u202f]?["»’)])*(?= )/gu)].map(
    ({ index, 0: end }) => index + end.length,
  )
  return text.slice(0, ends.findLast((end) => end <= MAX_LENGTH) ?? 0)
}

function wholeWords(text: string): string {
  const words = text.slice(0, MAX_LENGTH)
  // Without any space, slice(0, -1) makes room for the ellipsis.
  return `${words.slice(0, words.lastIndexOf(" ")).replace(/[\s,;:.–—-]+$/u, "")}…`
}
