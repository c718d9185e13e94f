import { type Day, dayInParis, sortedDays } from "../day.ts"
import { type Result, ok, err } from "../result.ts"
import { type OutsideWindow, type RentalWindow, DEFAULT_HORIZON_DAYS, outsideWindow } from "./calendar.ts"

/** More days than anybody rents at once. */
export const MAX_RENTAL_DAYS = 60

/** What a product says of the days on which it can be rented; notice, horizon and preparation in days. */
export type RentalTerms = {
  isActive: boolean
  archivedAt: Date | null
  minimumNoticeDays: number
  furthestDays: number | null
  preparationDaysBefore: number
}

/** Who asks, a customer where nothing is said: the owner is held neither to the notice nor to the horizon, nobody to days that are over. */
export type AskedBy = "customer" | "owner"

export type DaysProblem =
  | { kind: "no-days" }
  | { kind: "too-many-days"; max: number }
  /** The product is not offered (any more). */
  | { kind: "not-for-rent" }
  /** `why` is what the first of these days suffers from. */
  | { kind: "outside-window"; why: OutsideWindow; days: Day[] }

/** From when until when a product can be booked, seen by who asks. */
export function rentalWindow(
  { minimumNoticeDays, furthestDays }: Pick<RentalTerms, "minimumNoticeDays" | "furthestDays">,
  today: Day,
  by?: AskedBy,
): RentalWindow {
  if (by === "owner") return { today, noticeDays: 0, horizonDays: null }
  return { today, noticeDays: minimumNoticeDays, horizonDays: furthestDays ?? DEFAULT_HORIZON_DAYS }
}

/**
 * Which days may be rented at all, whatever is taken: at least one, at most `MAX_RENTAL_DAYS`, of a product that is offered,
 * inside its window. The one rule of everything that holds, orders or changes days. Answers each day once, in order.
 * `own` are days that a booking has already: they stay its own, however late it is, and whatever became of the product.
 */
export function rentableDays(
  product: RentalTerms,
  asked: readonly Day[],
  at: Date,
  { by, own }: { by?: AskedBy; own?: readonly Day[] } = {},
): Result<Day[], DaysProblem> {
  const days = sortedDays(asked)
  if (days.length === 0) return err({ kind: "no-days" })
  if (days.length > MAX_RENTAL_DAYS) return err({ kind: "too-many-days", max: MAX_RENTAL_DAYS })
  if (by !== "owner" && (!product.isActive || product.archivedAt !== null)) return err({ kind: "not-for-rent" })
  const window = rentalWindow(product, dayInParis(at), by)
  const outside = days
    .filter((day) => !own?.includes(day))
    .flatMap((day) => {
      const why = outsideWindow(day, window, product.preparationDaysBefore)
      return why === null ? [] : [{ day, why }]
    })
  const [first] = outside
  if (!first) return ok(days)
  return err({ kind: "outside-window", why: first.why, days: outside.map(({ day }) => day) })
}
