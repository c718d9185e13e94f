import { type BookingId, type ProductId, isId } from "../../../domain/id.ts"
import { moveClaims } from "../../../domain/availability/move.ts"
import { pastDays, periodDays, readPeriod } from "../../../domain/availability/period.ts"
import { occupiesDays } from "../../../domain/booking/status.ts"
import { nothingPlanned } from "../../../domain/calendar/owner-day.ts"
import { type ClosedDay, roomOfDays } from "../../../domain/calendar/room.ts"
import { unitRows } from "../../../domain/calendar/unit-row.ts"
import { type Day, addDays, addMonths, dayInParis, eachDay, monthGrid } from "../../../domain/day.ts"
import { firstDay, lastDay } from "../../../domain/rental/rental.ts"
import { previewDays } from "../../../server/availability/booked-days.ts"
import {
  type PlanningProduct,
  closedDays,
  dailyUsage,
  occupiedDays,
  plannedBookings,
  planningProducts,
  roomByDay,
  type Span,
} from "../../../server/availability/planning.ts"
import { productDays } from "../../../server/booking-record/queries.ts"
import { bookingsToSwap } from "../../../server/bookings/swap-units.ts"
import { pageAt } from "../../../server/platform/lists.ts"
import { named } from "../../../isomorphic/text/name-search.ts"
import { type PlanningUrl, visibleRange } from "./url.ts"
import type {
  ClosedReason,
  DaysPreview,
  PickedView,
  PlannedProduct,
  PlanningView,
  Shown,
  UnitSwapView,
} from "./view.ts"

/** More rows than these nobody follows on a screen. */
const PRODUCTS_SHOWN = 15

/** A choice of more is no choice: beyond, those that the search finds first are offered. */
const MAX_CHOICES = 100

/** What the planning shows at that address: the products first, then one look at each table. */
export async function readPlanning(url: PlanningUrl, now: Date): Promise<Omit<PlanningView, "flash">> {
  const today = dayInParis(now)
  const products = await planningProducts(today)
  const product = products.find(({ id }) => id === url.product) ?? null
  const searched = named(products, url.search)
  const { page, pages, offset } = pageAt(searched.length, url.page, PRODUCTS_SHOWN)
  // A year counts all products together; the other views have a row for each unit.
  const paged = product === null && url.view !== "annee"
  const concerned = product ? [product] : paged ? searched.slice(offset, offset + PRODUCTS_SHOWN) : searched
  const chosen = chosenDays(url, today)
  const [{ shown, closed }, preview, picked] = await Promise.all([
    readShown(url, concerned, product, today, now),
    url.act !== null && chosen.days.length > 0 ? readPreview(url, chosen, products, now) : null,
    url.picked ? readPicked(url.picked, products, now) : null,
  ])
  return {
    today,
    products: choicesAmong(products, searched, url).map(plannedProduct),
    isCut: products.length > MAX_CHOICES,
    product: product && plannedProduct(product),
    found: searched.length,
    many: products.length > PRODUCTS_SHOWN,
    shown,
    page,
    pages: paged ? pages : 1,
    reasons: reasonsOf(closed, concerned),
    problem: url.act === null ? null : chosen.problem,
    preview,
    picked,
  }
}

function choicesAmong(products: Concerned, searched: Concerned, url: PlanningUrl): Concerned {
  if (products.length <= MAX_CHOICES) return products
  const chosen = products.filter(({ id }) => id === url.product || id === url.actProduct)
  return [...new Set([...chosen, ...searched.slice(0, MAX_CHOICES)])]
}

/** The days that the address chooses: ticked in the month, or a period; from today on. */
export function chosenDays(
  url: PlanningUrl,
  today: Day,
): Pick<PlanningView, "problem"> & { days: Day[]; past: number } {
  if (url.days.length > 0) {
    const days = url.days.filter((day) => day >= today)
    return { days, past: url.days.length - days.length, problem: null }
  }
  const period = readPeriod(url.period, today)
  if (!period.ok) return { days: [], past: 0, problem: period.error }
  return { days: periodDays(period.value, today), past: pastDays(period.value, today), problem: null }
}

