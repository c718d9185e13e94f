import { type Snapshot, covers, isVisible } from "../../isomorphic/snapshot.ts"
import type { Key } from "./topics.ts"

/** What this process has heard, so that anyone who was away learns whether they missed something. */
export type Heard = {
  /** Each change rings its keys with the number of its transaction. */
  note(keys: readonly Key[], xid: bigint): void
  /** Nothing is known of what this snapshot shows. */
  beginAt(first: Snapshot): void
  /** Whether all is known that somebody may have missed who has seen what `since` shows. */
  isKnownSince(since: Snapshot): boolean
  /**
   * Whether something of these keys may have changed for somebody who has seen what `since` shows. True where that cannot
   * be known; then once too often is right.
   */
  hasChanged(keys: readonly Key[], since: Snapshot): boolean
}

const MAX_KEYS = 20_000
/** Of each key: a page that was away for longer is read again. */
const MAX_XIDS = 8

/** Forgets the longest unchanged keys beyond `max`, and then knows that much less. */
export function newHeard(max = MAX_KEYS): Heard {
  /** The last numbers of each key, in the order of their last change; `forgotten` is the highest of those before. */
  const last = new Map<Key, { xids: readonly bigint[]; forgotten: bigint }>()
  let first: Snapshot | null = null
  /** The highest number of a key that was forgotten. */
  let forgotten = -1n
  const isKnownSince = (since: Snapshot) => first !== null && covers(since, first) && since.xmin > forgotten

  return {
    note(keys, xid) {
      for (const key of keys) {
        const known = last.get(key) ?? { xids: [], forgotten: -1n }
        const xids = [...new Set([...known.xids, xid])].toSorted((one, other) => (one < other ? 1 : -1))
        last.delete(key)
        last.set(key, { xids: xids.slice(0, MAX_XIDS), forgotten: xids[MAX_XIDS] ?? known.forgotten })
      }
      for (const [key, { xids }] of last) {
        if (last.size <= max) break
        last.delete(key)
        forgotten = xids.reduce((highest, each) => (each > highest ? each : highest), forgotten)
      }
    },
    beginAt(snapshot) {
      last.clear()
      forgotten = -1n
      first = snapshot
    },
    isKnownSince,
    hasChanged(keys, since) {
      if (!isKnownSince(since)) return true
      return keys.some((key) => {
        const known = last.get(key)
        return known && (known.forgotten >= since.xmin || known.xids.some((xid) => !isVisible(xid, since)))
      })
    },
  }
}
