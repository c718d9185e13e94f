import { sql } from "drizzle-orm"
import { occupiesDays } from "../../domain/booking/status.ts"
import type { LocalTime } from "../../domain/calendar/unit-timeline.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { type PlannedBooking, findPlannedBookings, localTime } from "./planning.ts"

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

type HomelessRow = Omit<HomelessRental, "id" | "number" | "clientName"> & { bookingId: BookingId }

/** The rentals that no unit is free for, the earliest first (D62). */
export async function listHomelessRentals(at: Date, bookingId: BookingId | null = null): Promise<HomelessRental[]> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const { rows } = await db.execute<HomelessRow>(sql`
    with homeless as materialized (
      select occupancy.id, occupancy.product_id, products.name, booking_id, during, coalesce(rented, during) as rented, hour
      from occupancy join products on products.id = occupancy.product_id cross join (select rental_hour() as hour offset 0) shop
      where unit_id is null and upper(during) > ${moment} and (${bookingId}::uuid is null or booking_id = ${bookingId}::uuid)
      order by lower(during), occupancy.id limit 100)
    select booking_id as "bookingId", product_id as "productId", name as "productName",
      ${localTime(sql`lower(rented)`)} as start, ${localTime(sql`upper(rented)`)} as end,
      rental_day(lower(rented), hour) as "firstDay", rental_day(upper(rented) - interval '1 microsecond', hour) as "lastDay",
      array(
        select other.name from products other
        where other.is_active and other.archived_at is null and other.id <> homeless.product_id
          and not exists (select from available_dates
            where available_dates.product_id = other.id and not is_available
              and date between rental_day(lower(during), hour) and rental_day(upper(during) - interval '1 microsecond', hour))
          and (select count(*) from units where units.product_id = other.id and retired_on is null and not exists (
              select from occupancy taken where taken.unit_id = units.id and taken.during && homeless.during
                and (taken.kind <> 'hold' or taken.hold_ends_at > ${moment})))
            > (select count(*) from occupancy waiting
              where waiting.unit_id is null and waiting.product_id = other.id and waiting.during && homeless.during)
        order by other.name) as "freeProducts"
    from homeless
    order by lower(during), id`)
  const bookings = await findPlannedBookings(
    rows.map((row) => row.bookingId),
    at,
  )
  return rows.flatMap(({ bookingId: id, ...row }) => {
    const booking = bookings.get(id)
    if (!booking || !occupiesDays(booking.status)) return []
    return [{ ...row, id, number: booking.number, clientName: booking.clientName }]
  })
}
