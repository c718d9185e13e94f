import type { DayConflict } from "../kit/booking/day-conflicts.tsx"
import type { PeriodProblem } from "../../../domain/availability/period.ts"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import type { Capacity } from "../../../domain/calendar/capacity.ts"
import type { ProductTimeline } from "../../../domain/calendar/unit-timeline.ts"
import type { Day } from "../../../domain/day.ts"
import type { HomelessRental } from "../../../server/availability/homeless.ts"
import type { VacatedBooking } from "../../../server/bookings/vacated-units.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { DatedBooking } from "../../../domain/rental/rental-times.ts"
import type { MarkedStop } from "../../../server/booking-record/stop-times.ts"
import type { Flash } from "../kit/flash.ts"

export type PlannedProduct = { id: string; name: string; isActive: boolean; isArchived: boolean; units: number }

export type PlannedBooking = DatedBooking & {
  id: string
  number: number
  status: BookingStatus
  clientName: string
  productName: string
}

export type Timeline = {
  from: Day
  days: readonly Day[]
  isHourly: boolean
  rows: readonly ({ product: PlannedProduct } & ProductTimeline)[]
  bookings: ReadonlyMap<string, PlannedBooking>
  stops: readonly MarkedStop[]
}

export type PlanningContent =
  | { view: "planning"; timeline: Timeline }
  | { view: "annee"; year: number; capacities: ReadonlyMap<Day, Capacity> }

/** One closing of one or several products. */
export type ClosedPeriod = {
  reason: string | null
  products: readonly string[]
  from: Day
  to: Day
  /** null where another closing of the same days would be lifted with it. */
  liftHref: string | null
}

export type ClosedReason = { productName: string; days: readonly Day[]; reason: string | null }

export type DaysPreview = {
  /** null means all products. */
  productName: string | null
  productCount: number
  days: readonly Day[]
  past: number
  closed: readonly ClosedReason[]
  closedDays: number
  bookings: readonly DayConflict[]
  /** Nobody rents on these days, but somebody collects. */
  collections: readonly DayConflict[]
  cartCount: number
}

/** A unit that can be put in repair. */
export type UnitChoice = { productId: string; productName: string; unit: number; label: string | null }

export type RepairPreview = UnitChoice & { firstDay: Day; lastDay: Day }

export type PlanningRefusal = Refusal & { vacated?: readonly VacatedBooking[] }

export type UnitProblem =
  | { field: "unit"; kind: "unit-missing" | "unit-alone" }
  | { field: "weekdays"; kind: "not-for-repairs" }

/** No occupants on those days means that the unit is free. */
export type OtherUnit = { unit: number; occupants: readonly string[] }

/** `others` is null when no swap is possible. */
export type UnitSwapView = {
  unit: number
  others: readonly { id: string; number: number; clientName: string }[] | null
}

export type PickedView = {
  /** With the name of the product that the bar is of. */
  booking: PlannedBooking
  productId: string
  /** null for a rental without one. */
  unit: number | null
  days: readonly Day[]
  others: readonly OtherUnit[]
  /** Empty when some other unit is free. */
  swaps: readonly UnitSwapView[]
}

export type PlanningView = {
  today: Day
  products: readonly PlannedProduct[]
  product: PlannedProduct | null
  isTruncated: boolean
  matchCount: number
  hasSeveralPages: boolean
  content: PlanningContent
  page: number
  pages: number
  closedPeriods: readonly ClosedPeriod[]
  problem: PeriodProblem | UnitProblem | null
  preview: DaysPreview | RepairPreview | null
  units: readonly UnitChoice[]
  homeless: readonly HomelessRental[]
  picked: PickedView | "gone" | null
  flash: Flash | null
}
