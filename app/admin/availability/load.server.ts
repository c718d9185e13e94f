import { type BookingId, type ProductId, isId } from "../../../domain/id.ts"
import { isInService, unitNumbers } from "../../../domain/availability/units.ts"
import { pastDays, periodDays, readPeriod } from "../../../domain/availability/period.ts"
import { occupiesDays } from "../../../domain/booking/status.ts"
import type { ClosedDay } from "../../../domain/calendar/capacity.ts"
import { closedRanges, productTimeline } from "../../../domain/calendar/unit-timeline.ts"
import { type Day, addDays, dayInParis, eachDay } from "../../../domain/day.ts"
import { firstDay, lastDay } from "../../../domain/rental/rental.ts"
import type { DayConflict } from "../kit/booking/day-conflicts.tsx"
import { type BookingOnDays, previewClosing } from "../../../server/availability/booked-days.ts"
import { listMarkedStops } from "../../../server/booking-record/stop-times.ts"
import {
  type PlanningProduct,
  listClosedDays,
  listOccupiedRanges,
  listPlanningUnits,
  findPlannedBookings,
  listPlanningProducts,
  readCapacityByDay,
  type Span,
} from "../../../server/availability/planning.ts"
import { readRentalHour } from "../../../server/availability/ranges.ts"
import { listHomelessRentals } from "../../../server/availability/homeless.ts"
import { findBookingsToSwap } from "../../../server/bookings/swap-units.ts"
import { clampPage } from "../../../server/platform/pagination.ts"
import { filterByName } from "../../../isomorphic/text/name-search.ts"
import { groupClosedDays } from "./closed-periods.ts"
import { type PlanningUrl, planningHref, selectionCleared, visibleRange } from "./url.ts"
import type {
  ClosedReason,
  DaysPreview,
  PickedView,
  PlannedProduct,
  PlanningView,
  PlanningContent,
  UnitChoice,
  UnitProblem,
  UnitSwapView,
} from "./view.ts"

const PRODUCTS_PER_PAGE = 15

const MAX_CHOICES = 100

export async function readPlanning(url: PlanningUrl, now: Date): Promise<Omit<PlanningView, "flash">> {
  const today = dayInParis(now)
  const products = await listPlanningProducts(today)
  const product = products.find(({ id }) => id === url.product) ?? null
  const searched = filterByName(products, url.search)
  const { page, pages, offset } = clampPage(searched.length, url.page, PRODUCTS_PER_PAGE)
  // The year view counts all products together; the planning has a row per unit.
  const isPaged = product === null && url.view !== "annee"
  const selectedProducts = product ? [product] : isPaged ? searched.slice(offset, offset + PRODUCTS_PER_PAGE) : searched
  const chosen = chosenDays(url, today)
  const problem = url.act === null ? null : (chosen.problem ?? unitProblem(url))
  const choices = selectableProducts(products, searched, url)
  const [{ content, closed }, preview, picked, units, homeless] = await Promise.all([
    readContent({ url, selectedProducts, today, now }),
    url.act !== null && url.act !== "reparer" && problem === null && chosen.days.length > 0
      ? readPreview(url, chosen, products, now)
      : null,
    url.picked ? readPicked(url.picked, products, now) : null,
    listUnitChoices(choices),
    listHomelessRentals(now),
  ])
  const repaired = units.find(({ productId, unit }) => productId === url.actProduct && unit === url.actUnit)
  const [firstDay, lastDay] = [chosen.days[0], chosen.days.at(-1)]
  return {
    today,
    products: choices.map(plannedProduct),
    isTruncated: products.length > MAX_CHOICES,
    product: product && plannedProduct(product),
    matchCount: searched.length,
    hasSeveralPages: products.length > PRODUCTS_PER_PAGE,
    content,
    page,
    pages: isPaged ? pages : 1,
    closedPeriods: groupClosedDays(closed, new Map(selectedProducts.map(({ id, name }) => [id, name])), (period, id) =>
      id === null && selectedProducts.length < products.length
        ? null
        : planningHref(url, {
            ...selectionCleared,
            act: "liberer",
            period: { from: period.from, to: period.to, weekdays: [] },
            actProduct: id,
          }),
    ),
    problem: url.act === "reparer" && problem === null && !repaired ? noUnitChosen : problem,
    preview:
      url.act === "reparer" && problem === null && repaired && firstDay && lastDay
        ? { ...repaired, firstDay, lastDay }
        : preview,
    units,
    homeless,
    picked,
  }
}

