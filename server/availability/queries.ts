import { sql } from "drizzle-orm"
import type { ProductId, ProfileId } from "../../domain/id.ts"
import {
  type CustomerDay,
  DEFAULT_HORIZON_DAYS,
  type ProductCalendar,
  customerDay,
  nearestFreeDays,
} from "../../domain/availability/calendar.ts"
import { type AskedBy, rentalWindow } from "../../domain/availability/rentable-days.ts"
import { type Day, addDays, dayInParis, sortedDays } from "../../domain/day.ts"
import { type Rentable, isOffered, likeText, stockOf } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { yieldsToClaims } from "./claim.ts"

/** Who looks: one's own holds do not count, and the owner sees beyond the notice and the horizon. */
type SeenBy = { customerId: ProfileId | null; at: Date; by?: AskedBy }

/** What stands in the way of a rental between two days, for each product, seen by somebody. */
export async function productCalendars(
  products: readonly Rentable[],
  from: Day,
  to: Day,
  { customerId, at, by = "customer" }: SeenBy,
): Promise<Map<string, ProductCalendar>> {
  const margin = marginOf(products)
  const ids = sql`${sql.param(products.map(({ id }) => id))}::uuid[]`
  const days = sql`between ${addDays(from, -margin)}::date and ${addDays(to, margin)}::date`
  // Units that somebody else occupies, and the days that the owner closed, which have no unit here.
  const { rows } = await db.execute<InTheWay>(sql`
    select product_id, unit, day from occupancy
    where product_id = any(${ids}) and day ${days} and not ${yieldsToClaims({ customerId, at })}
    union all
    select product_id, null, date from available_dates
    where product_id = any(${ids}) and date ${days} and not is_available`)
  return calendarsOf(products, rows, { at, by })
}

/** So many days around those asked for decide on them too. */
function marginOf(products: readonly Rentable[]): number {
  return products.reduce(
    (most, { preparationDaysBefore, preparationDaysAfter }) =>
      Math.max(most, preparationDaysBefore, preparationDaysAfter),
    0,
  )
}

type InTheWay = { product_id: ProductId; unit: number | null; day: Day }

function calendarsOf(
  products: readonly Rentable[],
  rows: readonly InTheWay[],
  { at, by }: { at: Date; by: AskedBy },
): Map<string, ProductCalendar> {
  const today = dayInParis(at)
  const calendars = new Map(products.map((product) => [product.id, emptyCalendar(product, today, by)]))
  for (const { product_id, unit, day } of rows) {
    const calendar = calendars.get(product_id)
    if (!calendar) continue
    if (unit === null) closeDay(calendar, day)
    else calendar.taken.push({ unit, day })
  }
  return calendars
}

function closeDay(calendar: ReturnType<typeof emptyCalendar>, day: Day): void {
  calendar.blocked.add(day)
  for (let unit = 1; unit <= calendar.stock.units; unit++) calendar.taken.push({ unit, day })
}

export async function productCalendar(product: Rentable, from: Day, to: Day, seenBy: SeenBy): Promise<ProductCalendar> {
  const calendars = await productCalendars([product], from, to, seenBy)
  return calendars.get(product.id) ?? emptyCalendar(product, dayInParis(seenBy.at), seenBy.by ?? "customer")
}

/** `opensOn`: from when a day that is too far ahead can be booked. */
export type DayAnswer =
  | { free: true }
  | { free: false; why: Exclude<CustomerDay, "free">; nearest: Day[]; opensOn?: Day }

const SEARCH_RADIUS_DAYS = 28

/** What a day is like over all the products that are found, shown or not. */
export type DaySummary = {
  free: number
  /** Somebody has one of them. */
  isTaken: boolean
  /** From when the first of them can be booked; null unless the day is too far ahead for every one. */
  opensOn: Day | null
}

/**
 * That day over the whole catalogue, or what of it is found by some words, seen by a customer. Says of each product what
 * `customerDay` in the domain says, and answers their counts: a test holds both to the same answers. A closed day takes
 * every unit, on the day itself or on one that getting it ready needs. The products are gone through once; what stands in
 * the way is looked for in the few days around, and then taken off.
 */
