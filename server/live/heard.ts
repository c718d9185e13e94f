import type { Key } from "./topics.ts"

/** What this process has heard, so that anyone who was away learns whether they missed something. */
export type Heard = {
  /** Each change rings its keys with the number of its transaction. */
  note(keys: readonly Key[], xid: bigint): void
  /** Nothing with a smaller number is known. */
  beginAt(below: bigint): void
  /** Whether all is known that somebody may have missed who has been told of every transaction below `since`. */
  isKnownSince(since: bigint): boolean
  /**
   * Whether something of these keys may have changed for somebody who has been told of every transaction below `since`.
   * True where that cannot be known; then once too often is right.
   */
  hasChanged(keys: readonly Key[], since: bigint): boolean
}

const MAX_KEYS = 20_000

/** Forgets the longest unchanged keys beyond `max`, and then knows that much less. */
export function newHeard(max = MAX_KEYS): Heard {
  /** The highest number of each key, in the order of their last change. */
  const last = new Map<Key, bigint>()
  /** What is below it has been forgotten, or was never heard. */
  let floor: bigint | null = null
  const isKnownSince = (since: bigint) => floor !== null && since >= floor

  return {
    note(keys, xid) {
      for (const key of keys) {
        const known = last.get(key) ?? xid
        last.delete(key)
        last.set(key, known > xid ? known : xid)
      }
      for (const [key, number] of last) {
        if (last.size <= max) break
        last.delete(key)
        if (floor === null || number >= floor) floor = number + 1n
      }
    },
    beginAt(below) {
      last.clear()
      floor = below
    },
    isKnownSince,
    hasChanged(keys, since) {
      if (!isKnownSince(since)) return true
      return keys.some((key) => (last.get(key) ?? -1n) >= since)
    },
  }
}
