import { eq, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { unavailableDays, wantedTimes } from "../../domain/availability/calendar.ts"
import type { LocalRange } from "../../domain/calendar/unit-timeline.ts"
import { type Day, dayInParis, sortedDays } from "../../domain/day.ts"
import { intersect, touchedDays } from "../../domain/rental/periods.ts"
import { productsOf } from "../../domain/rental/parts.ts"
import { type TimeRange, firstDay, lastDay } from "../../domain/rental/rental.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { rentals } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { occupancyInForce } from "./expired.ts"
import { localRange } from "./planning.ts"
import { readProductCalendar } from "./queries.ts"
import { isoTime, readRentalHour, spanOf, toRange } from "./ranges.ts"

export type UnitHolder =
  | { kind: "booking"; id: BookingId; number: number; clientName: string }
  | { kind: "outside"; name: string; hours: LocalRange | null }
  | { kind: "quote"; number: string }
  | { kind: "cart" }
  | { kind: "repair" }

export type DayHolder = UnitHolder | { kind: "closed"; reason: string | null }

type ConflictQuery = {
  productId: ProductId
  /** null for all, and for rentals without a unit. */
  units: readonly number[] | null
  times: readonly TimeRange[]
  /** Its own time is no conflict; null for none. */
  bookingId: BookingId | null
  at: Date
}

export async function findUnitConflicts(
  executor: Executor,
  { productId, units, times, bookingId, at }: ConflictQuery,
): Promise<{ days: Day[]; by: UnitHolder[] }> {
  const occupied = await executor.execute<
    TimeRange & {
      kind: "booking" | "hold" | "quote" | "outside" | "repair"
      id: BookingId | null
      number: number
      clientName: string
      quoteNumber: string | null
      calendarName: string | null
      hours: LocalRange | null
    }
  >(sql`
    select ${isoTime(sql`lower(part)`)} as from, ${isoTime(sql`upper(part)`)} as until, kind, booking.id, booking.number,
      client.name as "clientName", quote.number as "quoteNumber", calendar.name as "calendarName", ${localRange(sql`event.during`)} as hours
    from ${occupancyInForce({ customerId: null, at })}
      left join bookings booking on booking.id = occupant.booking_id
      left join profiles client on client.id = booking.user_id
      left join quotes quote on quote.id = occupant.quote_id
      left join outside_events event on event.id = occupant.outside_event_id
      left join outside_calendars calendar on calendar.id = event.calendar_id
    where occupant.product_id = ${productId} and (${units === null} or unit = any(${sql.param(units)}::integer[]))
      and occupant.during && ${toRange(spanOf(times))} and (kind <> 'booking' or booking.id is distinct from ${bookingId})
    order by part`)
  const rows = occupied.rows.filter((row) => times.some((time) => intersect(time, row)))
  const booked = new Map<string, UnitHolder>()
  for (const { id, number, clientName } of rows)
    if (id !== null) booked.set(id, { kind: "booking", id, number, clientName })
  const quoted = new Map<string, UnitHolder>()
  for (const { quoteNumber: number } of rows) if (number !== null) quoted.set(number, { kind: "quote", number })
  const elsewhere = new Map<string, UnitHolder>()
  for (const { calendarName: name, hours } of rows)
    if (name !== null) elsewhere.set(`${name} ${hours?.start} ${hours?.end}`, { kind: "outside", name, hours })
  const unnamed = (["cart", "repair"] as const).filter((kind) =>
    rows.some((row) => row.kind === (kind === "cart" ? "hold" : kind)),
  )
  const hour = await readRentalHour(executor)
  const common = times.flatMap((time) => rows.flatMap((row) => intersect(time, row) ?? []))
  return {
    days: sortedDays(common.flatMap((time) => touchedDays(time, hour))),
    by: [...booked.values(), ...quoted.values(), ...elsewhere.values(), ...unnamed.map((kind) => ({ kind }))],
  }
}

/** Empty when the occupant has gone since. */
export async function findDayConflicts(bookingId: BookingId, at: Date): Promise<{ days: Day[]; by: DayHolder[] }> {
  const rows = await db
    .select({ rental: rentals, product: products })
    .from(rentals)
    .innerJoin(products, eq(products.id, rentals.productId))
    .where(eq(rentals.bookingId, bookingId))
    .orderBy(rentals.position)
  const conflicts: { days: Day[]; by: DayHolder[] } = { days: [], by: [] }
  for (const row of rows) {
    const { days, by } = await findRentalConflicts(row, at)
    conflicts.days.push(...days)
    conflicts.by.push(...by)
  }
  return { days: sortedDays(conflicts.days), by: conflicts.by }
}

type RentalRow = { rental: typeof rentals.$inferSelect; product: typeof products.$inferSelect }

async function findRentalConflicts({ rental, product }: RentalRow, at: Date) {
  const { bookingId, dates, plan } = rental
  const viewer = { customerId: null, at, by: "owner" } as const
  const calendar = await readProductCalendar(product, firstDay({ dates }), lastDay({ dates }), viewer)
  const futureDays = dates.filter((day) => day >= dayInParis(at))
  const days = unavailableDays(futureDays, calendar, plan)
  const times = wantedTimes(days, calendar, plan).map(({ held }) => held)
  const by: DayHolder[] = []
  for (const productId of productsOf([rental]))
    by.push(...(await findUnitConflicts(db, { productId, units: null, times, bookingId, at })).by)
  const affectedDays = times.flatMap((time) => touchedDays(time, calendar.hour))
  const { rows } = await db.execute<{ reason: string | null }>(sql`
    select distinct reason from available_dates
    where product_id = ${product.id} and date = any(${sql.param(affectedDays)}::date[]) and not is_available order by reason`)
  return { days, by: [...by, ...rows.map(({ reason }) => ({ kind: "closed", reason }) as const)] }
}
