import type { DayConflict } from "../kit/booking/day-conflicts.tsx"
import type { PeriodProblem } from "../../../domain/availability/period.ts"
import type { BookingStatus } from "../../../domain/booking/status.ts"
import type { Room } from "../../../domain/calendar/room.ts"
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

export type RoomDay = { day: Day; room: Room }

export type Shown =
  | { view: "planning"; timeline: Timeline }
  | { view: "mois"; month: Month; product: PlannedProduct; days: OwnerMonthView }
  | {
      view: "mois"
      month: Month
      product: null
      days: readonly Day[]
      rows: readonly { product: PlannedProduct; rooms: readonly RoomDay[] }[]
    }
  | { view: "annee"; year: number; rooms: ReadonlyMap<Day, Room> }

export type ClosedReason = { productName: string; days: readonly Day[]; reason: string | null }

/** What closing or opening the chosen days would do. */
export type DaysPreview = {
  /** Null: all of them. */
  productName: string | null
  products: number
  days: readonly Day[]
  /** Days of the period that are over, and stay as they are. */
  past: number
  /** Days that are closed already, of all the products together. */
  closed: readonly ClosedReason[]
  closedDays: number
  bookings: readonly DayConflict[]
  carts: number
}

/** Another unit, and who has it on these days: nobody, when `by` is empty. */
export type OtherUnit = { unit: number; by: readonly string[] }

/** Another unit, and the bookings that would change places; null where nobody can. */
export type UnitSwapView = {
  unit: number
  others: readonly { id: string; number: number; clientName: string }[] | null
}

export type PickedView = {
  booking: PlannedBooking
  unit: number
  /** The days of the booking on that unit. */
  days: readonly Day[]
  others: readonly OtherUnit[]
  /** Where none of those is free. */
  swaps: readonly UnitSwapView[]
}

export type PlanningView = {
  today: Day
  /** To choose from: all, or of very many those that the search finds first. */
  products: readonly PlannedProduct[]
  product: PlannedProduct | null
  /** There are more products than can be chosen from without a search. */
  isCut: boolean
  /** How many products have the name that is searched for. */
  found: number
  /** There are more products than one page shows. */
  many: boolean
  shown: Shown
  /** Of the products that are shown, when all are asked for. */
  page: number
  pages: number
  /** Reasons of what is closed in the time shown. */
  reasons: readonly ClosedReason[]
  /** What is wrong with the period that was typed. */
  problem: PeriodProblem | null
  preview: DaysPreview | null
  picked: PickedView | "gone" | null
  flash: Flash | null
}
