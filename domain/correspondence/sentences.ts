import { isElidedBefore } from "../of-name.ts"

/** The sentences of a mail that a company makes its own. Paragraphs are separated by an empty line. */
export type Sentences = { subject: string; greeting: string; intro: string; closing: string }

export const sentenceFields = [
  "subject",
  "greeting",
  "intro",
  "closing",
] as const satisfies readonly (keyof Sentences)[]

/** Longest sentence of each field, in characters. */
export const MAX_SENTENCE_LENGTH: Readonly<Record<keyof Sentences, number>> = {
  subject: 150,
  greeting: 100,
  intro: 1500,
  closing: 600,
}

/** "de {produit}", "que {produit}": said with what begins with a vowel, "d’Anneau", "qu’Anneau". */
const elided = /(?<!\p{L})(de|que)[ \u00a0]\{([^{}\n]*)\}/gu

const placeholder = /\{([^{}\n]*)\}/g

/**
 * The sentence with every "{name}" replaced by its value. A value may be empty: then no space is left before the comma
 * that follows it ("Bonjour {client}," reads "Bonjour,"). A name that is not known stays as it is.
 */
export function fillSentence(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence
    .replace(elided, (all, word: string, name: string) => {
      const value = Object.hasOwn(values, name) ? (values[name] ?? "") : ""
      return isElidedBefore(value) ? `${word.slice(0, -1)}’{${name}}` : all
    })
    .replace(placeholder, (all, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? all) : all))
    .replace(/[ \u00a0]+,/g, ",")
    .replace(/ {2,}/g, " ")
    .trim()
}

/** The names in braces that nothing stands for, each once. */
export function unknownPlaceholders(sentence: string, known: readonly string[]): string[] {
  const names = [...sentence.matchAll(placeholder)].map(([braced]) => braced.slice(1, -1))
  return [...new Set(names.filter((name) => !known.includes(name)))]
}
