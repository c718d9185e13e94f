import { type SQL, sql } from "drizzle-orm"
import type { BookingId, ProductId, QuoteId } from "../../domain/id.ts"
import {
  type CustomerDay,
  type ProductCalendar,
  NEAREST_WITHIN_DAYS,
  nearestFreeDays,
  opensOn,
} from "../../domain/availability/calendar.ts"
import {
  type PlanOnDay,
  type Sold,
  type SoldCalendar,
  eventDay,
  leastFreePrice,
  plansToCompare,
  reachOfPlans,
} from "../../domain/availability/event-day.ts"
import type { BusyTime } from "../../domain/availability/units.ts"
import { type RequestedBy, rentalWindow } from "../../domain/availability/rentable-days.ts"
import { type Day, addDays, dayInParis, sortedDays } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import { findPlan, offersPlans } from "../../domain/pricing/rate-plan.ts"
import { withClosedEnds } from "../../domain/rental/periods.ts"
import { type BundlePart, listBundleParts } from "../catalog/bundle-parts.ts"
import { listOfferedRentables } from "../catalog/queries.ts"
import { withPlans } from "../catalog/rate-plans.ts"
import { type Rentable, toStock } from "../catalog/stock.ts"
import { db } from "../platform/database.server.ts"
import { readClosedDaysByProduct } from "./closed-days.ts"
import { type Viewer, occupancyInForce } from "./expired.ts"
import { isoTime, readRentalHour } from "./ranges.ts"

/** The owner may exceed notice and horizon. */
export type CalendarViewer = Viewer & {
  by?: RequestedBy
  /** The time that this rental holds, or that this quote keeps, counts as free, also beside rentals without a unit. */
  except?: { bookingId: BookingId; position: number } | { quoteId: QuoteId } | undefined
}

export async function readProductCalendars(
  products: readonly Rentable[],
  from: Day,
  to: Day,
  viewer: CalendarViewer,
): Promise<Map<string, ProductCalendar>> {
  const bundleIds = products.filter(({ kind }) => kind === "bundle").map(({ id }) => id)
  const partsOf = await listBundleParts(bundleIds)
  const parts = [...partsOf.values()].flat()
  const machines = new Map([...products, ...parts].map((product) => [product.id, product]))
  const calendars = await readCalendars([...machines.values()], from, to, viewer)
  for (const id of bundleIds) {
    const own = calendars.get(id)
    if (own) calendars.set(id, toBundleCalendar(own, partsOf.get(id) ?? [], calendars))
  }
  return calendars
}

function toBundleCalendar(
  own: ProductCalendar,
  bundle: readonly BundlePart[],
  calendars: ReadonlyMap<string, ProductCalendar>,
): ProductCalendar {
  const parts = bundle.flatMap(({ id, units }) => {
    const calendar = calendars.get(id)
    return calendar ? [{ ...calendar, units }] : []
  })
  const stocks = parts.map(({ stock, units }) => ({ ...stock, units: Math.floor(stock.units / units) }))
  return {
    ...own,
    blocked: new Set([own.blocked, ...parts.map(({ blocked }) => blocked)].flatMap((days) => [...days])),
    stock: {
      units: parts.length > 0 ? Math.min(...stocks.map(({ units }) => units)) : 0,
      preparationBefore: Math.max(0, ...stocks.map(({ preparationBefore }) => preparationBefore)),
      preparationAfter: Math.max(0, ...stocks.map(({ preparationAfter }) => preparationAfter)),
    },
    parts,
  }
}

