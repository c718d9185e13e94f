import { type SQL, eq, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { daysWithoutUnit, occupiedSpan } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import { toStock } from "../catalog/queries.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { findOccupiedUnits, readHeldDays } from "./claim.ts"
import { isExpiredBooking } from "./expired.ts"
import { occupiedDays } from "./ranges.ts"

export type UnitHolder =
  | { kind: "booking"; id: BookingId; number: number; clientName: string }
  | { kind: "outside"; name: string }
  | { kind: "cart" }
  | { kind: "repair" }

export type DayHolder = UnitHolder | { kind: "closed"; reason: string | null }

type ConflictQuery = {
  productId: ProductId
  /** null for all, and for rentals without a unit. */
  units: readonly number[] | null
  days: readonly Day[]
  /** Its own days are no conflict; null for none. */
  bookingId: BookingId | null
  at: Date
}

export async function findUnitConflicts(
  executor: Executor,
  { productId, units, days, bookingId, at }: ConflictQuery,
): Promise<{ days: Day[]; by: UnitHolder[] }> {
  const { rows } = await executor.execute<{
    day: Day
    kind: "booking" | "hold" | "outside" | "repair"
    id: BookingId | null
    number: number
    clientName: string
    elsewhere: string | null
  }>(sql`
    select occupancy.day, occupancy.kind, booking.id, booking.number, client.name as "clientName", calendar.name as elsewhere
    from ${occupiedDays(days)}
      left join bookings booking on booking.id = occupancy.booking_id
      left join profiles client on client.id = booking.user_id
      left join outside_events event on event.id = occupancy.outside_event_id
      left join outside_calendars calendar on calendar.id = event.calendar_id
    where occupancy.product_id = ${productId} and (${units === null} or occupancy.unit = any(${sql.param(units)}::integer[])) and occupancy.day = any(${sql.param(days)}::date[])
      and (occupancy.kind in ('outside', 'repair') or occupancy.kind = 'booking' and occupancy.booking_id is distinct from ${bookingId} or occupancy.kind = 'hold' and occupancy.hold_ends_at > ${at.toISOString()})
      and not ${isExpiredBooking(at)} and ${overlapsBooking(bookingId)}
    order by occupancy.day`)
  const booked = new Map<string, UnitHolder>()
  for (const { id, number, clientName } of rows)
    if (id !== null) booked.set(id, { kind: "booking", id, number, clientName })
  const elsewhere = new Set(rows.flatMap((row) => row.elsewhere ?? []))
  const unnamed = (["cart", "repair"] as const).filter((kind) =>
    rows.some((row) => row.kind === (kind === "cart" ? "hold" : kind)),
  )
  return {
    days: sortedDays(rows.map(({ day }) => day)),
    by: [
      ...booked.values(),
      ...[...elsewhere].map((name) => ({ kind: "outside", name }) as const),
      ...unnamed.map((kind) => ({ kind })),
    ],
  }
}

/** Days may touch where times do not, after a change of the shop's hour (D61). True for a booking without units. */
function overlapsBooking(bookingId: BookingId | null): SQL {
  if (bookingId === null) return sql`true`
  const mine = sql`from occupancy mine where mine.booking_id = ${bookingId}`
  return sql`(not exists (select ${mine}) or exists (select ${mine} and mine.during && (
    select during from occupancy theirs where theirs.id = occupancy.id)))`
}

/** Empty when the occupant has gone since. */
export async function findDayConflicts(bookingId: BookingId, at: Date): Promise<{ days: Day[]; by: DayHolder[] }> {
  const [row] = await db
    .select({ dates: bookings.dates, product: products })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(bookings.id, bookingId))
  if (!row) return { days: [], by: [] }
  const stock = toStock(row.product)
  const productId = row.product.id
  const held = await readHeldDays(db, { productId, days: row.dates })
  const occupied = await findOccupiedUnits(db, { productId, days: row.dates, held, stock, customerId: null, at })
  const days = daysWithoutUnit(held, stock, occupied)
  const affectedDays = sortedDays(days.flatMap((day) => occupiedSpan(day, stock)))
  const { by } = await findUnitConflicts(db, { productId, units: null, days: affectedDays, bookingId, at })
  const { rows } = await db.execute<{ reason: string | null }>(sql`
    select distinct reason from available_dates
    where product_id = ${productId} and date = any(${sql.param(affectedDays)}::date[]) and not is_available order by reason`)
  return { days, by: [...by, ...rows.map(({ reason }) => ({ kind: "closed", reason }) as const)] }
}
