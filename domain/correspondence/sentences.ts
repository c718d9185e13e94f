import { startsWithVowelSound } from "../elision.ts"

export type Sentences = { subject: string; greeting: string; intro: string; closing: string }

export const sentenceFields = [
  "subject",
  "greeting",
  "intro",
  "closing",
] as const satisfies readonly (keyof Sentences)[]

export const MAX_SENTENCE_LENGTH: Readonly<Record<keyof Sentences, number>> = {
  subject: 150,
  greeting: 100,
  intro: 1500,
  closing: 600,
}

/** French elision before a vowel: "d’Anneau", "qu’Anneau". */
const elision = /(?<!\p{L})(de|que)[ \u00a0]\{([^{}\n]*)\}/gu

const placeholder = /\{([^{}\n]*)\}/g

/** Leaves placeholders with unknown names unfilled. */
export function fillSentence(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence
    .replace(elision, (all, word: string, name: string) => {
      const value = Object.hasOwn(values, name) ? (values[name] ?? "") : ""
      return startsWithVowelSound(value) ? `${word.slice(0, -1)}’{${name}}` : all
    })
    .replace(placeholder, (all, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? all) : all))
    .replace(/[ \u00a0]+,/g, ",")
    .replace(/ {2,}/g, " ")
    .trim()
}

export function unknownPlaceholders(sentence: string, allowed: readonly string[]): string[] {
  const names = [...sentence.matchAll(placeholder)].map(([braced]) => braced.slice(1, -1))
  return [...new Set(names.filter((name) => !allowed.includes(name)))]
}
