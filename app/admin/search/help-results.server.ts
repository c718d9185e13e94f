import { type SearchGroup, folded } from "../frame/search-results.ts"
import { helpHref, helpTasks } from "../kit/help/tasks.server.ts"

const MAX_RESULTS = 5

const known = helpTasks.map(({ id, title, words }) => ({
  result: { href: helpHref(id), label: title, detail: "aide" },
  words: [title, ...words].flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u)),
}))

/** The tasks of the help that every typed word begins a word of. */
export function helpFound(search: string): SearchGroup[] {
  const typed = folded(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  if (typed.length === 0) return []
  const results = known
    .filter(({ words }) => typed.every((start) => words.some((word) => word.startsWith(start))))
    .map(({ result }) => result)
    .slice(0, MAX_RESULTS)
  return results.length > 0 ? [{ name: "Aide", results }] : []
}
