import { stopWords } from "../text/stop-words.ts"

/** The shortest word of the cloud (specification, section 9). */
const MIN_LENGTH = 3
/** Beyond this it is a key or a pasted address, not a word: the longest in a French dictionary has 25 letters. */
const MAX_LENGTH = 40

const word = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*(?:[’-][\p{L}\p{N}]+)*/gu
const elision = /^(?:qu|jusqu|lorsqu|puisqu|quoiqu|presqu(?!’île)|entr|[cdjlmnst])’/iu
const inversion = /-(?:t-)?(?:mêmes?|je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|en|y|ci|là)$/iu

/**
 * The distinct words of a Markdown text that mean something, in order of first appearance: at least three letters,
 * no stop word, no punctuation, no mark-up, address or number. In lower case, except a name: a word that is written
 * with a capital inside a sentence and nowhere without it.
 */
export function contentWords(markdown: string): string[] {
  const text = plainText(markdown)
  const found = new Map<string, { lower: boolean; name: string | null }>()
  let end = 0
  for (const match of text.matchAll(word)) {
    const elided = match[0].replace(elision, "")
    const written = elided.toLowerCase() === "rendez-vous" ? elided : elided.replace(inversion, "")
    const follows = end > 0 && /^[^\S\n]*[\n,]?[^\S\n]*$/.test(text.slice(end, match.index))
    const insideSentence = follows || elided !== match[0]
    end = match.index + match[0].length
    const key = written.toLowerCase()
    if (!isWord(written) || stopWords.has(key)) continue
    const seen = found.get(key) ?? { lower: false, name: null }
    seen.lower ||= written === key
    // A capital further in (LED, iPhone) is no sentence's start.
    if (insideSentence || /\p{Lu}/u.test(written.slice(1))) seen.name ??= written
    found.set(key, seen)
  }
  return [...found].map(([key, { lower, name }]) => (lower || name === null ? key : name))
}

/** The words of a list that somebody typed, apart by whatever they like, in lower case and as a text would give them. */
export function wordsTyped(list: string): string[] {
  return [...plainText(list).matchAll(word)].map(([typed]) => typed.replace(elision, "").toLowerCase())
}

/** "d’1h30" leaves none behind. */
function isWord(written: string): boolean {
  const { length } = [...written]
  return length >= MIN_LENGTH && length <= MAX_LENGTH && /^\p{L}/u.test(written)
}

/** The text that a reader sees. Every pattern stops at the character that opens it: no input makes it slow. */
function plainText(markdown: string): string {
  return markdown
    .normalize("NFC")
    .replaceAll("\r\n", "\n")
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replace(/['ʼ‘]/g, "’")
    .replace(/[\u2010\u2011]/g, "-")
    .split(/^(?:```|~~~)[^\n]*/m)
    .filter((_, index) => index % 2 === 0)
    .join("")
    .split("<!--")
    .map((part, index) => (index === 0 ? part : part.split("-->").slice(1).join(" ")))
    .join("")
    .replace(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?/g, " . ")
    .replace(/^ {0,3}\[[^[\]\n]+\]:[^\n]*$/gm, ".")
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
    .replace(/<[^<>]+>/g, " ")
    .replace(/&(?:[a-z]+|#\d+|#x[\da-f]+);/gi, " ")
    .replace(/[*~`\\]/g, "")
    .replace(/\S+/g, (chunk) => (/@|:\/\/|^\(?www\./i.test(chunk) ? "." : chunk))
    .replace(/\n\s*\n/g, "\n.\n")
}
