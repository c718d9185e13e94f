/** Readable while the database is down (D58). */
const storedPages = new Map<string, { html: string; at: number }>()

const REFRESH_AFTER_MS = 60_000

export function offlinePath(method: string, address: string): string | null {
  if (method !== "GET" && method !== "HEAD") return null
  const path = address.replace(/^https?:\/\/[^/]+/, "") || "/"
  return path === "/" || /^\/legal\/[a-z-]+$/.test(path) ? path : null
}

export function needsRefresh(path: string, at: number): boolean {
  return at - (storedPages.get(path)?.at ?? -Infinity) >= REFRESH_AFTER_MS
}

/** `html` must hold no script and nothing of the visitor. */
export function storePage(path: string, html: string, at: number): void {
  storedPages.set(path, { html, at })
}

export function findStoredPage(path: string | null): string | null {
  return path === null ? null : (storedPages.get(path)?.html ?? null)
}