const noUnitChosen: UnitProblem = { field: "unit", kind: "unit-missing" }

function unitProblem({ act, actUnit, period }: PlanningUrl): UnitProblem | null {
  if (act !== "reparer") return actUnit === null ? null : { field: "unit", kind: "unit-alone" }
  if (actUnit === null) return noUnitChosen
  return period.weekdays.length > 0 ? { field: "weekdays", kind: "not-for-repairs" } : null
}

async function listUnitChoices(products: ProductList): Promise<UnitChoice[]> {
  const units = await listPlanningUnits(products.map(({ id }) => id))
  return products.flatMap((product) =>
    units
      .filter(({ productId, number }) => productId === product.id && isInService(number, product))
      .map(({ number, label }) => ({ productId: product.id, productName: product.name, unit: number, label })),
  )
}

function selectableProducts(products: ProductList, searched: ProductList, url: PlanningUrl): ProductList {
  if (products.length <= MAX_CHOICES) return products
  const chosen = products.filter(({ id }) => id === url.product || id === url.actProduct)
  return [...new Set([...chosen, ...searched.slice(0, MAX_CHOICES)])]
}

/** Days before today can be neither closed nor reopened, so they are only counted. */
export function chosenDays(
  url: PlanningUrl,
  today: Day,
): Pick<PlanningView, "problem"> & { days: Day[]; past: number } {
  const period = readPeriod(url.period, today)
  if (!period.ok) return { days: [], past: 0, problem: period.error }
  return { days: periodDays(period.value, today), past: pastDays(period.value, today), problem: null }
}

/** null when the URL names a product that does not exist. */
export function actProducts<Product extends { id: string }>(
  url: PlanningUrl,
  products: readonly Product[],
): Product[] | null {
  if (url.actProduct === null) return [...products]
  const match = products.find(({ id }) => id === url.actProduct)
  return match ? [match] : null
}

type ProductList = readonly PlanningProduct[]

async function readContent({
  url,
  selectedProducts,
  today,
  now,
}: {
  url: PlanningUrl
  selectedProducts: ProductList
  today: Day
  now: Date
}): Promise<{ content: PlanningContent; closed: ClosedDay[] }> {
  const { from, to, year } = visibleRange(url, today)
  const productIds = selectedProducts.map(({ id }) => id)
  if (url.view === "planning") {
    const span = { productIds, from, to }
    const [occupied, closed, units, hour] = await Promise.all([
      listOccupiedRanges(span, now),
      // A rental day that begins before the first day may end on it.
      listClosedDays({ ...span, from: addDays(from, -1) }),
      listPlanningUnits(productIds),
      readRentalHour(),
    ])
    const bookingIds = occupied.flatMap(({ bookingId }) => bookingId ?? [])
    const [bookings, stops] = await Promise.all([findPlannedBookings(bookingIds, now), listMarkedStops(bookingIds)])
    const days = eachDay(from, to)
    const rowsOfProduct = <Row extends { productId: string }>(rows: readonly Row[], id: string) =>
      rows.filter(({ productId }) => productId === id)
    const rows = selectedProducts.map((each) => ({
      product: plannedProduct(each),
      ...productTimeline({
        inService: each,
        units: rowsOfProduct(units, each.id),
        occupied: rowsOfProduct(occupied, each.id),
        closed: closedRanges(rowsOfProduct(closed, each.id), hour),
      }),
    }))
    const timeline = { from, days, isHourly: url.weeks === null, rows, bookings, stops }
    return { content: { view: "planning", timeline }, closed: closed.filter(({ day }) => day >= from) }
  }
  const span: Span = { productIds, from: `${year}-01-01`, to: `${year}-12-31` }
  const closed = await listClosedDays(span)
  return {
    content: { view: "annee", year, capacities: await readCapacityByDay(selectedProducts, span, closed, now) },
    closed,
  }
}

async function readPreview(
  url: PlanningUrl,
  { days, past }: { days: Day[]; past: number },
  products: ProductList,
  now: Date,
): Promise<DaysPreview | null> {
  const selectedProducts = actProducts(url, products)
  if (!selectedProducts) return null
  const { bookings, collections, closed, carts } = await previewClosing(
    selectedProducts.map(({ id }) => id),
    days,
    now,
  )
  return {
    productName: url.actProduct === null ? null : (selectedProducts[0]?.name ?? null),
    productCount: selectedProducts.length,
    days,
    past,
    closed: groupByReason(closed, selectedProducts),
    closedDays: closed.length,
    bookings: bookings.map(toDayConflict),
    collections: collections.map(toDayConflict),
    cartCount: carts,
  }
}

