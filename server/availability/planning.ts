import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { BookingStatus } from "../../domain/booking/status.ts"
import { type ClosedDay, type DayUse, type Room, roomOfDays } from "../../domain/calendar/room.ts"
import type { Occupied } from "../../domain/calendar/unit-row.ts"
import { type Day, eachDay } from "../../domain/day.ts"
import { statusColumn } from "../bookings/status-at.ts"
import { type Executor, db } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"
import { expiredRequest, overOccupants } from "./expire.ts"

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
  if (productIds.length === 0) return []
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
  const beyond = await productsBeyondStock(span)
  const [reduced, usual] = [products.filter(({ id }) => beyond.has(id)), products.filter(({ id }) => !beyond.has(id))]
  const ids = usual.map(({ id }) => id)
  const units = new Map<string, number>(usual.map((product) => [product.id, product.units]))
  const shut = closed.filter(({ productId }) => units.has(productId))
  const [used, onClosed, ofReduced] = await Promise.all([
    usesByDay({ ...span, productIds: ids }, at),
    activeOn(shut, at),
    dailyUsage({ ...span, productIds: reduced.map(({ id }) => id) }, at),
  ])
  const whole = usual.reduce((sum, product) => sum + product.units, 0)
  const closedThen = Map.groupBy(shut, ({ day }) => day)
  const others = roomOfDays(reduced, eachDay(span.from, span.to), ofReduced, closed)
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

/**
 * Each occupant has a unit of its own: as many are taken as there are rows. What every row would be asked (is it of these
 * products, is it over?) is asked the other way round: the days are counted from their index alone, without the few
 * products that are left out, and less the few rows that are over.
 */
const usesOfDay = preparedSql<DayUses>(
  "uses_by_day",
  (given) => sql`
    with left_out as materialized (
      select id from products except select unnest(${given("products")}::uuid[])
    ), counted as (
      select day, (count(*) filter (where kind = 'booking'))::integer as busy,
        (count(*) filter (where kind = 'outside'))::integer as elsewhere, count(*)::integer as taken
      from occupancy
      where day between ${given("first")}::date and ${given("last")}::date and product_id not in (select id from left_out)
      group by day
    ), over as (
      select day, (count(*) filter (where kind = 'booking'))::integer as busy, count(*)::integer as taken
      from (${overOccupants(given("at"))}) occupant
      where day between ${given("first")}::date and ${given("last")}::date and product_id not in (select id from left_out)
      group by day
    )
    select day, counted.busy - coalesce(over.busy, 0) as busy, elsewhere, counted.taken - coalesce(over.taken, 0) as taken
    from counted left join over using (day)`,
)

type DayUses = { day: Day; busy: number; elsewhere: number; taken: number }

async function usesByDay({ productIds, from, to }: Span, at: Date): Promise<Map<Day, DayUses>> {
  const given = { products: productIds, first: from, last: to, at: at.toISOString() }
  return new Map((await usesOfDay(db).execute(given)).rows.map((row) => [row.day, row]))
}

const takenOnDays = preparedSql<{ day: Day; taken: number }>(
  "taken_on_days",
  (given) => sql`
    select day, count(*)::integer as taken
    from unnest(${given("products")}::uuid[], ${given("days")}::date[]) closed (product, on_day)
      join occupancy on product_id = product and day = on_day
    where (kind <> 'hold' or hold_ends_at > ${given("at")}::timestamptz) and not ${expiredRequest(given("at"))}
    group by day`,
)

/** How many units are taken, by day, on these days of these products. */
async function activeOn(days: readonly ClosedDay[], at: Date): Promise<Map<Day, number>> {
  if (days.length === 0) return new Map()
  const { rows } = await takenOnDays(db).execute({
    products: days.map(({ productId }) => productId),
    days: days.map(({ day }) => day),
    at: at.toISOString(),
  })
  return new Map(rows.map(({ day, taken }) => [day, taken]))
}

// Most occupants have a unit that every product has: only the others are compared with their product's.
const beyondStock = preparedSql<{ id: ProductId }>(
  "products_beyond_stock",
  (given) => sql`
    select distinct product_id as id from occupancy join products on products.id = product_id
    where day between ${given("first")}::date and ${given("last")}::date and unit > (select min(stock) from products)
      and unit > stock`,
)

/** Products that have fewer units now than some occupant's: of these a day takes no more than there are. */
async function productsBeyondStock({ from, to }: Span): Promise<Set<ProductId>> {
  const { rows } = await beyondStock(db).execute({ first: from, last: to })
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
    select bookings.id, bookings.number,
      ${statusColumn(given("at"))} as status, client.name as "clientName", bookings.product_id as "productId",
      bookings.product_name as "productName", bookings.dates::text[] as dates
    from bookings join profiles client on client.id = bookings.user_id
    where bookings.id = any(${given("ids")}::uuid[])`,
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