/** The products that the address acts on; null when it names one that there is not. */
export function actProducts<Product extends { id: string }>(
  url: PlanningUrl,
  products: readonly Product[],
): Product[] | null {
  if (url.actProduct === null) return [...products]
  const found = products.find(({ id }) => id === url.actProduct)
  return found ? [found] : null
}

type Concerned = readonly PlanningProduct[]

async function readShown(
  url: PlanningUrl,
  concerned: Concerned,
  product: PlanningProduct | null,
  today: Day,
  now: Date,
): Promise<{ shown: Shown; closed: ClosedDay[] }> {
  const { from, to, month, year } = visibleRange(url, today)
  const productIds = concerned.map(({ id }) => id)
  if (url.view === "planning") {
    const span = { productIds, from, to }
    const [occupied, closed] = await Promise.all([occupiedDays(span, now), closedDays(span)])
    const bookings = await plannedBookings(
      occupied.flatMap(({ bookingId }) => bookingId ?? []),
      now,
    )
    const days = eachDay(from, to)
    const of = <Row extends { productId: string }>(rows: readonly Row[], id: string) =>
      rows.filter(({ productId }) => productId === id)
    const rows = concerned.map((each) => ({
      product: plannedProduct(each),
      units: unitRows(each.units, days, of(occupied, each.id), of(closed, each.id)),
    }))
    return { shown: { view: "planning", timeline: { from, days, rows, bookings } }, closed }
  }
  if (url.view === "mois" && product) {
    const days = monthGrid(month)
    const facts = await productDays(product.id, days[0] as Day, days.at(-1) as Day, now)
    const view = { month, today, days: days.map((day) => ({ day, facts: facts.get(day) ?? nothingPlanned })) }
    const closed = days.flatMap((day) => {
      const { blocked = false, blockedReason = null } = facts.get(day) ?? {}
      return blocked && day.startsWith(month) ? [{ productId: product.id, day, reason: blockedReason }] : []
    })
    return { shown: { view: "mois", month, product: plannedProduct(product), days: view }, closed }
  }
  const span: Span =
    url.view === "mois"
      ? { productIds, from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
      : { productIds, from: `${year}-01-01`, to: `${year}-12-31` }
  if (url.view === "annee") {
    const closed = await closedDays(span)
    return { shown: { view: "annee", year, rooms: await roomByDay(concerned, span, closed, now) }, closed }
  }
  const [uses, closed] = await Promise.all([dailyUsage(span, now), closedDays(span)])
  const days = eachDay(span.from, span.to)
  const rows = concerned.map((each) => ({
    product: plannedProduct(each),
    rooms: [...roomOfDays([each], days, uses, closed)].map(([day, room]) => ({ day, room })),
  }))
  return { shown: { view: "mois", month, product: null, days, rows }, closed }
}

async function readPreview(
  url: PlanningUrl,
  { days, past }: { days: Day[]; past: number },
  products: Concerned,
  now: Date,
): Promise<DaysPreview | null> {
  const concerned = actProducts(url, products)
  if (!concerned) return null
  const { bookings, closed, carts } = await previewDays(
    concerned.map(({ id }) => id),
    days,
    now,
  )
  return {
    productName: url.actProduct === null ? null : (concerned[0]?.name ?? null),
    products: concerned.length,
    days,
    past,
    closed: reasonsOf(closed, concerned),
    closedDays: closed.length,
    bookings: bookings.map(({ id, number, status, clientName, productName, days: rented }) => ({
      id,
      number,
      status,
      clientName,
      productName,
      days: rented,
    })),
    carts,
  }
}

async function readPicked(
  { booking: id, unit, day }: NonNullable<PlanningUrl["picked"]>,
  products: Concerned,
  now: Date,
): Promise<PickedView | "gone"> {
  const booking = isId(id) ? (await plannedBookings([id], now)).get(id) : undefined
  const product = products.find((each) => each.id === booking?.productId)
  if (!booking || !product || !occupiesDays(booking.status)) return "gone"
  const margin = product.preparationBefore + product.preparationAfter
  const occupied = await occupiedDays(
    { productIds: [product.id], from: addDays(firstDay(booking), -margin), to: addDays(lastDay(booking), margin) },
    now,
  )
  const own = occupied.filter(({ bookingId }) => bookingId === id)
  const here = own.filter((claim) => claim.unit === unit && claim.role === "rental").map((claim) => claim.day)
  if (!here.includes(day)) return "gone"
  const strangers = occupied.filter(({ kind, bookingId }) => bookingId !== id && kind !== "block")
  const names = await plannedBookings(
    strangers.flatMap(({ bookingId }) => bookingId ?? []),
    now,
  )
  const others = Array.from({ length: product.units }, (_, index) => index + 1)
    .filter((each) => each !== unit)
    .map((toUnit) => {
      const needed =
        moveClaims(own, { fromUnit: unit, toUnit, days: here }, product)?.filter((claim) => claim.unit === toUnit) ?? []
      const there = strangers.filter((row) => row.unit === toUnit && needed.some((claim) => claim.day === row.day))
      return {
        unit: toUnit,
        by: [
          ...new Set(
            there.map(
              ({ bookingId, elsewhere }) => names.get(bookingId ?? "")?.clientName ?? elsewhere ?? "un panier en cours",
            ),
          ),
        ],
      }
    })
  const { number, status, clientName, productName, dates } = booking
  const swaps = others.some(({ by }) => by.length === 0)
    ? []
    : await readSwaps(product.id, booking.id, unit, others, now)
  return { booking: { id, number, status, clientName, productName, dates }, unit, days: here, others, swaps }
}

/** Of a stock of hundreds, as many units as one would choose from. */
const MAX_SWAPS = 10

async function readSwaps(
  productId: ProductId,
  bookingId: BookingId,
  fromUnit: number,
  units: readonly { unit: number }[],
  now: Date,
): Promise<UnitSwapView[]> {
  const toUnits = units.map(({ unit }) => unit).slice(0, MAX_SWAPS)
  const found = await bookingsToSwap(productId, { bookingId, fromUnit, toUnits }, now)
  const groups = [...found].map(([unit, group]) => ({
    unit,
    ids: group && [...new Set(group.map((member) => member.bookingId))].filter((id) => id !== bookingId),
  }))
  const known = await plannedBookings(
    groups.flatMap(({ ids }) => ids ?? []),
    now,
  )
  return groups.map(({ unit, ids }) => ({
    unit,
    others:
      ids &&
      ids.flatMap((each) => {
        const other = known.get(each)
        return other ? [{ id: other.id, number: other.number, clientName: other.clientName }] : []
      }),
  }))
}

/** Days of a product that are closed for the same reason, told together. */
function reasonsOf(closed: readonly ClosedDay[], products: Concerned): ClosedReason[] {
  const names = new Map<string, string>(products.map(({ id, name }) => [id, name]))
  const reasons = new Map<string, { productName: string; days: Day[]; reason: string | null }>()
  for (const { productId, day, reason } of closed) {
    const key = `${productId}/${reason ?? ""}`
    const known = reasons.get(key) ?? { productName: names.get(productId) ?? "", days: [], reason }
    known.days.push(day)
    reasons.set(key, known)
  }
  return [...reasons.values()].sort((a, b) => ((a.days[0] ?? "") < (b.days[0] ?? "") ? -1 : 1))
}

function plannedProduct({ id, name, isActive, isArchived, units }: PlanningProduct): PlannedProduct {
  return { id, name, isActive, isArchived, units }
}
