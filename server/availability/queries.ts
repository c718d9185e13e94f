import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import {
  type CustomerDay,
  type ProductCalendar,
  customerDay,
  nearestFreeDays,
} from "../../domain/availability/calendar.ts"
import { DEFAULT_HORIZON_DAYS } from "../../domain/availability/limits.ts"
import type { BusyTime } from "../../domain/availability/units.ts"
import { type RequestedBy, rentalWindow } from "../../domain/availability/rentable-days.ts"
import { type Day, addDays, dayInParis, sortedDays } from "../../domain/day.ts"
import { type Rentable, isOffered, escapeLike, toStock } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { type Viewer, occupancyInForce } from "./expired.ts"
import { isoTime } from "./ranges.ts"

/** The owner may exceed notice and horizon. */
type CalendarViewer = Viewer & {
  by?: RequestedBy
  /** The time that this rental holds counts as free, also beside rentals without a unit. */
  except?: { bookingId: BookingId; position: number }
}

export async function readProductCalendars(
  products: readonly Rentable[],
  from: Day,
  to: Day,
  { customerId, at, by = "customer", except }: CalendarViewer,
): Promise<Map<string, ProductCalendar>> {
  const margin = preparationMargin(products)
  const ids = sql`${sql.param(products.map(({ id }) => id))}::uuid[]`
  const [first, last] = [addDays(from, -margin), addDays(to, margin)]
  const isOther = except
    ? sql`(booking_id, rental) is distinct from (${except.bookingId}::uuid, ${except.position}::smallint)
        and not (unit < 0 and exists (
          select from occupancy own
          where own.booking_id = ${except.bookingId}::uuid and own.rental = ${except.position}::smallint
            and own.during && part))`
    : sql`true`
  // A null unit marks a closed day. A rental of the last day may end after closed days.
  const { rows } = await db.execute<BlockingRow>(sql`
    with reach as materialized (
      select greatest(${last}::date, max(last_held_day(id, ${to}::date)) + ${margin}::integer) as last, rental_hour() as hour
      from products where id = any(${ids}))
    select product_id, unit, ${isoTime(sql`lower(part)`)} as from, ${isoTime(sql`upper(part)`)} as until, null::date as closed, hour
    from reach join ${occupancyInForce({ customerId, at })} on during && rental_range(${first}::date, reach.last, hour)
    where product_id = any(${ids}) and ${isOther}
    union all
    select product_id, null, null, null, date, hour
    from reach join available_dates on date between ${first}::date and reach.last
    where product_id = any(${ids}) and not is_available`)
  return buildCalendars(products, rows, { at, by })
}

function preparationMargin(products: readonly Rentable[]): number {
  return products.reduce(
    (most, { preparationDaysBefore, preparationDaysAfter }) =>
      Math.max(most, preparationDaysBefore, preparationDaysAfter),
    0,
  )
}

type BlockingRow = { product_id: ProductId; hour: number } & (
  | ({ closed: null } & BusyTime)
  | ({ closed: Day } & { [part in keyof BusyTime]: null })
)

function buildCalendars(
  products: readonly Rentable[],
  rows: readonly BlockingRow[],
  { at, by }: { at: Date; by: RequestedBy },
): Map<string, ProductCalendar> {
  const today = dayInParis(at)
  const calendars = new Map(products.map((product) => [product.id, emptyCalendar(product, today, by)]))
  for (const { product_id, hour, ...row } of rows) {
    const calendar = calendars.get(product_id)
    if (!calendar) continue
    calendar.hour = hour
    if (row.closed !== null) calendar.blocked.add(row.closed)
    else calendar.busy.push({ unit: row.unit, from: row.from, until: row.until })
  }
  return calendars
}

export async function readProductCalendar(
  product: Rentable,
  from: Day,
  to: Day,
  viewer: CalendarViewer,
): Promise<ProductCalendar> {
  const calendars = await readProductCalendars([product], from, to, viewer)
  return calendars.get(product.id) ?? emptyCalendar(product, dayInParis(viewer.at), viewer.by ?? "customer")
}

export type DayAvailability =
  | { free: true }
  | { free: false; why: Exclude<CustomerDay, "free">; nearest: Day[]; opensOn?: Day }

const SEARCH_RADIUS_DAYS = 28

export type DaySummary = {
  free: number
  isTaken: boolean
  /** null unless the day is too far ahead for every product. */
  opensOn: Day | null
}

