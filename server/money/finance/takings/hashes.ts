import { createHash, createHmac } from "node:crypto"
import type { takingsClosings } from "../../../platform/schema/takings.ts"
import { authSecret } from "../../../platform/secrets/secret.ts"

export const GENESIS_HASH = "0".repeat(64)

export type HashedTaking = {
  number: number
  kind: string
  source_id: string
  booking_number: number
  means: string
  amount: number
  moved_on: string
  recorded_at: string
  corrects: number | null
  day: string
  previous_hash: string
}

/** Must equal the database's `taking_hash` (migration 0034), which it verifies independently. */
export function takingHash(line: HashedTaking): string {
  return sha256(
    [
      line.previous_hash,
      line.number,
      line.kind,
      line.source_id,
      line.booking_number,
      line.means,
      line.amount,
      line.moved_on,
      line.recorded_at,
      line.corrects ?? "-",
      line.day,
    ].join("|"),
  )
}

export type Closing = typeof takingsClosings.$inferSelect

export function closingHash(closing: Omit<Closing, "hash" | "seal">): string {
  const byMeans = Object.entries(closing.byMeans)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([means, cents]) => `${means}=${cents}`)
  return sha256(
    [
      closing.previousHash,
      closing.number,
      closing.period,
      closing.firstDay,
      closing.lastDay,
      closing.firstTaking ?? "-",
      closing.lastTaking ?? "-",
      closing.entries,
      closing.received,
      closing.refunded,
      byMeans.join(","),
      closing.perpetualEntries,
      closing.perpetualReceived,
      closing.perpetualRefunded,
      closing.lastHash,
      closing.closedAt.toISOString(),
    ].join("|"),
  )
}

/** Keyed with the installation's secret, so that database access alone cannot forge a seal. */
export async function closingSeal(hash: string): Promise<string> {
  return createHmac("sha256", `takings-closing|${await authSecret()}`)
    .update(hash)
    .digest("hex")
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
}
