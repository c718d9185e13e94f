import { stopWords } from "./stop-words.ts"
import { foldText } from "./fold-text.ts"

export type SearchableQuestion = { theme: string; question: string; answer: string }

export function matchingQuestions<Question extends SearchableQuestion>(
  questions: readonly Question[],
  query: string,
): Question[] {
  const searchWords = toSearchWords(query)
  return questions.filter(({ theme, question, answer }) => {
    const text = foldText(`${theme} ${question} ${answer}`)
    return searchWords.every((word) => text.includes(word))
  })
}

export function groupByTheme<Question extends { theme: string }>(
  questions: readonly Question[],
): { theme: string; questions: Question[] }[] {
  return [...Map.groupBy(questions, ({ theme }) => theme)].map(([theme, questions]) => ({ theme, questions }))
}

function toSearchWords(query: string): string[] {
  return query
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}%€]/u)
    .filter((word) => word.length > 1 && !stopWords.has(word))
    .map((word) => stem(foldText(word)))
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:s|x|er|ez)$/, "") : word
}
