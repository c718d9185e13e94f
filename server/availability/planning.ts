import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { BookingStatus } from "../../domain/booking/status.ts"
import type { ClosedDay, DayUse } from "../../domain/calendar/room.ts"
import type { Occupied } from "../../domain/calendar/unit-row.ts"
import type { Day } from "../../domain/day.ts"
import { type Executor, db } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"
import { expiredRequest } from "./expire.ts"

/** A product of the planning: anyone who has left the catalogue stays as long as a booking of it is to come. */
export type PlanningProduct = {
  id: ProductId
  name: string
  isActive: boolean
  isArchived: boolean
  units: number
  preparationBefore: number
  preparationAfter: number
}

// The last day of each archived product is the end of its part of the index; "exists" would read the whole table once.
const productsOfPlanning = preparedSql<PlanningProduct>(
  "products_of_planning",
  (given) => sql`
    select product.id, product.name, product.is_active as "isActive", product.archived_at is not null as "isArchived", product.stock as units,
      product.preparation_days_before as "preparationBefore", product.preparation_days_after as "preparationAfter"
    from products product
    where product.archived_at is null
      or (select max(day) from occupancy where product_id = product.id and kind = 'booking') >= ${given("today")}::date
    order by product.archived_at is not null, product.name, product.id`,
)

export async function planningProducts(today: Day): Promise<PlanningProduct[]> {
  return (await productsOfPlanning(db).execute({ today })).rows
}

/**
 * How many units of these products are in use on each day between two days. By way of `unnest`, each product is looked
 * up in the index by itself, however many days a year has.
 */
const usesOfDays = preparedSql<DayUse>(
  "uses_of_days",
  (given) => sql`
    select wanted.id as "productId", use.*
    from unnest(${given("products")}::uuid[]) wanted (id)
      cross join lateral (
        select day,
          count(*) filter (where kind = 'booking' and role = 'rental')::integer as rented,
          count(*) filter (where kind = 'booking' and role = 'preparation')::integer as prepared,
          count(*) filter (where kind = 'block')::integer as blocked,
          count(*) filter (where kind = 'outside')::integer as elsewhere,
          count(*) filter (where kind = 'hold' and hold_ends_at > ${given("at")}::timestamptz)::integer as held
        from occupancy
        where product_id = wanted.id and day between ${given("first")}::date and ${given("last")}::date
          and not ${expiredRequest(given("at"))}
        group by day
      ) use`,
)

export type Span = { productIds: readonly ProductId[]; from: Day; to: Day }

export async function dailyUsage({ productIds, from, to }: Span, at: Date): Promise<DayUse[]> {
  return (await usesOfDays(db).execute({ products: productIds, first: from, last: to, at: at.toISOString() })).rows
}

const closedDaysOf = preparedSql<ClosedDay>(
  "closed_days",
  (given) => sql`
    select product_id as "productId", date as day, reason from available_dates
    where product_id = any(${given("products")}::uuid[]) and date between ${given("first")}::date and ${given("last")}::date
      and not is_available
    order by date`,
)

export async function closedDays({ productIds, from, to }: Span): Promise<ClosedDay[]> {
  return (await closedDaysOf(db).execute({ products: productIds, first: from, last: to })).rows
}

// Read as a range of days, whatever the number of products.
type OccupiedUnit = Occupied & { productId: ProductId; bookingId: BookingId | null }

const occupiedUnits = preparedSql<OccupiedUnit>(
  "occupied_units",
  (given) => sql`
    select product_id as "productId", unit, day, kind, role, booking_id as "bookingId",
      (select calendar.name from outside_events event join outside_calendars calendar on calendar.id = event.calendar_id
        where event.id = outside_event_id) as elsewhere
    from occupancy
    where day between ${given("first")}::date and ${given("last")}::date and product_id = any(${given("products")}::uuid[])
      and (kind <> 'hold' or hold_ends_at > ${given("at")}::timestamptz) and not ${expiredRequest(given("at"))}
    order by day, unit`,
)

/** What stands on each unit of these products, day by day; ended holds and requests do not. */
export async function occupiedDays({ productIds, from, to }: Span, at: Date): Promise<OccupiedUnit[]> {
  return (await occupiedUnits(db).execute({ products: productIds, first: from, last: to, at: at.toISOString() })).rows
}

export type PlannedBooking = {
  id: BookingId
  number: number
  status: BookingStatus
  clientName: string
  productId: ProductId
  productName: string
  dates: Day[]
}

const bookingsById = preparedSql<PlannedBooking>(
  "planned_bookings",
  (given) => sql`
    select booking.id, booking.number,
      case when booking.status = 'pending' and booking.expires_at <= ${given("at")}::timestamptz then 'refused' else booking.status end as status, client.name as "clientName", booking.product_id as "productId",
      booking.product_name as "productName", booking.dates::text[] as dates
    from bookings booking join profiles client on client.id = booking.user_id
    where booking.id = any(${given("ids")}::uuid[])`,
)

/** The bookings with these ids, with their status at that moment; an id without one is left out. */
export async function plannedBookings(
  ids: readonly BookingId[],
  at: Date,
  executor: Executor = db,
): Promise<Map<string, PlannedBooking>> {
  if (ids.length === 0) return new Map()
  const { rows } = await bookingsById(executor).execute({ ids: [...new Set(ids)], at: at.toISOString() })
  return new Map(rows.map((row) => [row.id, row]))
}
