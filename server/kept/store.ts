import type { Dependence, PageChange } from "./declaration.ts"
import { isTouched } from "./declaration.ts"
import type { KeptAnswer } from "./answer.ts"
import type { Template } from "./template.ts"

/** What is kept together with what it depends on. */
export type Entry = {
  /** Of the address, as `addresses.ts` writes it. */
  key: string
  /** True for an address with parameters, of which a stranger can write many. */
  isAsked: boolean
  answer: KeptAnswer | Template
  dependence: Dependence
  /** Somebody asked for it after the one for whom it was made. */
  isWanted: boolean
  /** When the clock changes what it shows, in milliseconds since 1970. */
  until: number
}

type Room = { bytes: number; answers: number }

const MEBIBYTE = 1024 * 1024
/** Addresses with parameters have a room of their own: they never drive out the pages themselves. */
const rooms = {
  plain: { bytes: 48 * MEBIBYTE, answers: 1_500 },
  asked: { bytes: 16 * MEBIBYTE, answers: 500 },
} as const

/** A use is noted no more often: to which second an answer was last asked for is exact enough to choose which leaves. */
const USED_EVERY_MS = 1_000

/** The answers that are kept, in the memory of this process: at most 2,000 of 64 MiB, the longest unasked leave. */
export function openStore(limits: { plain: Room; asked: Room } = rooms) {
  const shelves = { plain: newShelf(limits.plain), asked: newShelf(limits.asked) }
  return {
    /** What is kept under this key and has not ended by the clock. `at` is in milliseconds since 1970. */
    find(key: string, at: number): Entry | null {
      return shelves.plain.find(key, at) ?? shelves.asked.find(key, at)
    },
    keep(entry: Entry): void {
      shelves[entry.isAsked ? "asked" : "plain"].keep(entry)
    },
    /** Its answer has become larger or smaller: it was compressed. */
    weighAgain(entry: Entry): void {
      shelves[entry.isAsked ? "asked" : "plain"].weighAgain(entry)
    },
    isKept(entry: Entry): boolean {
      return shelves[entry.isAsked ? "asked" : "plain"].has(entry)
    },
    /** Drops exactly what depends on one of these changes, and hands it back. */
    drop(changes: readonly PageChange[]): Entry[] {
      const touched = (entry: Entry) => changes.some((change) => isTouched(entry.dependence, change))
      return [...shelves.plain.drop(touched), ...shelves.asked.drop(touched)]
    },
    clear(): void {
      shelves.plain.drop(() => true)
      shelves.asked.drop(() => true)
    },
    size(): Room {
      const [plain, asked] = [shelves.plain.size(), shelves.asked.size()]
      return { bytes: plain.bytes + asked.bytes, answers: plain.answers + asked.answers }
    },
  }
}

function newShelf(limit: Room) {
  /** In the order of their last use. */
  const entries = new Map<string, { entry: Entry; bytes: number; usedAt: number }>()
  let bytes = 0

  const remove = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const put = (entry: Entry) => {
    const weight = entry.answer.bytes()
    remove(entry.key)
    if (weight > limit.bytes) return
    entries.set(entry.key, { entry, bytes: weight, usedAt: -Infinity })
    bytes += weight
    for (const oldest of entries.keys()) {
      if (bytes <= limit.bytes && entries.size <= limit.answers) break
      remove(oldest)
    }
  }

  return {
    find(key: string, at: number): Entry | null {
      const found = entries.get(key)
      if (!found) return null
      if (found.entry.until <= at) {
        remove(key)
        return null
      }
      if (at - found.usedAt >= USED_EVERY_MS) {
        found.usedAt = at
        entries.delete(key)
        entries.set(key, found)
      }
      return found.entry
    },
    keep: put,
    weighAgain(entry: Entry): void {
      const known = entries.get(entry.key)
      if (known?.entry !== entry) return
      const weight = entry.answer.bytes()
      bytes += weight - known.bytes
      known.bytes = weight
    },
    has: (entry: Entry) => entries.get(entry.key)?.entry === entry,
    drop(isDue: (entry: Entry) => boolean): Entry[] {
      const dropped = [...entries.values()].flatMap(({ entry }) => (isDue(entry) ? [entry] : []))
      for (const { key } of dropped) remove(key)
      return dropped
    },
    size: (): Room => ({ bytes, answers: entries.size }),
  }
}
