import { type Day, addDays, addMonths, earlier, monthOf } from "../day.ts"

/** What somebody may ask for by the GDPR (articles 15 to 21) and by article 85 of the French law. */
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

/** So many days before its last day a request is among what the owner has to do today. */
export const RIGHTS_NOTICE_DAYS = 10

/** The last day to answer: one month after it came in (article 12), the month's last day where that has no such day. */
export function answerBy(receivedOn: Day): Day {
  return monthsAfter(receivedOn, 1)
}

/** Two months more, for what is complex: to be told with the reason before the end of the first. */
export function extendedUntil(receivedOn: Day): Day {
  return monthsAfter(receivedOn, 3)
}

function monthsAfter(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  return earlier(`${month}-${day.slice(8)}` as Day, last)
}
