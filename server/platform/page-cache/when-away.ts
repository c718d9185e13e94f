/**
 * Home and the legal pages as they were last shown to nobody in particular, without availability or price: what may be
 * read while the database is away (D58). In this process alone; a process that starts finds the database first.
 */
const kept = new Map<string, { html: string; at: number }>()

/** How old a kept page may grow before the next visit renews it. */
const FRESH_MS = 60_000

/**
 * The path under which the page of this request may be kept, or null: only what anybody reads there, without a question
 * in the address.
 */
export function keepablePath(method: string, address: string): string | null {
  if (method !== "GET" && method !== "HEAD") return null
  const path = address.replace(/^https?:\/\/[^/]+/, "") || "/"
  return path === "/" || /^\/legal\/[a-z-]+$/.test(path) ? path : null
}

/** Whether the page that is kept under this path is missing or old. `at` is in milliseconds. */
export function isDueToBeKept(path: string, at: number): boolean {
  return at - (kept.get(path)?.at ?? -Infinity) >= FRESH_MS
}

/** `html` is the whole page: it must hold no script, and nothing of the visitor. */
export function keepPage(path: string, html: string, at: number): void {
  kept.set(path, { html, at })
}

export function keptPage(path: string | null): string | null {
  return path === null ? null : (kept.get(path)?.html ?? null)
}
