import type { SearchResult } from "./search-results.ts"

const MAX_RESULTS = 6
const storageKey = (userId: string) => `guinguette.recherche.${userId}`

/** Per user and tab, latest first. */
export function recentResults(userId: string): SearchResult[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isResult).slice(0, MAX_RESULTS) : []
  } catch {
    return []
  }
}

export function rememberResult(userId: string, result: SearchResult): void {
  const others = recentResults(userId).filter(({ href }) => href !== result.href)
  try {
    sessionStorage.setItem(storageKey(userId), JSON.stringify([result, ...others].slice(0, MAX_RESULTS)))
  } catch {
    // Storage may be full or blocked; recent results are optional.
  }
}

function isResult(value: unknown): value is SearchResult {
  if (typeof value !== "object" || value === null) return false
  const { href, label, detail } = value as Record<string, unknown>
  return (
    typeof href === "string" && href.startsWith("/admin/") && typeof label === "string" && typeof detail === "string"
  )
}
