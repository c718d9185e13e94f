import { stopWords } from "../text/stop-words.ts"

const MIN_LENGTH = 3
/** Longer is a key or address: French words have at most 25 letters. */
const MAX_LENGTH = 40

const word = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*(?:[’-][\p{L}\p{N}]+)*/gu
const elision = /^(?:qu|jusqu|lorsqu|puisqu|quoiqu|presqu(?!’île)|entr|[cdjlmnst])’/iu
const inversion = /-(?:t-)?(?:mêmes?|je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|en|y|ci|là)$/iu

export function contentWords(markdown: string): string[] {
  const text = plainText(markdown)
  const words = new Map<string, { lower: boolean; name: string | null }>()
  let end = 0
  for (const match of text.matchAll(word)) {
    const stem = match[0].replace(elision, "")
    const form = stem.toLowerCase() === "rendez-vous" ? stem : stem.replace(inversion, "")
    const continuesSentence = end > 0 && /^[^\S\n]*[\n,]?[^\S\n]*$/.test(text.slice(end, match.index))
    const insideSentence = continuesSentence || stem !== match[0]
    end = match.index + match[0].length
    const key = form.toLowerCase()
    if (!isWord(form) || stopWords.has(key)) continue
    const entry = words.get(key) ?? { lower: false, name: null }
    entry.lower ||= form === key
    // A capital inside a word (LED, iPhone) always marks a name.
    if (insideSentence || /\p{Lu}/u.test(form.slice(1))) entry.name ??= form
    words.set(key, entry)
  }
  return [...words].map(([key, { lower, name }]) => (lower || name === null ? key : name))
}

export function parseWordList(list: string): string[] {
  return [...plainText(list).matchAll(word)].map(([match]) => match.replace(elision, "").toLowerCase())
}

function isWord(form: string): boolean {
  const { length } = [...form]
  return length >= MIN_LENGTH && length <= MAX_LENGTH && /^\p{L}/u.test(form)
}

/** Every pattern stops at its opening character, so no input is slow. */
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
