import { type SQL, sql } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import type { BookingId } from "../../../domain/id.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { ERASED_AT_ONCE, eraseInBatches } from "../../platform/database/erase-in-batches.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { eraseUnnamedFiles } from "../../platform/storage/erase-unnamed.ts"
import { INSURANCE_BUCKET } from "./read-certificate.ts"

/**
 * Takes the certificates of these bookings away; that they were there stays. The files go first: what broke off is found
 * again by its keys. Answers how many there were.
 */
export async function eraseCertificates(tx: Transaction, which: SQL, at: Date = new Date()): Promise<number> {
  const { rows } = await tx.execute<{ id: BookingId; key: string }>(sql`
    select booking_id as id, file_key as key from insurance_certificates
    where booking_id in (${which}) and file_key is not null for update`)
  if (rows.length === 0) return 0
  const files = await storage()
  for (const { key } of rows) await files.remove(INSURANCE_BUCKET, key)
  await tx.execute(sql`
    update insurance_certificates
    set file_key = null, content_type = null, size = null, erased_at = ${at.toISOString()}::timestamptz
    where booking_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`)
  return rows.length
}

/**
 * What is not needed any more: a week after the last day, later where something is to be kept of the deposit and that is
 * not settled; at once where the booking has ended before. Files that no row names, of a sending that broke off, go with
 * them.
 */
export async function eraseOldCertificates(at: Date): Promise<number> {
  const last: Day = addDays(dayInParis(at), -periods.insuranceDays)
  const old = sql`
    select booking.id from bookings booking join insurance_certificates kept on kept.booking_id = booking.id
    where kept.file_key is not null and (status not in ('pending', 'confirmed') or last_day < ${last}::date
      and not exists (select from deposits where deposits.booking_id = booking.id
        and announced_at is not null and closed_at is null))
    order by booking.id limit ${ERASED_AT_ONCE}`
  const erased = await eraseInBatches(() => transaction((tx) => eraseCertificates(tx, old, at)))
  const named = sql`select file_key as key from insurance_certificates`
  return erased + (await eraseUnnamedFiles(INSURANCE_BUCKET, named, at))
}