/** Counts in SQL what `customerDay` says per product; a test compares both. */
export async function summarizeDay(
  day: Day,
  { customerId, at }: Pick<CalendarViewer, "customerId" | "at">,
  search = "",
): Promise<DaySummary> {
  const [requestedDay, today] = [sql`${day}::date`, sql`${dayInParis(at)}::date`]
  const first = sql`${today} + greatest(minimum_notice_days, preparation_days_before)`
  const last = sql`${today} + coalesce(furthest_days, ${DEFAULT_HORIZON_DAYS}::integer)`
  const open = sql`${requestedDay} between ${first} and ${last}`
  const offered = isOffered(sql`${escapeLike(search.trim())}::text`)
  const { rows } = await db.execute<DaySummary>(sql`
    with offered as materialized (
      select id, stock, retired_units, ${open} as open, ${requestedDay} > ${last} and ${requestedDay} >= ${first} as too_far,
        ${requestedDay} - (${last} - ${today}) as opens_on, ${requestedDay} - preparation_days_before as earliest, held,
        held + preparation_days_after as latest,
        rental_range(${requestedDay} - preparation_days_before, held + preparation_days_after, rental_hour()) as time
      from products
        left join available_dates shut_after on shut_after.product_id = id and shut_after.date = ${requestedDay} + 1
          and not shut_after.is_available
        cross join lateral (
          select case when shut_after.date is null then ${requestedDay} else last_held_day(id, ${requestedDay}) end as held
          offset 0) rental
      where ${offered}
    ), whole as materialized (
      select count(*) as products, count(*) filter (where open) as open, count(*) filter (where too_far) as too_far,
        min(opens_on) as opens_on, coalesce(min(earliest), ${requestedDay}) as earliest, coalesce(max(latest), ${requestedDay}) as latest
      from offered
    ), busy as (
      select offered.id, open from ${occupancyInForce({ customerId, at })} join offered on offered.id = product_id
      where during && (select rental_range(earliest, latest, rental_hour()) from whole) and part && time
        and unit <> all(retired_units)
      group by offered.id, open, stock having count(distinct unit) >= stock
    ), shut as (
      -- The closed days on which the rental would end are no hindrance.
      select id, open, bool_or(date = ${requestedDay}) as now from available_dates join offered on id = product_id
      where date between (select earliest from whole) and (select latest from whole) and not is_available
        and date between earliest and latest and date not between ${requestedDay} + 1 and held
      group by id, open
    ), stopped as (
      select count(*) filter (where open) as open, count(*) filter (where open and now is not true) as taken,
        count(*) filter (where now) as closed
      from busy full join shut using (id, open)
    )
    select case when ${requestedDay} < ${today} then 0 else whole.open - stopped.open end::integer as free,
      ${requestedDay} >= ${today} and taken > 0 as "isTaken",
      case when ${requestedDay} >= ${today} and too_far = products and closed = 0 then opens_on end as "opensOn"
    from whole, stopped`)
  return rows[0] ?? { free: 0, isTaken: false, opensOn: null }
}

/** Reads weeks per product: pass visible ones only. */
export async function findDayAvailability(
  products: readonly Rentable[],
  day: Day,
  viewer: CalendarViewer,
): Promise<Map<string, DayAvailability>> {
  const [from, to] = [addDays(day, -SEARCH_RADIUS_DAYS), addDays(day, SEARCH_RADIUS_DAYS)]
  const calendars = await readProductCalendars(products, from, to, viewer)
  return new Map(
    products.map(({ id, ...terms }): [string, DayAvailability] => {
      const calendar = calendars.get(id)
      const state = calendar ? customerDay(day, calendar) : "free"
      if (!calendar || state === "free") return [id, { free: true }]
      const nearest = nearestFreeDays(day, calendar, 2, SEARCH_RADIUS_DAYS)
      return [id, { free: false, why: state, nearest, ...(state === "too-far" && { opensOn: opensOn(terms, day) }) }]
    }),
  )
}

function opensOn(terms: Pick<Rentable, "minimumNoticeDays" | "furthestDays">, day: Day): Day {
  return addDays(day, -(rentalWindow(terms, day).horizonDays ?? 0))
}

export async function listUpcomingConfirmedDays(productId: ProductId, today: Day): Promise<Day[]> {
  const rows = await db.execute<{ day: Day }>(sql`
    select distinct unnest(dates) as day from bookings
    where product_id = ${productId} and status = 'confirmed' and last_day >= ${today}`)
  return sortedDays(rows.rows.map(({ day }) => day).filter((day) => day >= today))
}

function emptyCalendar(product: Rentable, today: Day, by: RequestedBy) {
  return {
    stock: toStock(product),
    window: rentalWindow(product, today, by),
    busy: [] as BusyTime[],
    blocked: new Set<Day>(),
    // Matters only where something is occupied or closed.
    hour: 0,
  }
}
