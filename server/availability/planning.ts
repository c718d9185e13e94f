import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { BookingStatus } from "../../domain/booking/status.ts"
import { type ClosedDay, type DayUse, type Capacity, capacityByDay } from "../../domain/calendar/capacity.ts"
import type { OccupiedRange } from "../../domain/calendar/unit-timeline.ts"
import type { DatedBooking } from "../../domain/rental/rental-times.ts"
import { type Day, eachDay } from "../../domain/day.ts"
import { statusColumn } from "../access/status-at.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { isExpiredBooking, occupancyInForce, selectExpiredOccupants } from "./expired.ts"
import { daysFrom, occupiedDays } from "./ranges.ts"

export type PlanningProduct = {
  id: ProductId
  name: string
  isActive: boolean
  isArchived: boolean
  units: number
  retiredUnits: number[]
  preparationBefore: number
  preparationAfter: number
}

// A bundle has no units of its own. `max` uses the index; `exists` would read the whole table.
export async function listPlanningProducts(today: Day): Promise<PlanningProduct[]> {
  const { rows } = await db.execute<PlanningProduct>(sql`
    select product.id, product.name, product.is_active as "isActive", product.archived_at is not null as "isArchived", product.stock as units,
      product.retired_units as "retiredUnits",
      product.preparation_days_before as "preparationBefore", product.preparation_days_after as "preparationAfter"
    from products product
    where product.kind <> 'bundle' and (product.archived_at is null
      or (select max(upper(during)) from occupancy where product_id = product.id and kind = 'booking')
        > lower(rental_range(${today}::date, null, rental_hour())))
    order by product.archived_at is not null, product.name, product.id`)
  return rows
}

export type Span = { productIds: readonly ProductId[]; from: Day; to: Day }

/** The lateral join uses the index once per product. */
export async function readDailyUse({ productIds, from, to }: Span, at: Date): Promise<DayUse[]> {
  if (productIds.length === 0) return []
  const { rows } = await db.execute<DayUse>(sql`
    select wanted.id as "productId", use.*
    from unnest(${sql.param(productIds)}::uuid[]) wanted (id)
      cross join lateral (
        select day,
          count(*) filter (where kind = 'booking' and role = 'rental')::integer as rented,
          count(*) filter (where kind = 'booking' and role = 'preparation')::integer as prepared,
          count(*) filter (where kind = 'outside')::integer as "outsideUnits",
          count(*) filter (where kind = 'repair')::integer as "inRepair",
          count(*) filter (where hold_ends_at > ${at.toISOString()}::timestamptz)::integer as held
        from ${daysFrom(from, to)}
        where product_id = wanted.id and not ${isExpiredBooking(at)}
        group by day
      ) use`)
  return rows
}

/** Counts by day for speed. A test compares it with `capacityByDay`. */
export async function readCapacityByDay(
  products: readonly PlanningProduct[],
  span: Span,
  closed: readonly ClosedDay[],
  at: Date,
): Promise<Map<Day, Capacity>> {
  const overStock = await findProductsOverStock(span)
  const [reduced, regular] = [
    products.filter(({ id }) => overStock.has(id)),
    products.filter(({ id }) => !overStock.has(id)),
  ]
  const ids = regular.map(({ id }) => id)
  const units = new Map<string, number>(regular.map((product) => [product.id, product.units]))
  const closedRegular = closed.filter(({ productId }) => units.has(productId))
  const [useByDay, occupiedOnClosed, reducedUse] = await Promise.all([
    countUsesByDay({ ...span, productIds: ids }, at),
    countOccupiedOn(closedRegular, at),
    readDailyUse({ ...span, productIds: reduced.map(({ id }) => id) }, at),
  ])
  const totalUnits = regular.reduce((sum, product) => sum + product.units, 0)
  const closedByDay = Map.groupBy(closedRegular, ({ day }) => day)
  const reducedCapacity = capacityByDay(reduced, eachDay(span.from, span.to), reducedUse, closed)
  return new Map(
    [...reducedCapacity].map(([day, other]) => {
      const use = useByDay.get(day) ?? { busy: 0, outsideUnits: 0, taken: 0 }
      const closedToday = closedByDay.get(day) ?? []
      const closedUnits = closedToday.reduce((sum, { productId }) => sum + (units.get(productId) ?? 0), 0)
      const capacity: Capacity = {
        units: totalUnits + other.units,
        free: totalUnits - use.taken - closedUnits + (occupiedOnClosed.get(day) ?? 0) + other.free,
        busy: use.busy + other.busy,
        outsideUnits: use.outsideUnits + other.outsideUnits,
        closed: closedToday.length === regular.length && other.closed,
      }
      return [day, capacity]
    }),
  )
}

type DayUses = { day: Day; busy: number; outsideUnits: number; taken: number }

/** Counts all occupants, then subtracts the few expired ones. */
async function countUsesByDay({ productIds, from, to }: Span, at: Date): Promise<Map<Day, DayUses>> {
  const { rows } = await db.execute<DayUses>(sql`
    with left_out as materialized (
      select id from products except select unnest(${sql.param(productIds)}::uuid[])
    ), counted as (
      select day, (count(*) filter (where kind = 'booking'))::integer as busy,
        (count(*) filter (where kind = 'outside'))::integer as "outsideUnits", count(*)::integer as taken
      from ${daysFrom(from, to)}
      where product_id not in (select id from left_out)
      group by day
    ), over as (
      select day, (count(*) filter (where kind = 'booking'))::integer as busy, count(*)::integer as taken
      from (${selectExpiredOccupants(at)}) occupant
      where day between ${from}::date and ${to}::date and product_id not in (select id from left_out)
      group by day
    )
    select day, counted.busy - coalesce(over.busy, 0) as busy, "outsideUnits", counted.taken - coalesce(over.taken, 0) as taken
    from counted left join over using (day)`)
  return new Map(rows.map((row) => [row.day, row]))
}

