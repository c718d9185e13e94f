import { foldText } from "../../../isomorphic/text/fold-text.ts"
import type { SearchGroup } from "./search-results.ts"
import { helpHref, helpTasks } from "../kit/help/tasks.server.ts"

const MAX_RESULTS = 5

const searchableTasks = helpTasks.map(({ id, title, words }) => ({
  result: { href: helpHref(id), label: title, detail: "aide" },
  words: [title, ...words].flatMap((text) => foldText(text).split(/[^\p{L}\p{N}]+/u)),
}))

/** Every typed word must start a word of the task. */
export function findHelp(search: string): SearchGroup[] {
  const searchWords = foldText(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  if (searchWords.length === 0) return []
  const results = searchableTasks
    .filter(({ words }) => searchWords.every((start) => words.some((word) => word.startsWith(start))))
    .map(({ result }) => result)
    .slice(0, MAX_RESULTS)
  return results.length > 0 ? [{ name: "Aide", results }] : []
}
