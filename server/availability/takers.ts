import { eq, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { isDayFree, spanOf } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import { stockOf } from "../catalog/queries.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { takenUnits } from "./claim.ts"
import { expiredRequest } from "./expired.ts"

/** Who has units that somebody wants: a booking by its number and client, a calendar of elsewhere by its name, or somebody's cart. */
export type UnitTaker =
  | { kind: "booking"; id: BookingId; number: number; clientName: string }
  | { kind: "outside"; name: string }
  | { kind: "cart" }

/** The same for days of which no unit is left; the owner may have closed them. */
export type DayTaker = UnitTaker | { kind: "closed"; reason: string | null }

type Place = { productId: ProductId; units: readonly number[]; days: readonly Day[]; bookingId: BookingId; at: Date }

/** Other bookings, carts and what is taken elsewhere on these units; closed days, ended holds and expired requests yield. */
export async function conflictsOf(
  executor: Executor,
  { productId, units, days, bookingId, at }: Place,
): Promise<{ days: Day[]; by: UnitTaker[] }> {
  const { rows } = await executor.execute<{
    day: Day
    id: BookingId | null
    number: number
    clientName: string
    elsewhere: string | null
  }>(sql`
    select taken.day, booking.id, booking.number, client.name as "clientName", calendar.name as elsewhere
    from occupancy taken
      left join bookings booking on booking.id = taken.booking_id
      left join profiles client on client.id = booking.user_id
      left join outside_events event on event.id = taken.outside_event_id
      left join outside_calendars calendar on calendar.id = event.calendar_id
    where taken.product_id = ${productId} and taken.unit = any(${sql.param(units)}::integer[]) and taken.day = any(${sql.param(days)}::date[])
      and (taken.kind = 'outside' or taken.kind = 'booking' and taken.booking_id <> ${bookingId} or taken.kind = 'hold' and taken.hold_ends_at > ${at.toISOString()})
      and not ${expiredRequest(at)}
    order by taken.day`)
  const booked = new Map<string, UnitTaker>()
  for (const { id, number, clientName } of rows)
    if (id !== null) booked.set(id, { kind: "booking", id, number, clientName })
  const elsewhere = new Set(rows.flatMap((row) => row.elsewhere ?? []))
  const held = rows.some((row) => row.id === null && row.elsewhere === null)
  return {
    days: sortedDays(rows.map(({ day }) => day)),
    by: [
      ...booked.values(),
      ...[...elsewhere].map((name) => ({ kind: "outside", name }) as const),
      ...(held ? [{ kind: "cart" } as const] : []),
    ],
  }
}

/**
 * Why a booking that has no unit cannot have its days again: those of its days on which none is left, and who has them.
 * Empty when the race was lost to somebody who has gone since.
 */
export async function findConflicts(bookingId: BookingId, at: Date): Promise<{ days: Day[]; by: DayTaker[] }> {
  const [found] = await db
    .select({ dates: bookings.dates, product: products })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(bookings.id, bookingId))
  if (!found) return { days: [], by: [] }
  const stock = stockOf(found.product)
  const productId = found.product.id
  const taken = await takenUnits(db, { productId, days: found.dates, stock, customerId: null, at })
  const days = sortedDays(found.dates.filter((day) => !isDayFree(day, stock, taken)))
  const around = sortedDays(days.flatMap((day) => spanOf(day, stock)))
  const units = Array.from({ length: stock.units }, (_, index) => index + 1)
  const { by } = await conflictsOf(db, { productId, units, days: around, bookingId, at })
  const { rows } = await db.execute<{ reason: string | null }>(sql`
    select distinct reason from available_dates
    where product_id = ${productId} and date = any(${sql.param(around)}::date[]) and not is_available order by reason`)
  return { days, by: [...by, ...rows.map(({ reason }) => ({ kind: "closed", reason }) as const)] }
}
