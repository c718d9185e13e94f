import { type SQL, sql } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { ERASE_BATCH_SIZE, eraseInBatches } from "../../platform/database/erase-in-batches.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { eraseOrphanedFiles } from "../../platform/storage/erase-orphaned-files.ts"
import { INSURANCE_BUCKET } from "./read-certificate.ts"

/** Removes the files first: an interrupted run finds them again. */
export async function eraseCertificates(tx: Transaction, selection: SQL, at: Date = new Date()): Promise<number> {
  const { rows } = await tx.execute<{ id: BookingId; key: string }>(sql`
    select booking_id as id, file_key as key from insurance_certificates
    where booking_id in (${selection}) and file_key is not null for update`)
  if (rows.length === 0) return 0
  const files = await storage()
  for (const { key } of rows) await files.remove(INSURANCE_BUCKET, key)
  await tx.execute(sql`
    update insurance_certificates
    set file_key = null, content_type = null, size = null, erased_at = ${at.toISOString()}::timestamptz
    where booking_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`)
  return rows.length
}

/** Waits for unsettled deposit claims. */
export async function eraseOldCertificates(at: Date): Promise<number> {
  const last: Day = addDays(dayInParis(at), -periods.insuranceDays)
  const old = sql`
    select booking.id from bookings booking join insurance_certificates kept on kept.booking_id = booking.id
    where kept.file_key is not null and (status not in ('pending', 'confirmed') or returns_on < ${last}::date
      and not exists (select from deposits where deposits.booking_id = booking.id
        and announced_at is not null and closed_at is null))
    order by booking.id limit ${ERASE_BATCH_SIZE}`
  const erased = await eraseInBatches(() => transaction((tx) => eraseCertificates(tx, old, at)))
  const referencedKeys = sql`select file_key as key from insurance_certificates`
  return erased + (await eraseOrphanedFiles(INSURANCE_BUCKET, referencedKeys, at))
}
