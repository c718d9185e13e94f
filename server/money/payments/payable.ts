import { sql } from "drizzle-orm"
import { type BookingStatus } from "../../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { type NextPayment, instalmentKind, nextPayment } from "../../../domain/finance/next-payment.ts"
import { dueLater } from "../../../domain/finance/open-instalments.ts"
import type { InstalmentKind, InstalmentRow } from "../../../domain/finance/payment.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Executor, db } from "../../platform/database.server.ts"

export type Payable = {
  status: BookingStatus
  signed: boolean
  /** Instalments of the signed contract, or the amount an end keeps (D53). */
  totalDue: Cents
  /** Neither refunded nor owed back; includes deducted interest. */
  paid: Cents
  interest: Cents
  next: (NextPayment & { kind: InstalmentKind | null }) | null
  later: InstalmentRow[]
}

/** Nothing is due before a signature (D32). Lock the booking before acting on the result. */
export async function readPayable(bookingId: BookingId, at: Date, executor: Executor = db): Promise<Payable | null> {
  const { rows } = await executor.execute<{
    status: BookingStatus
    signed: boolean
    kept: Cents | null
    paid: string
    interest: string
    instalments: { kind: InstalmentKind; amount: Cents; dueOn: Day | null }[]
  }>(sql`
    select status,
      exists (select from contracts where booking_id = booking.id and contracts.status = 'signed') as signed,
      (select greatest(0, kept - goodwill_of(booking_id, at))::integer from booking_ends
        where booking_id = booking.id and undone_at is null) as kept,
      (select coalesce(sum(amount), 0) from payments where booking_id = booking.id)
        - (select coalesce(sum(amount), 0) from refunds
            where booking_id = booking.id and kind = 'refund' and dropped_at is null) as paid,
      (select coalesce(sum(amount), 0) from payments where booking_id = booking.id and means = 'set-off') as interest,
      coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount, 'dueOn', due_on) order by position)
        from instalments_in_force(booking.id)), '[]') as instalments
    from bookings booking where id = ${bookingId}`)
  const [row] = rows
  if (!row) return null
  const { status, signed } = row
  const [paid, interest] = [Number(row.paid), Number(row.interest)]
  const instalments: InstalmentRow[] =
    status === "confirmed" && signed
      ? row.instalments
      : [{ kind: "full", amount: status === "cancelled" ? (row.kept ?? 0) : 0, dueOn: null }]
  const money = { paid, instalments }
  const next = nextPayment(instalments, paid, dayInParis(at))
  return {
    status,
    signed,
    totalDue: instalments.reduce((total, { amount }) => total + amount, 0),
    paid,
    interest,
    next: next && { ...next, kind: status === "confirmed" ? instalmentKind(next, { ...money, interest }) : null },
    later: status === "confirmed" ? dueLater(money, next) : [],
  }
}
