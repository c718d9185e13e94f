import type { CachedPage } from "./cached-page.ts"

const MEBIBYTE = 1024 * 1024

/** The cached answers of this process, least recently used first out. Times are in milliseconds since 1970. */
export function openRoom(maxBytes = 32 * MEBIBYTE) {
  /** In the order of their last use. */
  const entries = new Map<string, { answer: CachedPage; until: number }>()
  let bytes = 0

  const remove = (key: string) => {
    bytes -= entries.get(key)?.answer.bytes ?? 0
    entries.delete(key)
  }

  return {
    find(key: string, at: number): CachedPage | null {
      const entry = entries.get(key)
      if (!entry) return null
      if (entry.until <= at) {
        remove(key)
        return null
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.answer
    },
    keep(key: string, answer: CachedPage, until: number): void {
      remove(key)
      entries.set(key, { answer, until })
      bytes += answer.bytes
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
    clear(): void {
      entries.clear()
      bytes = 0
    },
    size: () => ({ bytes, answers: entries.size }),
  }
}
