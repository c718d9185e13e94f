import type { DayConflict } from "../kit/booking/day-conflicts.tsx"
import type { PeriodProblem } from "../../../domain/availability/period.ts"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import type { Capacity } from "../../../domain/calendar/capacity.ts"
import type { UnitRow } from "../../../domain/calendar/unit-row.ts"
import type { Day, Month } from "../../../domain/day.ts"
import type { RentalPeriod } from "../../../domain/rental/rental.ts"
import type { OwnerMonthView } from "../kit/calendar/view.ts"
import type { Flash } from "../kit/flash.ts"

export type PlannedProduct = { id: string; name: string; isActive: boolean; isArchived: boolean; units: number }

export type PlannedBooking = RentalPeriod & {
  id: string
  number: number
  status: BookingStatus
  clientName: string
  productName: string
}

export type Timeline = {
  from: Day
  days: readonly Day[]
  rows: readonly { product: PlannedProduct; units: readonly UnitRow[] }[]
  bookings: ReadonlyMap<string, PlannedBooking>
}

export type DayCapacity = { day: Day; capacity: Capacity }

export type PlanningContent =
  | { view: "planning"; timeline: Timeline }
  | { view: "mois"; month: Month; product: PlannedProduct; days: OwnerMonthView }
  | {
      view: "mois"
      month: Month
      product: null
      days: readonly Day[]
      rows: readonly { product: PlannedProduct; capacities: readonly DayCapacity[] }[]
    }
  | { view: "annee"; year: number; capacities: ReadonlyMap<Day, Capacity> }

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
  cartCount: number
}

/** No occupants on those days means that the unit is free. */
export type OtherUnit = { unit: number; occupants: readonly string[] }

/** `others` is null when no swap is possible. */
export type UnitSwapView = {
  unit: number
  others: readonly { id: string; number: number; clientName: string }[] | null
}

export type PickedView = {
  booking: PlannedBooking
  unit: number
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
  reasons: readonly ClosedReason[]
  problem: PeriodProblem | null
  preview: DaysPreview | null
  picked: PickedView | "gone" | null
  flash: Flash | null
}