async function readCalendars(
  products: readonly Rentable[],
  from: Day,
  to: Day,
  { customerId, at, by = "customer", except }: CalendarViewer,
): Promise<Map<string, ProductCalendar>> {
  if (products.length === 0) return new Map()
  const hour = await readRentalHour()
  const closedDays = await readClosedDays(products, { from, to, hour })
  const spans = products.map((product) => {
    const blocked = closedDays.get(product.id) ?? new Set()
    return { product, blocked, ...occupiedSpan(product, { from, to, blocked, hour }) }
  })
  const busyTimes = await readBusyTimes(spans, hour, { customerId, at, ...(except && { except }) })
  const today = dayInParis(at)
  return new Map(
    spans.map(({ product, blocked }) => {
      const busy = busyTimes.get(product.id) ?? []
      return [product.id, { stock: toStock(product), window: rentalWindow(product, today, by), busy, blocked, hour }]
    }),
  )
}

type ShownDays = { from: Day; to: Day; hour: number }

/** A rental of the last day may end after closed days, and be prepared then (D61); an evening ends on the next. */
function occupiedSpan(
  { preparationDaysBefore, preparationDaysAfter }: Rentable,
  { from, to, blocked, hour }: ShownDays & { blocked: ReadonlySet<Day> },
): { first: Day; last: Day } {
  const lastHeld = withClosedEnds([to], blocked, hour).at(-1) ?? to
  const [before, after] = [Math.max(1, preparationDaysBefore), Math.max(1, preparationDaysAfter)]
  return { first: addDays(from, -before), last: addDays(lastHeld, after) }
}

/** Few closings last longer than a week after the last day. */
const CLOSING_DAYS = 7

async function readClosedDays(
  products: readonly Rentable[],
  days: ShownDays,
): Promise<ReadonlyMap<ProductId, ReadonlySet<Day>>> {
  const margin = Math.max(...products.flatMap((each) => [each.preparationDaysBefore, each.preparationDaysAfter]))
  const end = addDays(days.to, margin + (days.hour === 0 ? 0 : CLOSING_DAYS))
  const ids = products.map(({ id }) => id)
  const closedDays = await readClosedDaysByProduct(ids, addDays(days.from, -margin), end)
  const unfinished = products.filter((product) => {
    const blocked = closedDays.get(product.id)
    return blocked !== undefined && occupiedSpan(product, { ...days, blocked }).last >= end
  })
  const unfinishedIds = unfinished.map(({ id }) => id)
  for (const [id, later] of await readClosedDaysByProduct(unfinishedIds, addDays(end, 1), null))
    closedDays.set(id, closedDays.get(id)?.union(later) ?? later)
  return closedDays
}

type OccupiedSpan = { product: Rentable; first: Day; last: Day }

function isOccupiedByOthers(except: NonNullable<CalendarViewer["except"]>): SQL {
  if ("quoteId" in except) return sql`quote_id is distinct from ${except.quoteId}::uuid`
  return sql`(booking_id, rental) is distinct from (${except.bookingId}::uuid, ${except.position}::smallint)
    and not (unit < 0 and exists (
      select from occupancy own
      where own.booking_id = ${except.bookingId}::uuid and own.rental = ${except.position}::smallint
        and own.during && part))`
}

async function readBusyTimes(
  spans: readonly OccupiedSpan[],
  hour: number,
  { customerId, at, except }: Omit<CalendarViewer, "by">,
): Promise<Map<ProductId, BusyTime[]>> {
  const isOther = except ? isOccupiedByOthers(except) : sql`true`
  const ids = sql`${sql.param(spans.map(({ product }) => product.id))}::uuid[]`
  const [firsts, lasts] = [spans.map(({ first }) => first), spans.map(({ last }) => last)]
  const [earliest, latest] = [sortedDays(firsts)[0], sortedDays(lasts).at(-1)]
  const { rows } = await db.execute<{ id: ProductId } & BusyTime>(sql`
    select wanted.id, unit, ${isoTime(sql`lower(part)`)} as from, ${isoTime(sql`upper(part)`)} as until
    from unnest(${ids}, ${sql.param(firsts)}::date[], ${sql.param(lasts)}::date[]) wanted (id, first, last)
      join ${occupancyInForce({ customerId, at })} on product_id = wanted.id
    where product_id = any(${ids}) and during && rental_range(${earliest}::date, ${latest}::date, ${hour})
      and part && rental_range(first, last, ${hour}) and ${isOther}`)
  const busyTimes = new Map<ProductId, BusyTime[]>()
  for (const { id, ...time } of rows) {
    const times = busyTimes.get(id)
    if (times) times.push(time)
    else busyTimes.set(id, [time])
  }
  return busyTimes
}

