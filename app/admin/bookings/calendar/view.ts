import type { DayFacts } from "../../../../domain/calendar/owner-day.ts"
import type { Day } from "../../../../domain/day.ts"
import type { DayConflict } from "../../kit/booking/day-conflicts.tsx"
import type { BookingLine, RefusedRequest } from "../../kit/booking/line.ts"
import type { OwnerMonthView, PickedProduct } from "../../kit/calendar/view.ts"
import type { ChoicesView } from "../../kit/catalog/options-view.ts"
import type { Flash } from "../../kit/flash.ts"
import type { BookingEditView } from "../order/view.ts"
import type { Refusal } from "../../../http/refusal.ts"
import type { BookingDetailView } from "../record/view.ts"

/** A refusal of the screen; a form that changes a booking comes back whole, with what the server makes of it. */
export type BookingRefusal = Refusal & { edit?: BookingEditView }

export type BookingsView = {
  /** When this was read: ages are counted from it. */
  now: Date
  choices: ChoicesView
  /** Null in a shop without products. */
  calendar: { product: PickedProduct; view: OwnerMonthView } | null
  /** The longest waiting, and how many there are in all. */
  pending: readonly BookingLine[]
  pendingCount: number
  latestRequest: BookingLine | null
  /** By the booking's id, what was answered lately and by whom. */
  answered: Readonly<Record<string, string>>
  /** The next ones, and how many there are in all. */
  upcoming: readonly BookingLine[]
  upcomingCount: number
  today: Day
  /** The booking that is open; "missing" when the address names none. */
  booking: BookingDetailView | "missing" | null
  /** The day that was pressed, with its bookings. */
  day: { day: Day; facts: DayFacts } | null
  /** The request about to be refused; "answered" when it does not wait any more. */
  refusing: RefusedRequest | "answered" | null
  /** The part of the open booking that is being changed; "closed" as above. */
  edit: BookingEditView | "closed" | null
  /** Bookings on the selected days when these are about to be closed. */
  conflicts: readonly DayConflict[]
  /** Made by the server, so that a note sent twice is written once. */
  noteKey: string
  flash: Flash | null
}
