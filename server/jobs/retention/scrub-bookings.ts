import { type SQL, sql } from "drizzle-orm"
import { ERASED_STREET } from "../../../domain/retention/erased-street.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { deleteQuotes } from "../../quotes/delete-quotes.ts"
import { eraseCertificates } from "../../bookings/insurance/erase-certificates.ts"
import { eraseMailDetails } from "../../outside/mails/maintain-ledger.ts"

/** Rental, price, town and signed contracts stay (D52). */
export async function scrubBookings(tx: Transaction, selectedIds: SQL): Promise<number> {
  const { rows } = await tx.execute<{ id: BookingId }>(sql`
    update bookings set customer_note = null, internal_note = null, company = null, price_lines = without_reasons(price_lines),
      address = address - 'placeName' || jsonb_build_object('street', ${ERASED_STREET}::text, 'instructions', '')
    where id in (${selectedIds})
      and (address ->> 'street' <> ${ERASED_STREET} or address ->> 'instructions' <> '' or address ? 'placeName' or company is not null or customer_note is not null or internal_note is not null
        or price_lines <> without_reasons(price_lines))
    returning id`)
  await deleteQuotes(tx, sql`select id from quotes where booking_id in (${selectedIds})`)
  await tx.execute(sql`delete from booking_notes where booking_id in (${selectedIds})`)
  await tx.execute(sql`delete from venue_checklists where booking_id in (${selectedIds})`)
  await eraseCertificates(tx, selectedIds)
  await tx.execute(
    sql`update booking_ends set reason = null where booking_id in (${selectedIds}) and reason is not null`,
  )
  await tx.execute(sql`
    update date_change_requests set note = null, answer = null
    where booking_id in (${selectedIds}) and (note is not null or answer is not null)`)
  await tx.execute(sql`
    update deposits set reason = null, answer = null, card_label = null
    where booking_id in (${selectedIds}) and (reason is not null or answer is not null or card_label is not null)`)
  await tx.execute(sql`
    update bank_lines set label = '', counterparty = null, reference = null
    where payment_id in (select id from payments where booking_id in (${selectedIds}))
      or refund_id in (select id from refunds where booking_id in (${selectedIds}))`)
  await tx.execute(sql`update payments set note = null where booking_id in (${selectedIds}) and note is not null`)
  await tx.execute(sql`
    update refunds set note = null where booking_id in (${selectedIds}) and note is not null`)
  await eraseMailDetails(tx, sql`select id from mails where booking_id in (${selectedIds})`)
  return rows.length
}
