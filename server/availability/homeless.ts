import { type SQL, sql } from "drizzle-orm"
import { isFreeThroughout } from "../../domain/availability/calendar.ts"
import { occupiesDays } from "../../domain/booking/status.ts"
import type { LocalTime } from "../../domain/calendar/unit-timeline.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import { listOfferedRentables } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { type PlannedBooking, findPlannedBookings, localTime } from "./planning.ts"
import { readProductCalendars } from "./queries.ts"
import { isoTime } from "./ranges.ts"

export type HomelessRental = Pick<PlannedBooking, "id" | "number" | "clientName"> & {
  productId: ProductId
  productName: string
  start: LocalTime
  end: LocalTime
  firstDay: Day
  lastDay: Day
  /** Other products that have a free unit for the whole range. */
  freeProducts: string[]
}

type HomelessRow = Omit<HomelessRental, "id" | "number" | "clientName" | "freeProducts"> & {
  bookingId: BookingId
  held: TimeRange
  heldDays: { from: Day; to: Day }
}

/** The rentals that no unit is free for, the earliest first (D62). */
export function hasHomelessRentals(at: Date): SQL<boolean> {
  return sql`exists (select from occupancy where unit_id is null and upper(during) > ${at.toISOString()}::timestamptz)`
}

export async function listHomelessRentals(at: Date, bookingId: BookingId | null = null): Promise<HomelessRental[]> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const { rows } = await db.execute<HomelessRow>(sql`
    select booking_id as "bookingId", product_id as "productId", name as "productName",
      ${localTime(sql`lower(rented)`)} as start, ${localTime(sql`upper(rented)`)} as end,
      rental_day(lower(rented), hour) as "firstDay", rental_day(upper(rented) - interval '1 microsecond', hour) as "lastDay",
      json_build_object('from', ${isoTime(sql`lower(during)`)}, 'until', ${isoTime(sql`upper(during)`)}) as held,
      json_build_object('from', rental_day(lower(during), hour),
        'to', rental_day(upper(during) - interval '1 microsecond', hour)) as "heldDays"
    from (
      select occupancy.id, occupancy.product_id, products.name, booking_id, during, coalesce(rented, during) as rented, hour
      from occupancy join products on products.id = occupancy.product_id cross join (select rental_hour() as hour offset 0) shop
      where unit_id is null and upper(during) > ${moment} and (${bookingId}::uuid is null or booking_id = ${bookingId}::uuid)
      order by lower(during), occupancy.id limit 100) homeless
    order by lower(during), id`)
  if (rows.length === 0) return []
  const [bookings, free] = await Promise.all([
    findPlannedBookings(
      rows.map((row) => row.bookingId),
      at,
    ),
    findFreeProducts(rows, at),
  ])
  return rows.flatMap(({ bookingId: id, held, heldDays: _, ...row }) => {
    const booking = bookings.get(id)
    if (!booking || !occupiesDays(booking.status)) return []
    const others = free(held).filter((product) => product.id !== row.productId)
    const freeProducts = others.map(({ name }) => name).sort((one, other) => one.localeCompare(other, "fr"))
    return [{ ...row, id, number: booking.number, clientName: booking.clientName, freeProducts }]
  })
}

async function findFreeProducts(rows: readonly HomelessRow[], at: Date) {
  const days = sortedDays(rows.flatMap(({ heldDays: { from, to } }) => [from, to]))
  const products = (await listOfferedRentables("")).filter(({ kind }) => kind === "machine")
  const viewer = { customerId: null, at }
  const calendars = await readProductCalendars(products, days[0] as Day, days.at(-1) as Day, viewer)
  return (held: TimeRange) =>
    products.filter(({ id }) => {
      const calendar = calendars.get(id)
      return calendar !== undefined && isFreeThroughout(held, calendar)
    })
}
