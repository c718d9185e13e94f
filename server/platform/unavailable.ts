import { databaseErrorCode, isConnectionLost } from "./database/failures.ts"

export function isUnavailable(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  const code = databaseErrorCode(error) ?? ""
  return /^(53\d{3}|57014|57P0\d|55P03|58030|ENOSPC|EDQUOT|EIO)$/.test(code)
}

export function recordDiskFull(error: unknown): void {
  if (/^(53100|ENOSPC|EDQUOT)$/.test(databaseErrorCode(error) ?? "")) lastDiskFull.note()
}

const RECENT_MS = 60_000

export const lastDiskFull = {
  at: -Infinity,
  note() {
    this.at = performance.now()
  },
  isRecent(): boolean {
    return performance.now() - this.at < RECENT_MS
  },
}
