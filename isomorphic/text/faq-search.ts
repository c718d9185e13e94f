import { stopWords } from "./stop-words.ts"

export type SearchableQuestion = { theme: string; question: string; answer: string }

/**
 * The questions that say every word of what was typed, in their order: without accents, case, little words or plural
 * marks. Typing nothing, or only little words that nobody uses to search, finds them all.
 */
export function matchingQuestions<Question extends SearchableQuestion>(
  questions: readonly Question[],
  query: string,
): Question[] {
  const wanted = wantedWords(query)
  return questions.filter(({ theme, question, answer }) => {
    const text = plain(`${theme} ${question} ${answer}`)
    return wanted.every((word) => text.includes(word))
  })
}

/** Groups in the order in which their first question comes. */
export function byTheme<Question extends { theme: string }>(
  questions: readonly Question[],
): { theme: string; questions: Question[] }[] {
  return [...Map.groupBy(questions, ({ theme }) => theme)].map(([theme, questions]) => ({ theme, questions }))
}

function wantedWords(query: string): string[] {
  return query
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}%€]/u)
    .filter((word) => word.length > 1 && !stopWords.has(word))
    .map((word) => stem(plain(word)))
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:s|x|er|ez)$/, "") : word
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("œ", "oe")
}
