/** What a page is told: see `tell` of the server. */
export type Change = {
  /** So many bookings, at least; 0 where nothing can be counted. */
  count: number
  /** The highest number of a transaction that changed something; null where that is not known. */
  upTo: bigint | null
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

/** `from`: since when the first of them waits. */
type Waiting = { changes: boolean; count: number; upTo: bigint | null; from: number }
const nothing: Waiting = { changes: false, count: 0, upTo: null, from: Infinity }

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
  /** The page has data of which every transaction below `since` is part, whoever asked for it. */
  seen(since: string | null): void
  /** Nothing is waited for any more. */
  forget(): void
}

export function trackNews(random: () => number = Math.random): News {
  let waiting = nothing
  let reading: Waiting | null = null
  let changedDue = 0
  let retryAt = 0
  let attempt = 0
  /** Until then, what cannot be counted is not read again. */
  let restsUntil = 0

  return {
    add(change, at) {
      const due = at + KNOWN_EVERYWHERE_MS + random() * Math.max(SPREAD_MS, change.spread)
      changedDue = waiting.changes ? Math.min(changedDue, due) : due
      waiting = both(waiting, { changes: true, count: change.count, upTo: change.upTo, from: at })
    },
    count: () => waiting.count + (reading?.count ?? 0),
    hasWaitedLong: (at) => at - Math.min(waiting.from, reading?.from ?? Infinity) >= LONG_MS,
    dueAt() {
      if (!waiting.changes || reading) return null
      return Math.max(changedDue, retryAt, waiting.count === 0 ? restsUntil : 0)
    },
    begin() {
      reading = waiting
      waiting = nothing
    },
    done(at) {
      reading = null
      restsUntil = at + REST_MS + random() * SPREAD_MS
      ;[attempt, retryAt] = [0, 0]
    },
    failed(at) {
      const delay = readDelays[Math.min(attempt++, readDelays.length - 1)] ?? 0
      retryAt = at + jittered(delay, random)
      waiting = both(reading ?? nothing, waiting)
      reading = null
    },
    seen(since) {
      if (since === null) return
      if (isSeen(waiting, since)) waiting = nothing
      if (reading && isSeen(reading, since)) reading = nothing
    },
    forget() {
      waiting = nothing
    },
  }
}

/** Of many who were cut off together not all come back together. */
export function jittered(delay: number, random: () => number): number {
  return delay * (0.8 + 0.4 * random())
}

function both(one: Waiting, other: Waiting): Waiting {
  if (!one.changes) return other
  if (!other.changes) return one
  const upTo = one.upTo === null || other.upTo === null ? null : one.upTo > other.upTo ? one.upTo : other.upTo
  return { changes: true, count: one.count + other.count, upTo, from: Math.min(one.from, other.from) }
}

function isSeen({ changes, upTo }: Waiting, since: string): boolean {
  return changes && upTo !== null && BigInt(since) > upTo
}
