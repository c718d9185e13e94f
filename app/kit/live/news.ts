import { type Snapshot, isVisible, readSnapshot } from "../../../isomorphic/snapshot.ts"

/** What a page is told: see `tell` of the server. */
export type Change = {
  /** So many bookings, at least; 0 where nothing can be counted. */
  count: number
  /** The transactions that changed something; null where they are not known. */
  xids: readonly bigint[] | null
  /** So many milliseconds at most until the page should read itself again. */
  spread: number
}

/** By then every process knows what one of them has told, and what it kept of the page has gone (decision 45). */
const KNOWN_EVERYWHERE_MS = 300
/** Many look at one page: they do not all ask at the same instant. */
const SPREAD_MS = 400
/** After a reading that failed, in milliseconds. */
export const readDelays = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000] as const
/** From a reading to the next for what cannot be counted: strangers choose days all the time in season. */
const REST_MS = 3_000
/** What cannot be counted and has waited for so long is said. */
const LONG_MS = 5_000

/** `from`: since when it waits. */
type Waiting = Omit<Change, "spread"> & { from: number }
/** A page that nobody looks at for long keeps no more apart. */
const MAX_WAITING = 32

/**
 * What an open page was told of and has not read yet. It waits until new data is there: what fails is tried again, later
 * each time. Times are in milliseconds, of one clock.
 */
export type News = {
  add(change: Change, at: number): void
  /** How many are known to wait; 0 also where something waits that cannot be counted. */
  count(): number
  /** Whether something has waited for some seconds, whether it can be counted or not. */
  hasWaitedLong(at: number): boolean
  /** When the page may be read again; null while nothing waits, or it is being read. */
  dueAt(): number | null
  /** The page is being read: what comes now is not of this reading. */
  begin(): void
  /** The reading has brought new data. */
  done(at: number): void
  /** It has not: what it was for waits as before. */
  failed(at: number): void
  /** The page has data of which all is part that `since` shows (`snapshotText`), whoever asked for it. */
  seen(since: string | null): void
  /** Nothing is waited for any more. */
  forget(): void
}

export function trackNews(random: () => number = Math.random): News {
  let waiting: readonly Waiting[] = []
  let reading: readonly Waiting[] | null = null
  let changedDue = 0
  let retryAt = 0
  let attempt = 0
  /** Until then, what cannot be counted is not read again. */
  let restsUntil = 0
  let shown: Snapshot | null = null
  const isShown = ({ xids }: Pick<Waiting, "xids">) => {
    const snapshot = shown
    return snapshot !== null && !!xids?.every((xid) => isVisible(xid, snapshot))
  }

  return {
    add(change, at) {
      // The stream may be slower than the answer to one's own act.
      if (isShown(change)) return
      const due = at + KNOWN_EVERYWHERE_MS + random() * Math.max(SPREAD_MS, change.spread)
      changedDue = waiting.length > 0 ? Math.min(changedDue, due) : due
      waiting = limited([...waiting, { count: change.count, xids: change.xids, from: at }])
    },
    count: () => countOf([...(reading ?? []), ...waiting]),
    hasWaitedLong: (at) => [...(reading ?? []), ...waiting].some(({ from }) => at - from >= LONG_MS),
    dueAt() {
      if (waiting.length === 0 || reading) return null
      return Math.max(changedDue, retryAt, countOf(waiting) === 0 ? restsUntil : 0)
    },
    begin() {
      reading = waiting
      waiting = []
    },
    done(at) {
      reading = null
      restsUntil = at + REST_MS + random() * SPREAD_MS
      ;[attempt, retryAt] = [0, 0]
    },
    failed(at) {
      const delay = readDelays[Math.min(attempt++, readDelays.length - 1)] ?? 0
      retryAt = at + jittered(delay, random)
      waiting = limited([...(reading ?? []), ...waiting])
      reading = null
    },
    seen(since) {
      shown = readSnapshot(since) ?? shown
      waiting = waiting.filter((each) => !isShown(each))
      reading = reading?.filter((each) => !isShown(each)) ?? null
    },
    forget() {
      waiting = []
    },
  }
}

/** Of many whose reading failed together not all ask again together. */
function jittered(delay: number, random: () => number): number {
  return delay * (0.8 + 0.4 * random())
}

function countOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { count }) => sum + count, 0)
}

/** The oldest become one, of which is not known any more when it is seen. */
function limited(waiting: readonly Waiting[]): readonly Waiting[] {
  if (waiting.length <= MAX_WAITING) return waiting
  const merged = waiting.slice(0, 1 - MAX_WAITING)
  return [{ count: countOf(merged), xids: null, from: merged[0]?.from ?? 0 }, ...waiting.slice(1 - MAX_WAITING)]
}
