import { type BookingStatus, occupiesDays, statusLabels } from "../booking/status.ts"
import { dayCellLabel } from "../day-labels.ts"
import type { Day } from "../day.ts"

type OwnerDayState = "confirmed" | "pending" | "blocked" | "cancelled" | "available"

export type DayBooking = { id: string; status: BookingStatus; clientName: string }

export type DayFacts = {
  bookings: readonly DayBooking[]
  blocked: boolean
  blockedReason: string | null
  preparation: boolean
  outsideOccupancy: { names: readonly string[]; whole: boolean } | null
}

export const emptyDay: DayFacts = {
  bookings: [],
  blocked: false,
  blockedReason: null,
  preparation: false,
  outsideOccupancy: null,
}

export type DayAction =
  | { kind: "open-booking"; id: string }
  | { kind: "choose-booking" }
  | { kind: "select" }
  | { kind: "nothing" }

/** A booking outranks a block, which leaves bookings alone (D7). */
export function ownerDayState({ bookings, blocked, outsideOccupancy }: DayFacts): OwnerDayState {
  const has = (status: BookingStatus) => bookings.some((booking) => booking.status === status)
  if (has("confirmed")) return "confirmed"
  if (has("pending")) return "pending"
  if (blocked || outsideOccupancy?.whole) return "blocked"
  return bookings.length > 0 ? "cancelled" : "available"
}

export function dayAction(day: Day, { bookings }: DayFacts, today: Day): DayAction {
  const [only, another] = bookings
  if (only && !another) return { kind: "open-booking", id: only.id }
  if (only) return { kind: "choose-booking" }
  return day < today ? { kind: "nothing" } : { kind: "select" }
}

export function sortByOccupancy<Booking extends { status: BookingStatus }>(bookings: readonly Booking[]): Booking[] {
  const rank: Record<BookingStatus, number> = { confirmed: 0, pending: 1, cancelled: 2, refused: 3 }
  return bookings.toSorted((a, b) => rank[a.status] - rank[b.status])
}

type DayLabel = {
  word: string
  shortWord: string
  note: string
  label: string
}

const words: Record<OwnerDayState, { word: string; shortWord: string }> = {
  confirmed: { word: "Confirmé", shortWord: "conf." },
  pending: { word: "En attente", shortWord: "att." },
  blocked: { word: "Bloqué", shortWord: "bloq." },
  cancelled: { word: "Annulé", shortWord: "ann." },
  available: { word: "Libre", shortWord: "libre" },
}

export function dayLabel(day: Day, facts: DayFacts, units: number): DayLabel {
  const state = ownerDayState(facts)
  const refusedOnly = state === "cancelled" && facts.bookings.every(({ status }) => status === "refused")
  const isBlockedOutside = state === "blocked" && !facts.blocked
  const { word, shortWord } = refusedOnly
    ? { word: "Refusé", shortWord: "ref." }
    : isBlockedOutside
      ? { word: "Ailleurs", shortWord: "aill." }
      : words[state]
  const bookedUnits = facts.bookings.filter(({ status }) => occupiesDays(status)).length
  const showsCount = bookedUnits > 0 && units > 1
  const reason = facts.blockedReason ?? ""
  return {
    word,
    shortWord,
    note: [
      showsCount ? `${bookedUnits}/${units}` : "",
      facts.outsideOccupancy && !isBlockedOutside ? "aill." : "",
      facts.preparation ? "prép." : "",
    ]
      .filter(Boolean)
      .join(" "),
    label: [
      dayCellLabel(day, word.toLowerCase()),
      state === "blocked" ? reason : "",
      facts.blocked && state !== "blocked" ? `le reste du jour est bloqué${reason && ` (${reason})`}` : "",
      showsCount ? `${bookedUnits} sur ${units} exemplaires` : "",
      ...sortByOccupancy(facts.bookings).map(
        ({ clientName, status }) => `${clientName} (${statusLabels[status].toLowerCase()})`,
      ),
      facts.outsideOccupancy ? `pris ailleurs\u00a0: ${facts.outsideOccupancy.names.join(", ")}` : "",
      facts.preparation ? "préparation du matériel" : "",
    ]
      .filter(Boolean)
      .join(", "),
  }
}
