import { eq, sql } from "drizzle-orm"
import type { BookingId } from "../../../domain/id.ts"
import { type Executor, type Transaction, db } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { cardWay } from "./current.server.ts"

/** `demonstration`: it has play money; `real`: something of it is in the books; `open`: neither yet. They never mix (D73). */
export type MoneyKind = "demonstration" | "real" | "open"

/** Ask under the lock of the booking to act on it. */
export async function moneyKindOf(bookingId: BookingId, executor: Executor = db): Promise<MoneyKind> {
  const { rows } = await executor.execute<{ kind: MoneyKind }>(sql`
    select case when is_demonstration then 'demonstration'
      when exists (select from payments where booking_id = booking.id)
        or exists (select from refunds where booking_id = booking.id and made_at is not null)
        or exists (select from invoices where booking_id = booking.id)
      then 'real' else 'open' end as kind
    from bookings booking where id = ${bookingId}`)
  return rows[0]?.kind ?? "open"
}

export function takesCard(provider: "stripe" | "demo", kind: MoneyKind): boolean {
  return kind !== (provider === "demo" ? "real" : "demonstration")
}

/** How that booking's customer can pay by card. */
export async function cardWayOf(bookingId: BookingId): Promise<ReturnType<typeof cardWay>> {
  const way = cardWay()
  return way === "none" || takesCard(way, await moneyKindOf(bookingId)) ? way : "none"
}

/** From its first play money on everything of a booking stays out of the books. */
export async function becomeDemonstration(tx: Transaction, bookingId: BookingId): Promise<void> {
  await tx.update(bookings).set({ isDemonstration: true }).where(eq(bookings.id, bookingId))
}
