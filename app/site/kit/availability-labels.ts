import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import type { DayAnswer } from "./catalog-view.ts"

export type RequestedDay = { day: Day; answer: DayAnswer }

const refusals: Record<Exclude<CustomerDay, "free">, string> = {
  taken: "Pris le",
  closed: "Fermé le",
  "not-sold": "Non proposé le",
  past: "Passé\u00a0:",
  "too-soon": "Trop tôt pour le",
  "too-far": "Pas encore ouvert le",
}

export function dayRefusal(why: Exclude<CustomerDay, "free">): string {
  return refusals[why]
}

export function opensOnLabel(day: Day | undefined): string {
  return day ? `. À réserver à partir du ${dayLong(day)}` : ""
}
