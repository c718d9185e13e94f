import { type Day, addDays, sortedDays } from "../day.ts"
import { type Stock, type TakenUnit, isDayFree } from "./units.ts"

/** What a customer may know of a day: libre, pris, fermé, or out of the rental window. */
export type CustomerDay = "free" | "taken" | "closed" | OutsideWindow

/** How far ahead one may book a product whose owner set no limit: two years, as the calendars show. */
export const DEFAULT_HORIZON_DAYS = 730

/** From when until when a product can be booked: `noticeDays` after today, at most `horizonDays` ahead (null: no end). */
export type RentalWindow = { today: Day; noticeDays: number; horizonDays: number | null }

export type ProductCalendar = {
  stock: Stock
  window: RentalWindow
  /** Units occupied by somebody else's booking or hold, or by a block. */
  taken: readonly TakenUnit[]
  /** Days that the owner closed. */
  blocked: ReadonlySet<Day>
}

export type OutsideWindow = "past" | "too-soon" | "too-far"

/** Why a day is outside the rental window; null when it is inside. */
export function outsideWindow(
  day: Day,
  { today, noticeDays, horizonDays }: RentalWindow,
  preparationDaysBefore: number,
): OutsideWindow | null {
  if (day < today) return "past"
  // Getting the machine ready takes its days before: they cannot lie in the past.
  if (day < addDays(today, Math.max(noticeDays, preparationDaysBefore))) return "too-soon"
  return horizonDays !== null && day > addDays(today, horizonDays) ? "too-far" : null
}

export function customerDay(day: Day, calendar: ProductCalendar): CustomerDay {
  const { window, stock, taken, blocked } = calendar
  const outside = outsideWindow(day, window, stock.preparationBefore)
  if (outside !== "past" && blocked.has(day)) return "closed"
  if (outside !== null) return outside
  return isDayFree(day, stock, taken) ? "free" : "taken"
}

/** The chosen days that cannot be had, in order: empty when all is well. */
export function unavailableDays(days: readonly Day[], calendar: ProductCalendar): Day[] {
  return sortedDays(days).filter((day) => customerDay(day, calendar) !== "free")
}

/** Up to `count` free days nearest to the one that was wanted, in calendar order; same weekday first. */
export function nearestFreeDays(wanted: Day, calendar: ProductCalendar, count = 2, within = 28): Day[] {
  const distances = Array.from({ length: within }, (_, index) => index + 1)
  const inTurn = [...distances.filter((each) => each % 7 === 0), ...distances.filter((each) => each % 7 !== 0)]
  const found: Day[] = []
  for (const day of inTurn.flatMap((distance) => [addDays(wanted, -distance), addDays(wanted, distance)])) {
    if (found.length === count) break
    if (customerDay(day, calendar) === "free") found.push(day)
  }
  return sortedDays(found)
}
