import { sql } from "drizzle-orm"
import type { Agreement } from "../../domain/booking/agreement.ts"
import type { CancelledBooking } from "../../domain/finance/cancellation-settlement.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import { type RentalPeriod, periodOf, periodOfDays, firstDay } from "../../domain/rental/rental.ts"
import type { Executor } from "../platform/database.server.ts"
import type { Booking } from "../booking-record/booking.ts"

export type SettlementBasis = CancelledBooking & RentalPeriod & { signedAt: Date | null }

/** The last signed contract applies (D59). Lock the booking before acting on it. */
export async function readSettlementBasis(executor: Executor, booking: Booking, at: Date): Promise<SettlementBasis> {
  const { paidByThen: _, ...basis } = await readSettlementBasisOn(executor, booking, dayInParis(at))
  return basis
}

/** `on` limits `dueByThen` and `paidByThen`; `paid` is today's amount. */
export async function readSettlementBasisOn(executor: Executor, booking: Booking, on: Day): Promise<SettlementBasis> {
  const invoiceDueDays = booking.company?.invoiceDueDays ?? null
  const { rows } = await executor.execute<{
    paid: string
    paid_by_then: string
    due: string
    concluded_at: string | null
    total: Cents | null
    agreement: Agreement | null
    dates: Day[] | null
  }>(sql`
    select
      (select coalesce(sum(amount), 0) from payments where booking_id = ${booking.id})
        - (select coalesce(sum(amount), 0) from refunds
            where booking_id = ${booking.id} and kind = 'refund' and dropped_at is null) as paid,
      -- A reversed payment never counts, whenever the reversal was recorded.
      (select coalesce(sum(amount), 0) from payments payment
        where booking_id = ${booking.id} and received_on <= ${on}::date and corrects is null
          and not exists (select from payments entry where entry.corrects = payment.id))
        - (select coalesce(sum(amount), 0) from refunds
            where booking_id = ${booking.id} and kind = 'refund' and dropped_at is null
              and (created_at at time zone 'Europe/Paris')::date <= ${on}::date) as paid_by_then,
      (select coalesce(sum(amount), 0) from instalments_in_force(${booking.id})
        where due_on <= ${on}::date or due_on is null and (${invoiceDueDays}::integer is null or ${invoiceDueDays}::integer + (
          select min(signed_at at time zone 'Europe/Paris')::date
          from contracts where booking_id = ${booking.id} and status = 'signed') <= ${on}::date)) as due,
      (select min(signed_at) from contracts where booking_id = ${booking.id} and status = 'signed') as concluded_at,
      signed.total, signed.agreement, signed.dates
    from (values (1)) always left join lateral (
      select total, agreement, (
        select jsonb_agg(day) from jsonb_array_elements(booked -> 'rentals') rental,
          jsonb_array_elements(rental -> 'dates') day) as dates
      from contracts where booking_id = ${booking.id} and status = 'signed'
      order by version desc limit 1) signed on true`)
  const [row] = rows
  if (!row) throw new Error(`The money of booking ${booking.id} could not be read`)
  const signed = row.concluded_at !== null
  const period = row.dates ? periodOfDays(row.dates) : periodOf(booking)
  return {
    total: row.total ?? booking.total,
    ...period,
    firstDay: firstDay(period),
    signed,
    signedAt: row.concluded_at === null ? null : new Date(row.concluded_at),
    paid: Number(row.paid),
    paidByThen: Math.max(0, Math.min(Number(row.paid), Number(row.paid_by_then))),
    dueByThen: signed ? Number(row.due) : 0,
    tiers: (row.agreement ?? booking.agreement)?.cancellationTiers ?? [],
  }
}
