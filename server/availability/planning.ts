import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { BookingStatus } from "../../domain/booking/status.ts"
import { type ClosedDay, type DayUse, type Room, roomOfDays } from "../../domain/calendar/room.ts"
import type { Occupied } from "../../domain/calendar/unit-row.ts"
import { type Day, eachDay } from "../../domain/day.ts"
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

/**
 * What is left of these products together on each day between two days, counted by day and not by product: a thousand
 * products have fifty thousand days in a year. `roomOfDays` in the domain says the same of their uses; a test holds both
 * to the same answers.
 */
export async function roomByDay(
  products: readonly PlanningProduct[],
  span: Span,
  closed: readonly ClosedDay[],
  at: Date,
): Promise<Map<Day, Room>> {
  const reduced = await productsBeyondStock(span)
  const usual = products.filter(({ id }) => !reduced.has(id))
  const ids = usual.map(({ id }) => id)
  const units = new Map<string, number>(usual.map((product) => [product.id, product.units]))
  const shut = closed.filter(({ productId }) => units.has(productId))
  const [used, onClosed, ofReduced] = await Promise.all([
    usesByDay({ ...span, productIds: ids }, at),
    activeOn(shut, at),
    dailyUsage({ ...span, productIds: [...reduced] }, at),
  ])
  const whole = usual.reduce((sum, product) => sum + product.units, 0)
  const closedThen = Map.groupBy(shut, ({ day }) => day)
  const others = roomOfDays(
    products.filter(({ id }) => reduced.has(id)),
    eachDay(span.from, span.to),
    ofReduced,
    closed,
  )
  return new Map(
    [...others].map(([day, other]) => {
      const use = used.get(day) ?? { busy: 0, elsewhere: 0, taken: 0 }
      // A closed day takes every unit that is left.
      const closedNow = closedThen.get(day) ?? []
      const closedUnits = closedNow.reduce((sum, { productId }) => sum + (units.get(productId) ?? 0), 0)
      const room: Room = {
        units: whole + other.units,
        free: whole - use.taken - closedUnits + (onClosed.get(day) ?? 0) + other.free,
        busy: use.busy + other.busy,
        elsewhere: use.elsewhere + other.elsewhere,
        closed: closedNow.length === usual.length && other.closed,
      }
      return [day, room]
    }),
  )
}

/** Occupants that still count at that moment: no ended hold, no request whose time has run out. */
const stands = (at: Date) =>
  sql`(kind <> 'hold' or hold_ends_at > ${at.toISOString()}::timestamptz) and not ${expiredRequest(sql`${at.toISOString()}`)}`

/** Each occupant has a unit of its own: as many are taken as there are rows. */
async function usesByDay({ productIds, from, to }: Span, at: Date) {
  const { rows } = await db.execute<{ day: Day; busy: number; elsewhere: number; taken: number }>(sql`
    select day, (count(*) filter (where kind = 'booking'))::integer as busy,
      (count(*) filter (where kind = 'outside'))::integer as elsewhere, count(*)::integer as taken
    from unnest(${sql.param(productIds)}::uuid[]) wanted (id) join occupancy on product_id = wanted.id
    where day between ${from} and ${to} and ${stands(at)} group by day`)
  return new Map(rows.map((row) => [row.day, row]))
}

/** How many units are taken, by day, on these days of these products. */
async function activeOn(days: readonly ClosedDay[], at: Date): Promise<Map<Day, number>> {
  if (days.length === 0) return new Map()
  const { rows } = await db.execute<{ day: Day; taken: number }>(sql`
    select day, count(*)::integer as taken
    from unnest(${sql.param(days.map(({ productId }) => productId))}::uuid[], ${sql.param(days.map(({ day }) => day))}::date[]) closed (product, on_day)
      join occupancy on product_id = product and day = on_day
    where ${stands(at)} group by day`)
  return new Map(rows.map(({ day, taken }) => [day, taken]))
}

/** Products that have fewer units now than some occupant's: of these a day takes no more than there are. */
async function productsBeyondStock({ productIds, from, to }: Span): Promise<Set<ProductId>> {
  const { rows } = await db.execute<{ id: ProductId }>(sql`
    select id from products
    where id = any(${sql.param(productIds)}::uuid[]) and exists (
      select from occupancy where product_id = products.id and unit > stock and day between ${from} and ${to})`)
  return new Set(rows.map(({ id }) => id))
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