async function countOccupiedOn(days: readonly ClosedDay[], at: Date): Promise<Map<Day, number>> {
  if (days.length === 0) return new Map()
  const { rows } = await db.execute<{ day: Day; taken: number }>(sql`
    select day, count(*)::integer as taken
    from unnest(${sql.param(days.map(({ productId }) => productId))}::uuid[], ${sql.param(days.map(({ day }) => day))}::date[]) closed (product, on_day)
      join ${occupiedDays(days.map(({ day }) => day))} on product_id = product and day = on_day
    where (hold_ends_at is null or hold_ends_at > ${at.toISOString()}::timestamptz) and not ${isExpiredBooking(at)}
    group by day`)
  return new Map(rows.map(({ day, taken }) => [day, taken]))
}

/** Products with a rental that lacks a unit, or that is on a retired one. */
async function findProductsOverStock({ from, to }: Span): Promise<Set<ProductId>> {
  const { rows } = await db.execute<{ id: ProductId }>(sql`
    select distinct product_id as id from ${daysFrom(from, to)} join products on products.id = product_id
    where unit = any(retired_units) or unit < 0`)
  return new Set(rows.map(({ id }) => id))
}

export async function listClosedDays({ productIds, from, to }: Span): Promise<ClosedDay[]> {
  const { rows } = await db.execute<ClosedDay>(sql`
    select product_id as "productId", date as day, reason from available_dates
    where product_id = any(${sql.param(productIds)}::uuid[]) and date between ${from}::date and ${to}::date
      and not is_available
    order by date`)
  return rows
}

export const localTime = (moment: SQL) => sql`to_char(${moment} at time zone 'Europe/Paris', 'YYYY-MM-DD"T"HH24:MI')`

/** As a `LocalRange`, or null. */
export const localRange = (time: SQL) => sql`case when ${time} is not null then
  jsonb_build_object('start', ${localTime(sql`lower(${time})`)}, 'end', ${localTime(sql`upper(${time})`)}) end`

/** The earliest first; a rental without a unit has none here either (D62). */
export async function listOccupiedRanges({ productIds, from, to }: Span, at: Date): Promise<OccupiedRange[]> {
  const { rows } = await db.execute<OccupiedRange>(sql`
    with parts as (
      select occupant.*, hour, rented * part as inside
      from ${occupancyInForce({ customerId: null, at })} cross join (select rental_hour() as hour offset 0) shop
      where product_id = any(${sql.param(productIds)}::uuid[])
        and during && tstzrange(${from}::timestamp at time zone 'Europe/Paris', (${to}::date + 1)::timestamp at time zone 'Europe/Paris')
    )
    select parts.product_id as "productId", nullif(greatest(unit, 0), 0) as unit, kind, parts.booking_id as "bookingId", quote.number as "quoteNumber", calendar.name as "calendarName",
      ${localTime(sql`lower(part)`)} as start, ${localTime(sql`upper(part)`)} as end,
      ${localTime(sql`lower(inside)`)} as "rentedStart", ${localTime(sql`upper(inside)`)} as "rentedEnd",
      rental_day(lower(case when isempty(inside) then part else coalesce(inside, part) end), hour) as "firstDay",
      rental_day(upper(case when isempty(inside) then part else coalesce(inside, part) end) - interval '1 microsecond', hour) as "lastDay"
    from parts left join quotes quote on quote.id = quote_id left join outside_events event on event.id = outside_event_id
      left join outside_calendars calendar on calendar.id = event.calendar_id
    order by part, unit`)
  return rows
}

type PlanningUnit = { productId: ProductId; number: number; label: string | null }

export async function listPlanningUnits(productIds: readonly ProductId[]): Promise<PlanningUnit[]> {
  const { rows } = await db.execute<PlanningUnit>(sql`
    select product_id as "productId", number, label from units
    where product_id = any(${sql.param(productIds)}::uuid[]) order by number`)
  return rows
}

export type PlannedBooking = {
  id: BookingId
  number: number
  status: BookingStatus
  clientName: string
  productId: ProductId
  productName: string
} & DatedBooking

export async function findPlannedBookings(
  ids: readonly BookingId[],
  at: Date,
  executor: Executor = db,
): Promise<Map<string, PlannedBooking>> {
  if (ids.length === 0) return new Map()
  const { rows } = await executor.execute<PlannedBooking>(sql`
    select bookings.id, bookings.number,
      ${statusColumn(at)} as status, client.name as "clientName", bookings.product_id as "productId",
      bookings.product_name as "productName", bookings.dates::text[] as dates,
      (select jsonb_agg(jsonb_build_object('productName', product_name, 'dates', dates, 'plan', plan) order by position)
        from rentals where booking_id = bookings.id having bool_or(plan is not null)) as rentals
    from bookings join profiles client on client.id = bookings.user_id
    where bookings.id = any(${sql.param([...new Set(ids)])}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
