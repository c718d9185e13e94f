import { databaseErrorCode, isConnectionLost } from "./database.server.ts"

/**
 * True of a failure that is nobody's fault and passes: the database cannot be reached, does not answer in time, has no
 * connection or no room left. The answer is then 503, and says when to come back.
 */
export function isUnavailable(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  // Out of disk, memory or connections; cancelled by a time limit; a file system that refuses (full, over quota, in error).
  return /^(53\d{3}|57014|57P0\d|55P03|58030|ENOSPC|EDQUOT|EIO)$/.test(databaseErrorCode(error) ?? "")
}
