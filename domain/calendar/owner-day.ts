import { type BookingStatus, occupiesDays, statusLabels } from "../booking/status.ts"
import { dayCellLabel } from "../day-labels.ts"
import type { Day } from "../day.ts"

/** What a day is in the owner's calendar: red, yellow, grey, light grey, green (specification, section 4). */
export type OwnerDayState = "confirmed" | "pending" | "blocked" | "cancelled" | "available"

export type DayBooking = { id: string; status: BookingStatus; clientName: string }

/** What is known of one day of one product. */
export type DayFacts = {
  bookings: readonly DayBooking[]
  /** Its availability record says not available. */
  blocked: boolean
  blockedReason: string | null
  /** Some unit is being prepared before or after a rental (D7). */
  preparation: boolean
  /** The calendars of elsewhere that take units of it, and whether they take all; null on most days. */
  elsewhere: { names: readonly string[]; whole: boolean } | null
}

export const nothingPlanned: DayFacts = {
  bookings: [],
  blocked: false,
  blockedReason: null,
  preparation: false,
  elsewhere: null,
}

/** What pressing a day does (specification, section 4). */
export type DayAction =
  | { kind: "open-booking"; id: string }
  | { kind: "choose-booking" }
  | { kind: "select" }
  /** A past day with nothing on it: there is nothing left to decide. */
  | { kind: "nothing" }

/**
 * The strongest thing on the day. A booking that occupies it comes before a block, which leaves bookings alone (D7);
 * a refused or cancelled one occupies nothing, so that the block is what matters.
 */
export function ownerDayState({ bookings, blocked, elsewhere }: DayFacts): OwnerDayState {
  const has = (status: BookingStatus) => bookings.some((booking) => booking.status === status)
  if (has("confirmed")) return "confirmed"
  if (has("pending")) return "pending"
  if (blocked || elsewhere?.whole) return "blocked"
  return bookings.length > 0 ? "cancelled" : "available"
}

export function dayActionOf(day: Day, { bookings }: DayFacts, today: Day): DayAction {
  const [only, another] = bookings
  if (only && !another) return { kind: "open-booking", id: only.id }
  if (only) return { kind: "choose-booking" }
  return day < today ? { kind: "nothing" } : { kind: "select" }
}

/** The bookings of a day, those that occupy it first. */
export function occupyingFirst<Booking extends { status: BookingStatus }>(bookings: readonly Booking[]): Booking[] {
  const rank: Record<BookingStatus, number> = { confirmed: 0, pending: 1, cancelled: 2, refused: 3 }
  return bookings.toSorted((a, b) => rank[a.status] - rank[b.status])
}

export type DayLabel = {
  /** Under the number, and when the column is narrow. */
  word: string
  shortWord: string
  /** A third line, discreet: units taken of the stock, a preparation. Empty on most days. */
  note: string
  /** The whole of it, read out. */
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
  const isElsewhere = state === "blocked" && !facts.blocked
  const { word, shortWord } = refusedOnly
    ? { word: "Refusé", shortWord: "ref." }
    : isElsewhere
      ? { word: "Ailleurs", shortWord: "aill." }
      : words[state]
  const taken = facts.bookings.filter(({ status }) => occupiesDays(status)).length
  const counted = taken > 0 && units > 1
  const reason = facts.blockedReason ?? ""
  return {
    word,
    shortWord,
    note: [
      counted ? `${taken}/${units}` : "",
      facts.elsewhere && !isElsewhere ? "aill." : "",
      facts.preparation ? "prép." : "",
    ]
      .filter(Boolean)
      .join(" "),
    label: [
      dayCellLabel(day, word.toLowerCase()),
      state === "blocked" ? reason : "",
      facts.blocked && state !== "blocked" ? `le reste du jour est bloqué${reason && ` (${reason})`}` : "",
      counted ? `${taken} sur ${units} exemplaires` : "",
      ...occupyingFirst(facts.bookings).map(
        ({ clientName, status }) => `${clientName} (${statusLabels[status].toLowerCase()})`,
      ),
      facts.elsewhere ? `pris ailleurs\u00a0: ${facts.elsewhere.names.join(", ")}` : "",
      facts.preparation ? "préparation du matériel" : "",
    ]
      .filter(Boolean)
      .join(", "),
  }
}
