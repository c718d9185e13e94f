import type { SearchResult } from "./search-results.ts"

const MAX_RESULTS = 6
const keyOf = (userId: string) => `guinguette.recherche.${userId}`

/** What this person opened from the search, in this tab, the latest first; nobody else's. */
export function recentResults(userId: string): SearchResult[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isResult).slice(0, MAX_RESULTS) : []
  } catch {
    return []
  }
}

export function rememberResult(userId: string, result: SearchResult): void {
  const others = recentResults(userId).filter(({ href }) => href !== result.href)
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([result, ...others].slice(0, MAX_RESULTS)))
  } catch {
    // No room, or storage is refused: the next search works all the same.
  }
}

function isResult(value: unknown): value is SearchResult {
  if (typeof value !== "object" || value === null) return false
  const { href, label, detail } = value as Record<string, unknown>
  return (
    typeof href === "string" && href.startsWith("/admin/") && typeof label === "string" && typeof detail === "string"
  )
}