function toDayConflict({ id, number, status, clientName, productName, days }: BookingOnDays): DayConflict {
  return { id, number, status, clientName, productName, days }
}

async function readPicked(
  { booking: id, product: productId, unit, day }: NonNullable<PlanningUrl["picked"]>,
  products: ProductList,
  now: Date,
): Promise<PickedView | "gone"> {
  const booking = isId(id) ? (await findPlannedBookings([id], now)).get(id) : undefined
  const product = products.find((each) => each.id === (productId ?? booking?.productId))
  if (!booking || !product || !occupiesDays(booking.status)) return "gone"
  const margin = product.preparationBefore + product.preparationAfter + 1
  const span = {
    productIds: [product.id],
    from: addDays(firstDay(booking), -margin),
    to: addDays(lastDay(booking), margin),
  }
  const occupied = await listOccupiedRanges(span, now)
  const own = occupied.find(
    (range) => range.bookingId === id && range.unit === unit && range.firstDay <= day && day <= range.lastDay,
  )
  if (!own) return "gone"
  const blocking = occupied.filter((range) => range.bookingId !== id && range.start < own.end && own.start < range.end)
  const names = await findPlannedBookings(
    blocking.flatMap(({ bookingId }) => bookingId ?? []),
    now,
  )
  const others = unitNumbers(product)
    .filter((each) => each !== unit)
    .map((toUnit) => ({
      unit: toUnit,
      occupants: [
        ...new Set(
          blocking
            .filter((range) => range.unit === toUnit)
            .map(
              ({ bookingId, kind, calendarName, quoteNumber }) =>
                names.get(bookingId ?? "")?.clientName ??
                calendarName ??
                (quoteNumber && `le devis ${quoteNumber}`) ??
                (kind === "repair" ? "une réparation" : "un panier en cours"),
            ),
        ),
      ],
    }))
  const { number, status, clientName, dates, rentals } = booking
  const swaps =
    unit === null || others.some(({ occupants }) => occupants.length === 0)
      ? []
      : await readSwaps({ productId: product.id, bookingId: booking.id, fromUnit: unit, units: others, now })
  const days = eachDay(own.firstDay, own.lastDay)
  const { id: pickedProduct, name: productName } = product
  return {
    booking: { id, number, status, clientName, productName, dates, rentals },
    productId: pickedProduct,
    unit,
    days,
    others,
    swaps,
  }
}

const MAX_SWAPS = 10

async function readSwaps({
  productId,
  bookingId,
  fromUnit,
  units,
  now,
}: {
  productId: ProductId
  bookingId: BookingId
  fromUnit: number
  units: readonly { unit: number }[]
  now: Date
}): Promise<UnitSwapView[]> {
  const toUnits = units.map(({ unit }) => unit).slice(0, MAX_SWAPS)
  const swapGroups = await findBookingsToSwap(productId, { bookingId, fromUnit, toUnits }, now)
  const groups = [...swapGroups].map(([unit, group]) => ({
    unit,
    ids: group && [...new Set(group.map((member) => member.bookingId))].filter((id) => id !== bookingId),
  }))
  const bookings = await findPlannedBookings(
    groups.flatMap(({ ids }) => ids ?? []),
    now,
  )
  return groups.map(({ unit, ids }) => ({
    unit,
    others:
      ids &&
      ids.flatMap((each) => {
        const other = bookings.get(each)
        return other ? [{ id: other.id, number: other.number, clientName: other.clientName }] : []
      }),
  }))
}

function groupByReason(closed: readonly ClosedDay[], products: ProductList): ClosedReason[] {
  const names = new Map<string, string>(products.map(({ id, name }) => [id, name]))
  const reasons = new Map<string, { productName: string; days: Day[]; reason: string | null }>()
  for (const { productId, day, reason } of closed) {
    const key = `${productId}/${reason ?? ""}`
    const entry = reasons.get(key) ?? { productName: names.get(productId) ?? "", days: [], reason }
    entry.days.push(day)
    reasons.set(key, entry)
  }
  return [...reasons.values()].sort((a, b) => ((a.days[0] ?? "") < (b.days[0] ?? "") ? -1 : 1))
}

function plannedProduct({ id, name, isActive, isArchived, units }: PlanningProduct): PlannedProduct {
  return { id, name, isActive, isArchived, units }
}
