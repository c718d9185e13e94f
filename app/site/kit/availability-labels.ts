import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import type { DayAnswer } from "./catalog-view.ts"

/** A day that was asked for, with what the calendar says of it. */
export type AskedDay = { day: Day; answer: DayAnswer }

const refusals: Record<Exclude<CustomerDay, "free">, string> = {
  taken: "Pris le",
  closed: "Fermé le",
  past: "Passé\u00a0:",
  "too-soon": "Trop tôt pour le",
  "too-far": "Pas encore ouvert le",
}

/** Before the day that cannot be had: "Pris le". */
export function dayRefusal(why: Exclude<CustomerDay, "free">): string {
  return refusals[why]
}

/** After a day that is not open yet: ". À réserver à partir du samedi 12 juin 2027". */
export function opensOnLabel(day: Day | undefined): string {
  return day ? `. À réserver à partir du ${dayLong(day)}` : ""
}
