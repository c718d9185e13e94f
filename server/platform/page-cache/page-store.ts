import type { CachedPage } from "./cached-page.ts"

const MEBIBYTE = 1024 * 1024

export function createPageStore(maxBytes = 32 * MEBIBYTE) {
  const entries = new Map<string, { answer: CachedPage; expiresAt: number }>()
  let bytes = 0

  const remove = (key: string) => {
    bytes -= entries.get(key)?.answer.bytes ?? 0
    entries.delete(key)
  }

  return {
    find(key: string, at: number): CachedPage | null {
      const entry = entries.get(key)
      if (!entry) return null
      if (entry.expiresAt <= at) {
        remove(key)
        return null
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.answer
    },
    put(key: string, answer: CachedPage, expiresAt: number): void {
      remove(key)
      entries.set(key, { answer, expiresAt })
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
