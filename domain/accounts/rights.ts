import { type Day, addDays, addMonths, earlier, monthOf } from "../day.ts"

/** GDPR, articles 15 to 21, and article 85 of the French law. */
export const rightsKinds = [
  "access",
  "rectification",
  "erasure",
  "restriction",
  "portability",
  "objection",
  "after-death",
] as const
export type RightsKind = (typeof rightsKinds)[number]

export const rightsLabels: Readonly<Record<RightsKind, string>> = {
  access: "Accès à mes données",
  rectification: "Rectification",
  erasure: "Effacement",
  restriction: "Limitation",
  portability: "Portabilité",
  objection: "Opposition",
  "after-death": "Directives après la mort",
}

export const rightsOutcomes = ["done", "partly", "refused"] as const
export type RightsOutcome = (typeof rightsOutcomes)[number]

export const outcomeLabels: Readonly<Record<RightsOutcome, string>> = {
  done: "Fait",
  partly: "Fait en partie",
  refused: "Refusé",
}

export const RIGHTS_NOTICE_DAYS = 10

/** One month (GDPR, article 12), or that month's last day. */
export function answerDeadline(receivedOn: Day): Day {
  return monthsAfter(receivedOn, 1)
}

/** Two months more for complex requests; tell the person before the first ends. */
export function extendedDeadline(receivedOn: Day): Day {
  return monthsAfter(receivedOn, 3)
}

function monthsAfter(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  return earlier(`${month}-${day.slice(8)}` as Day, last)
}
