import type { CustomerDay } from "../../../domain/availability/calendar.ts"
import { customerDayLabel } from "../../../domain/availability/day-labels.ts"
import type { PlanOnDay } from "../../../domain/availability/event-day.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import type { DayAvailability } from "../../../server/availability/queries.ts"

export type RequestedDay = { day: Day; answer: DayAvailability }

const refusals: Record<Exclude<CustomerDay, "free">, string> = {
  taken: "Déjà réservé le",
  closed: "Fermé le",
  "not-sold": "Non proposé le",
  past: "Passé\u00a0:",
  "too-soon": "Trop tôt pour le",
  "too-far": "Pas encore ouvert le",
}

export function dayRefusal(why: Exclude<CustomerDay, "free">): string {
  return refusals[why]
}

/** "Soirée 4 h : encore 19 h – 23 h" */
export function planOnDayLabel(plan: PlanOnDay): string {
  return `${plan.name}\u00a0: ${planOnDayWord(plan)}`
}

export function planOnDayWord({ state, part }: PlanOnDay): string {
  return part?.word ?? (state === "taken" ? "complet" : customerDayLabel[state])
}

export function opensOnLabel(day: Day | undefined): string {
  return day ? `. Ouverture le ${dayLong(day)}` : ""
}
