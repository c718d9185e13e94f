import { type Day, addDays, sortedDays } from "../day.ts"
import { dayRuns } from "../day-runs.ts"
import { type PlacedTime, rentalPeriods, toPlacedTimes, touchedDays, withClosedEnds } from "../rental/periods.ts"
import { type BusyTime, type Stock, freeUnits } from "./units.ts"

export type CustomerDay = "free" | "taken" | "closed" | OutsideWindow

export type RentalWindow = { today: Day; noticeDays: number; horizonDays: number | null }

type ShopDays = {
  stock: Stock
  /** Closed days, also those after the last visible one on which a rental would end. */
  blocked: ReadonlySet<Day>
  /** At which a rental day begins (D61). */
  hour: number
}

export type TakenTime = ShopDays & { busy: readonly BusyTime[] }

export type ProductCalendar = TakenTime & { window: RentalWindow }

export type OutsideWindow = "past" | "too-soon" | "too-far"

export function outsideWindow(
  day: Day,
  { today, noticeDays, horizonDays }: RentalWindow,
  preparationDaysBefore: number,
): OutsideWindow | null {
  if (day < today) return "past"
  // Preparation days cannot lie in the past.
  if (day < addDays(today, Math.max(noticeDays, preparationDaysBefore))) return "too-soon"
  return horizonDays !== null && day > addDays(today, horizonDays) ? "too-far" : null
}

export function customerDay(day: Day, calendar: ProductCalendar): CustomerDay {
  const { window, stock, blocked } = calendar
  const outside = outsideWindow(day, window, stock.preparationBefore)
  if (outside !== "past" && blocked.has(day)) return "closed"
  if (outside !== null) return outside
  return isFree([day], calendar) ? "free" : "taken"
}

function isFree(days: readonly Day[], calendar: TakenTime): boolean {
  const times = wantedTimes(days, calendar)
  return !touchesClosedDay(days, times, calendar) && hasFreeUnits(times, calendar)
}

function hasFreeUnits(times: readonly PlacedTime[], { stock, busy }: TakenTime): boolean {
  return times.every(({ held }) => freeUnits(held, stock, busy).length > 0)
}

/** The time that these days take, with closed days at the end and with preparation. */
export function wantedTimes(days: readonly Day[], { stock, blocked, hour }: ShopDays): PlacedTime[] {
  return toPlacedTimes(rentalPeriods(withClosedEnds(days, blocked, hour), hour), stock)
}

/** A rental may end on closed days, but neither begins nor is prepared on one. */
export function touchesClosedDay(
  days: readonly Day[],
  times: readonly PlacedTime[],
  { blocked, hour }: Pick<ShopDays, "blocked" | "hour">,
): boolean {
  if (blocked.size === 0) return false
  const prepared = times.flatMap(({ held, rented }) => [
    ...touchedDays({ from: held.from, until: rented.from }, hour),
    ...touchedDays({ from: rented.until, until: held.until }, hour),
  ])
  return [...days, ...prepared].some((day) => blocked.has(day))
}

export function unavailableDays(days: readonly Day[], calendar: ProductCalendar): Day[] {
  const unavailable = sortedDays(days).filter((day) => customerDay(day, calendar) !== "free")
  return unavailable.length > 0 ? unavailable : daysWithoutWholeUnit(days, calendar)
}

/** Names the days that are full, or those from which on no unit has the whole stretch. */
export function daysWithoutWholeUnit(days: readonly Day[], calendar: TakenTime): Day[] {
  const isPossible = (some: readonly Day[]) => hasFreeUnits(wantedTimes(some, calendar), calendar)
  const held = dayRuns(withClosedEnds(days, calendar.blocked, calendar.hour))
  return held.flatMap(({ first, last }) => {
    const stretch = sortedDays(days).filter((day) => first <= day && day <= last)
    if (isPossible(stretch)) return []
    const full = stretch.filter((day) => !isPossible([day]))
    const end = stretch.findIndex((_, index) => !isPossible(stretch.slice(0, index + 1)))
    return full.length > 0 ? full : stretch.slice(end)
  })
}

export function nearestFreeDays(requested: Day, calendar: ProductCalendar, count = 2, maxDistance = 28): Day[] {
  const distances = Array.from({ length: maxDistance }, (_, index) => index + 1)
  const orderedDistances = [
    ...distances.filter((each) => each % 7 === 0),
    ...distances.filter((each) => each % 7 !== 0),
  ]
  const nearest: Day[] = []
  for (const day of orderedDistances.flatMap((distance) => [
    addDays(requested, -distance),
    addDays(requested, distance),
  ])) {
    if (nearest.length === count) break
    if (customerDay(day, calendar) === "free") nearest.push(day)
  }
  return sortedDays(nearest)
}
