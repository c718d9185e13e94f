import { eq, sql } from "drizzle-orm"
import type { BookingId } from "../../../domain/id.ts"
import { type Executor, type Transaction, db } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { cardMode } from "./current.server.ts"

/** `open`: neither demonstration nor real yet; they never mix (D73). */
type MoneyKind = "demonstration" | "real" | "open"

/** Lock the booking before acting on the result. */
export async function readMoneyKind(bookingId: BookingId, executor: Executor = db): Promise<MoneyKind> {
  const { rows } = await executor.execute<{ kind: MoneyKind }>(sql`
    select case when is_demonstration then 'demonstration'
      when exists (select from payments where booking_id = booking.id)
        or exists (select from refunds where booking_id = booking.id and made_at is not null)
        or exists (select from invoices where booking_id = booking.id)
      then 'real' else 'open' end as kind
    from bookings booking where id = ${bookingId}`)
  return rows[0]?.kind ?? "open"
}

export function isProviderAllowed(provider: "stripe" | "demo", kind: MoneyKind): boolean {
  return kind !== (provider === "demo" ? "real" : "demonstration")
}

export async function cardModeForBooking(bookingId: BookingId): Promise<ReturnType<typeof cardMode>> {
  const mode = cardMode()
  return mode === "none" || isProviderAllowed(mode, await readMoneyKind(bookingId)) ? mode : "none"
}

export async function markAsDemonstration(tx: Transaction, bookingId: BookingId): Promise<void> {
  await tx.update(bookings).set({ isDemonstration: true }).where(eq(bookings.id, bookingId))
}
