/**
 * Which transactions a reading shows, as PostgreSQL's `pg_current_snapshot()` says it: all below `xmin`, and of those below
 * `xmax` the ones that were not `running`.
 */
export type Snapshot = { xmin: bigint; xmax: bigint; running: ReadonlySet<bigint> }

/** "xmin:xmax:", then the running ones with commas between. */
export const snapshotPattern = /^\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/

/** Beyond them a snapshot is said more shortly: it stands in an address. */
const MAX_RUNNING = 40

/** Null for anything else. */
export function readSnapshot(text: string | null): Snapshot | null {
  if (text === null || !snapshotPattern.test(text)) return null
  const [xmin = "", xmax = "", running = ""] = text.split(":")
  return {
    xmin: BigInt(xmin),
    xmax: BigInt(xmax),
    running: new Set(running === "" ? [] : running.split(",").map(BigInt)),
  }
}

/** Of very many running ones only the oldest is said: that shows less, and never more. */
export function snapshotText({ xmin, xmax, running }: Snapshot): string {
  return running.size > MAX_RUNNING ? `${xmin}:${xmin}:` : `${xmin}:${xmax}:${[...running].join(",")}`
}

/** Whether what a transaction changed, which has committed by now, is part of the reading. */
export function isVisible(xid: bigint, { xmin, xmax, running }: Snapshot): boolean {
  return xid < xmin || (xid < xmax && !running.has(xid))
}

/** Whether `later` shows everything that `earlier` does. */
export function covers(later: Snapshot, earlier: Snapshot): boolean {
  if (later.xmin >= earlier.xmax) return true
  return later.xmax >= earlier.xmax && [...later.running].every((xid) => !isVisible(xid, earlier))
}
