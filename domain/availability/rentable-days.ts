import { type Day, dayInParis } from "../day.ts"
import {
  type PlanChoice,
  type PlanProblem,
  type PlannedDays,
  type RatePlan,
  bookPlan,
  noticeOfPlan,
} from "../pricing/rate-plan.ts"
import { type Result, ok, err } from "../result.ts"
import { type OutsideWindow, type RentalWindow, outsideWindow } from "./calendar.ts"
import { DEFAULT_HORIZON_DAYS, MAX_RENTAL_DAYS } from "./limits.ts"

export type RentalTerms = {
  isActive: boolean
  archivedAt: Date | null
  minimumNoticeDays: number
  furthestDays: number | null
  preparationDaysBefore: number
  plans: readonly RatePlan[]
}

/** Without a plan, by the day where the product is rented by the day. */
export type WantedDays = { days: readonly Day[]; plan?: PlanChoice | null | undefined }

/** The owner is bound by neither notice nor horizon, but nobody rents past days. */
export type RequestedBy = "customer" | "owner"

export type DaysProblem =
  | { kind: "no-days" }
  | { kind: "too-many-days"; max: number }
  | { kind: "not-for-rent" }
  | { kind: "plan-refused"; problem: PlanProblem }
  | { kind: "outside-window"; why: OutsideWindow; days: Day[] }

export function rentalWindow(
  { minimumNoticeDays, furthestDays }: Pick<RentalTerms, "minimumNoticeDays" | "furthestDays">,
  today: Day,
  by?: RequestedBy,
): RentalWindow {
  if (by === "owner") return { today, noticeDays: 0, horizonDays: null }
  return { today, noticeDays: minimumNoticeDays, horizonDays: furthestDays ?? DEFAULT_HORIZON_DAYS }
}

/** Applies to holds, orders and changes alike. `own` days stay valid whatever became of the product. */
export function rentableDays(
  product: RentalTerms,
  wanted: WantedDays,
  at: Date,
  { by, own }: { by?: RequestedBy; own?: readonly Day[] } = {},
): Result<PlannedDays, DaysProblem> {
  if (wanted.days.length === 0) return err({ kind: "no-days" })
  const planned = bookPlan(product.plans, wanted.plan, wanted.days)
  if (!planned.ok) return err({ kind: "plan-refused", problem: planned.error })
  const { plan, days } = planned.value
  if (days.length > MAX_RENTAL_DAYS) return err({ kind: "too-many-days", max: MAX_RENTAL_DAYS })
  if (by !== "owner" && (!product.isActive || product.archivedAt !== null)) return err({ kind: "not-for-rent" })
  const minimumNoticeDays = Math.max(product.minimumNoticeDays, noticeOfPlan(plan))
  const window = rentalWindow({ ...product, minimumNoticeDays }, dayInParis(at), by)
  const preparation = plan.kind === "hours" ? 0 : product.preparationDaysBefore
  const outside = days
    .filter((day) => !own?.includes(day))
    .flatMap((day) => {
      const why = outsideWindow(day, window, preparation)
      // A stretch is offered by its first day.
      const isWithin = why === null || (why === "too-far" && plan.kind === "fixed" && day !== days[0])
      return isWithin ? [] : [{ day, why }]
    })
  const [first] = outside
  if (!first) return ok(planned.value)
  return err({ kind: "outside-window", why: first.why, days: outside.map(({ day }) => day) })
}
