import type { ListedQuote } from "../../../server/quotes/list-quotes.ts"
import type { LocalRange } from "../../../domain/calendar/unit-timeline.ts"
import type { Day, Month } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import type { UnitCheck } from "../../../server/bookings/machines/checks.ts"
import type { UnitPrints } from "../../../server/bookings/machines/supplies.ts"
import type { HomelessRental } from "../../../server/availability/homeless.ts"
import type { LateMachine } from "../../../server/availability/late-machines.ts"
import type { MonthRevenue } from "../../../server/money/finance/revenue.ts"
import type { NextStep } from "../../../server/leads/list-leads.ts"
import type { DayMoves } from "../../../server/reports/today/queries.ts"
import type { BookingDialogName } from "../kit/booking/booking-url.ts"
import type { BookingLine, RefusedRequest } from "../kit/booking/line.ts"
import type { Flash } from "../kit/flash.ts"
import type { FirstStep } from "./first-steps.ts"

export type OpenMatter = {
  bookingId: string
  number: number
  clientName: string
  /** "Acompte de 190,80 €" */
  title: string
  text: string
  late: boolean
  tag: string
  dialog?: BookingDialogName
}

export type DoubleBooking = {
  calendarName: string
  productName: string
  days: readonly Day[]
  /** null for all-day events. */
  hours: LocalRange | null
  bookings: readonly { number: number; clientName: string }[]
}

export type OutgoingView = {
  id: string
  clientName: string
  productName: string
  place: string
  /** null for a pick-up. */
  address: string | null
  isDone: boolean
  /** "Repris 9 h 52"; null until a step is marked. */
  marked: string | null
}

export type WeekDay = Omit<DayMoves, "offered">

/** `count` is the full number. */
export type Excerpt<Item> = { items: readonly Item[]; count: number }

export type TodayView = {
  /** Ages and deadlines are relative to this instant. */
  now: Date
  today: Day
  /** Oldest first. `late`: past the promised 24 hours. */
  pending: Excerpt<BookingLine> & { late: number; latest: BookingLine | null }
  /** The last 24 hours’, newest first (D67). */
  instant: readonly BookingLine[]
  /** Recent answers by booking id. */
  answered: Readonly<Record<string, string>>
  refusing: RefusedRequest | "answered" | null
  /** Confirmed but without a sent contract, so no deadline runs. */
  toSend: Excerpt<OpenMatter>
  /** Open shifts of the next days, declined ones included. */
  shifts: Excerpt<OpenMatter>
  quotes: Excerpt<ListedQuote>
  dateChanges: Excerpt<OpenMatter>
  refunds: Excerpt<OpenMatter>
  unexpectedMoney: Excerpt<OpenMatter>
  disputes: Excerpt<OpenMatter>
  deposits: Excerpt<OpenMatter>
  contracts: Excerpt<OpenMatter>
  payments: Excerpt<OpenMatter>
  later: { count: number; amount: Cents }
  week: readonly WeekDay[]
  moves: Record<"departures" | "returns" | "preparing", Excerpt<OutgoingView>>
  revenue: readonly MonthRevenue[]
  monthOccupancy: {
    month: Month
    units: number
    /** For the whole month; null without units. */
    percent: number | null
    days: readonly { day: Day; rented: number; percent: number }[]
  }
  newMessages: number
  /** Due today or late. */
  nextSteps: readonly NextStep[]
  /** Privacy requests close to or past their deadline. */
  rights: { near: number; late: number }
  checksDue: readonly UnitCheck[]
  printsToOrder: readonly UnitPrints[]
  failedMails: number
  doubleBookings: readonly DoubleBooking[]
  homeless: readonly HomelessRental[]
  lateMachines: readonly LateMachine[]
  /** Outside calendars unreadable for hours. */
  lostCalendars: readonly { name: string; since: Date }[]
  bankLines: number
  /** Overdue rows of automatic tasks. */
  lateRows: number
  /** Signed contracts not sealed in time. */
  lateSeals: number
  /** null unless the certificate ends soon. */
  certificateEnds: Date | null
  /** Without depot coordinates no delivery has a price. */
  depotMissing: boolean
  /** Missing facts that the law requires of a public shop. */
  legalGapCount: number
  /** null once all steps are done, and in the demonstration. */
  firstSteps: readonly FirstStep[] | null
  activeProducts: number
  missing: readonly { label: string; href: string }[]
  flash: Flash | null
}