export async function summaryOfDay(
  day: Day,
  { customerId, at }: Pick<SeenBy, "customerId" | "at">,
  matching = "",
): Promise<DaySummary> {
  const [on, today] = [sql`${day}::date`, sql`${dayInParis(at)}::date`]
  const first = sql`${today} + greatest(minimum_notice_days, preparation_days_before)`
  const last = sql`${today} + coalesce(furthest_days, ${DEFAULT_HORIZON_DAYS}::integer)`
  const open = sql`${on} between ${first} and ${last}`
  const offered = isOffered(sql`${likeText(matching.trim())}::text`)
  const needed = sql`between ${on} - preparation_days_before and ${on} + preparation_days_after`
  const { rows } = await db.execute<DaySummary>(sql`
    with whole as materialized (
      select count(*) as products, count(*) filter (where ${open}) as open,
        count(*) filter (where ${on} > ${last} and ${on} >= ${first}) as too_far, min(${on} - (${last} - ${today})) as opens_on,
        ${on} - coalesce(max(preparation_days_before), 0) as earliest,
        ${on} + coalesce(max(preparation_days_after), 0) as latest
      from products where ${offered}
    ), near as materialized (
      select product_id, unit, day from occupancy
      where day between (select earliest from whole) and (select latest from whole) and not ${yieldsToClaims({ customerId, at })}
    ), busy as (
      select id, ${open} as open from near join products on id = product_id
      where ${offered} and unit <= stock and day ${needed}
      group by products.id having count(distinct unit) >= stock
    ), shut as (
      select id, ${open} as open, bool_or(date = ${on}) as now from available_dates join products on id = product_id
      where date between (select earliest from whole) and (select latest from whole) and not is_available
        and ${offered} and date ${needed}
      group by products.id
    ), stopped as (
      select count(*) filter (where open) as open, count(*) filter (where open and now is not true) as taken,
        count(*) filter (where now) as closed
      from busy full join shut using (id, open)
    )
    select case when ${on} < ${today} then 0 else whole.open - stopped.open end::integer as free,
      ${on} >= ${today} and taken > 0 as "isTaken",
      case when ${on} >= ${today} and too_far = products and closed = 0 then opens_on end as "opensOn"
    from whole, stopped`)
  return rows[0] ?? { free: 0, isTaken: false, opensOn: null }
}

/**
 * For each product: is it free on that day, and if not, when nearby (the date-first search of home and catalogue)? The
 * weeks around are read of all of them, which costs less than to ask twice: ask it of what is shown, not of a whole catalogue.
 */
export async function answerForDay(
  products: readonly Rentable[],
  day: Day,
  seenBy: SeenBy,
): Promise<Map<string, DayAnswer>> {
  const [from, to] = [addDays(day, -SEARCH_RADIUS_DAYS), addDays(day, SEARCH_RADIUS_DAYS)]
  const calendars = await productCalendars(products, from, to, seenBy)
  return new Map(
    products.map(({ id, ...terms }): [string, DayAnswer] => {
      const calendar = calendars.get(id)
      const state = calendar ? customerDay(day, calendar) : "free"
      if (!calendar || state === "free") return [id, { free: true }]
      const nearest = nearestFreeDays(day, calendar, 2, SEARCH_RADIUS_DAYS)
      return [id, { free: false, why: state, nearest, ...(state === "too-far" && { opensOn: opensOn(terms, day) }) }]
    }),
  )
}

/** From when a day can be booked that is further ahead than the product may be. */
function opensOn(terms: Pick<Rentable, "minimumNoticeDays" | "furthestDays">, day: Day): Day {
  return addDays(day, -(rentalWindow(terms, day).horizonDays ?? 0))
}

/** Days with a confirmed booking, today or later: what the public product page lists (specification, section 4). */
export async function upcomingConfirmedDays(productId: ProductId, today: Day): Promise<Day[]> {
  const rows = await db.execute<{ day: Day }>(sql`
    select distinct unnest(dates) as day from bookings
    where product_id = ${productId} and status = 'confirmed' and last_day >= ${today}`)
  return sortedDays(rows.rows.map(({ day }) => day).filter((day) => day >= today))
}

function emptyCalendar(product: Rentable, today: Day, by: AskedBy) {
  return {
    stock: stockOf(product),
    window: rentalWindow(product, today, by),
    taken: [] as { unit: number; day: Day }[],
    blocked: new Set<Day>(),
  }
}
