import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { BookingStatus } from "../../domain/booking/status.ts"
import { type ClosedDay, type DayUse, type Room, roomOfDays } from "../../domain/calendar/room.ts"
import type { Occupied } from "../../domain/calendar/unit-row.ts"
import { type Day, eachDay } from "../../domain/day.ts"
import { statusColumn } from "../access/status-at.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { expiredRequest, overOccupants } from "./expired.ts"

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
export async function planningProducts(today: Day): Promise<PlanningProduct[]> {
  const { rows } = await db.execute<PlanningProduct>(sql`
    select product.id, product.name, product.is_active as "isActive", product.archived_at is not null as "isArchived", product.stock as units,
      product.preparation_days_before as "preparationBefore", product.preparation_days_after as "preparationAfter"
    from products product
    where product.archived_at is null
      or (select max(day) from occupancy where product_id = product.id and kind = 'booking') >= ${today}::date
    order by product.archived_at is not null, product.name, product.id`)
  return rows
}

export type Span = { productIds: readonly ProductId[]; from: Day; to: Day }

/**
 * How many units of these products are in use on each day between two days. By way of `unnest`, each product is looked
 * up in the index by itself, however many days a year has.
 */
export async function dailyUsage({ productIds, from, to }: Span, at: Date): Promise<DayUse[]> {
  if (productIds.length === 0) return []
  const { rows } = await db.execute<DayUse>(sql`
    select wanted.id as "productId", use.*
    from unnest(${sql.param(productIds)}::uuid[]) wanted (id)
      cross join lateral (
        select day,
          count(*) filter (where kind = 'booking' and role = 'rental')::integer as rented,
          count(*) filter (where kind = 'booking' and role = 'preparation')::integer as prepared,
          count(*) filter (where kind = 'block')::integer as blocked,
          count(*) filter (where kind = 'outside')::integer as elsewhere,
          count(*) filter (where kind = 'hold' and hold_ends_at > ${at.toISOString()}::timestamptz)::integer as held
        from occupancy
        where product_id = wanted.id and day between ${from}::date and ${to}::date
          and not ${expiredRequest(at)}
        group by day
      ) use`)
  return rows
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

type DayUses = { day: Day; busy: number; elsewhere: number; taken: number }

/**
 * Each occupant has a unit of its own: as many are taken as there are rows. What every row would be asked (is it of these
 * products, is it over?) is asked the other way round: the days are counted from their index alone, without the few
 * products that are left out, and less the few rows that are over.
 */
async function usesByDay({ productIds, from, to }: Span, at: Date): Promise<Map<Day, DayUses>> {
  const days = sql`between ${from}::date and ${to}::date`
  const { rows } = await db.execute<DayUses>(sql`
    with left_out as materialized (
      select id from products except select unnest(${sql.param(productIds)}::uuid[])
    ), counted as (
      select day, (count(*) filter (where kind = 'booking'))::integer as busy,
        (count(*) filter (where kind = 'outside'))::integer as elsewhere, count(*)::integer as taken
      from occupancy
      where day ${days} and product_id not in (select id from left_out)
      group by day
    ), over as (
      select day, (count(*) filter (where kind = 'booking'))::integer as busy, count(*)::integer as taken
      from (${overOccupants(at)}) occupant
      where day ${days} and product_id not in (select id from left_out)
      group by day
    )
    select day, counted.busy - coalesce(over.busy, 0) as busy, elsewhere, counted.taken - coalesce(over.taken, 0) as taken
    from counted left join over using (day)`)
  return new Map(rows.map((row) => [row.day, row]))
}

/** How many units are taken, by day, on these days of these products. */
async function activeOn(days: readonly ClosedDay[], at: Date): Promise<Map<Day, number>> {
  if (days.length === 0) return new Map()
  const { rows } = await db.execute<{ day: Day; taken: number }>(sql`
    select day, count(*)::integer as taken
    from unnest(${sql.param(days.map(({ productId }) => productId))}::uuid[], ${sql.param(days.map(({ day }) => day))}::date[]) closed (product, on_day)
      join occupancy on product_id = product and day = on_day
    where (kind <> 'hold' or hold_ends_at > ${at.toISOString()}::timestamptz) and not ${expiredRequest(at)}
    group by day`)
  return new Map(rows.map(({ day, taken }) => [day, taken]))
}

/** Products that have fewer units now than some occupant's: of these a day takes no more than there are. */
async function productsBeyondStock({ from, to }: Span): Promise<Set<ProductId>> {
  // Most occupants have a unit that every product has: only the others are compared with their product's.
  const { rows } = await db.execute<{ id: ProductId }>(sql`
    select distinct product_id as id from occupancy join products on products.id = product_id
    where day between ${from}::date and ${to}::date and unit > (select min(stock) from products)
      and unit > stock`)
  return new Set(rows.map(({ id }) => id))
}

export async function closedDays({ productIds, from, to }: Span): Promise<ClosedDay[]> {
  const { rows } = await db.execute<ClosedDay>(sql`
    select product_id as "productId", date as day, reason from available_dates
    where product_id = any(${sql.param(productIds)}::uuid[]) and date between ${from}::date and ${to}::date
      and not is_available
    order by date`)
  return rows
}

type OccupiedUnit = Occupied & { productId: ProductId; bookingId: BookingId | null }

/** What stands on each unit of these products, day by day; ended holds and requests do not. */
export async function occupiedDays({ productIds, from, to }: Span, at: Date): Promise<OccupiedUnit[]> {
  const { rows } = await db.execute<OccupiedUnit>(sql`
    select product_id as "productId", unit, day, kind, role, booking_id as "bookingId",
      (select calendar.name from outside_events event join outside_calendars calendar on calendar.id = event.calendar_id
        where event.id = outside_event_id) as elsewhere
    from occupancy
    where day between ${from}::date and ${to}::date and product_id = any(${sql.param(productIds)}::uuid[])
      and (kind <> 'hold' or hold_ends_at > ${at.toISOString()}::timestamptz) and not ${expiredRequest(at)}
    order by day, unit`)
  return rows
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

/** The bookings with these ids, with their status at that moment; an id without one is left out. */
export async function plannedBookings(
  ids: readonly BookingId[],
  at: Date,
  executor: Executor = db,
): Promise<Map<string, PlannedBooking>> {
  if (ids.length === 0) return new Map()
  const { rows } = await executor.execute<PlannedBooking>(sql`
    select bookings.id, bookings.number,
      ${statusColumn(at)} as status, client.name as "clientName", bookings.product_id as "productId",
      bookings.product_name as "productName", bookings.dates::text[] as dates
    from bookings join profiles client on client.id = bookings.user_id
    where bookings.id = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