export async function readProductCalendar(
  product: Rentable,
  from: Day,
  to: Day,
  viewer: CalendarViewer,
): Promise<ProductCalendar> {
  const calendars = await readProductCalendars([product], from, to, viewer)
  const calendar = calendars.get(product.id)
  if (!calendar) throw new Error("Each product has a calendar")
  return calendar
}

export async function readOfferedCalendars(
  day: Day,
  viewer: CalendarViewer,
  search = "",
): Promise<Map<string, SoldCalendar>> {
  const products = await withPlans(await listOfferedRentables(search), ({ price }) => price)
  return readSoldCalendars(products, day, viewer)
}

type SoldProduct = Rentable & Sold

async function readSoldCalendars(
  products: readonly SoldProduct[],
  day: Day,
  viewer: CalendarViewer,
  radius = 0,
): Promise<Map<string, SoldCalendar>> {
  const reach = radius + reachOfPlans(products)
  const calendars = await readProductCalendars(products, addDays(day, -reach), addDays(day, reach), viewer)
  return new Map(
    products.flatMap(({ id, plans, rules, price }) => {
      const calendar = calendars.get(id)
      return calendar ? [[id, { ...calendar, sold: { id, plans, rules, price } }] as const] : []
    }),
  )
}

/** `plans` is empty where whole days are the only way; `price` is then theirs, where rules change it. */
export type DayAvailability =
  | { free: true; plans: PlanOnDay[]; price?: Cents }
  | { free: false; why: Exclude<CustomerDay, "free">; nearest: Day[]; opensOn?: Day }

/** Reads weeks for each product that is not free: pass visible ones only. */
export async function findDayAvailability(
  products: readonly SoldProduct[],
  day: Day,
  viewer: CalendarViewer,
  calendars?: ReadonlyMap<string, SoldCalendar>,
): Promise<Map<string, DayAvailability>> {
  const onDay = calendars ?? (await readSoldCalendars(products, day, viewer))
  const answers = products.map((product) => {
    const calendar = onDay.get(product.id)
    return { product, event: calendar ? eventDay(day, calendar, product) : { state: "free" as const, plans: [] } }
  })
  const notFree = answers.filter(({ event }) => event.state !== "free").map(({ product }) => product)
  const nearby = await readSoldCalendars(notFree, day, viewer, NEAREST_WITHIN_DAYS)
  return new Map(
    answers.map(({ product: { id, plans, price: usualPrice }, event }): [string, DayAvailability] => {
      const { state } = event
      const calendar = nearby.get(id)
      if (!calendar || state === "free") {
        const price = leastFreePrice(event)
        const isChanged = !offersPlans(plans) && price !== null && price !== usualPrice
        return [id, { free: true, plans: plansToCompare(event, { plans }), ...(isChanged && { price }) }]
      }
      const nearest = nearestFreeDays(day, calendar, { plan: findPlan(plans, null) ?? undefined })
      const opening = state === "too-far" ? { opensOn: opensOn(day, calendar.window) } : {}
      return [id, { free: false, why: state, nearest, ...opening }]
    }),
  )
}

export async function listUpcomingConfirmedDays(productId: ProductId, today: Day): Promise<Day[]> {
  const rows = await db.execute<{ day: Day }>(sql`
    select distinct day
    from rented_products rented join rentals using (booking_id, position)
      join bookings on bookings.id = booking_id cross join lateral unnest(rentals.dates) day
    where rented.product_id = ${productId} and status = 'confirmed' and last_day >= ${today} and day >= ${today}`)
  return sortedDays(rows.rows.map(({ day }) => day))
}
