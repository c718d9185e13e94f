import type { Sentences } from "../../../../../domain/correspondence/sentences.ts"

export const sentenceLabels: Readonly<Record<keyof Sentences, string>> = {
  subject: "Objet",
  greeting: "Salutation",
  intro: "Introduction",
  closing: "Conclusion",
}
