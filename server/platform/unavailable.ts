import { databaseErrorCode, isConnectionLost } from "./database/failures.ts"

/**
 * True of a failure that is nobody's fault and passes: the database cannot be reached, does not answer in time, has no
 * connection or no room left. The answer is then 503, and says when to come back.
 */
export function isUnavailable(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  const code = databaseErrorCode(error) ?? ""
  // Out of disk, memory or connections; cancelled by a time limit; a file system that refuses (full, over quota, in error).
  return /^(53\d{3}|57014|57P0\d|55P03|58030|ENOSPC|EDQUOT|EIO)$/.test(code)
}

/** Remembers a failure that a full disk has caused, for `readiness`. */
export function noteFailure(error: unknown): void {
  if (/^(53100|ENOSPC|EDQUOT)$/.test(databaseErrorCode(error) ?? "")) lastRefusal.note()
}

const RECENT_MS = 60_000

/** When somebody's work was last refused for want of room: the disk that is full may be the database's own, elsewhere. */
export const lastRefusal = {
  at: -Infinity,
  note() {
    this.at = performance.now()
  },
  isRecent(): boolean {
    return performance.now() - this.at < RECENT_MS
  },
}
