export const quoteStates = ["draft", "sent", "accepted", "declined", "expired", "withdrawn"] as const
export type QuoteState = (typeof quoteStates)[number]

export const quoteStateLabels: Record<QuoteState, string> = {
  draft: "Brouillon",
  sent: "Envoyé",
  accepted: "Accepté",
  declined: "Décliné",
  expired: "Expiré",
  withdrawn: "Retiré",
}

/** A new version reopens what ended without a booking. */
const transitions: Record<QuoteState, readonly QuoteState[]> = {
  draft: ["sent", "withdrawn"],
  sent: ["sent", "accepted", "declined", "expired", "withdrawn"],
  accepted: [],
  declined: ["sent"],
  expired: ["sent"],
  withdrawn: ["sent"],
}

export function canBecome(from: QuoteState, to: QuoteState): boolean {
  return transitions[from].includes(to)
}

/** `validUntil` is that of the newest sent version; null before the first. */
export type QuoteStanding = { state: QuoteState; validUntil: Date | null }

/** Applies the end of the validity even before its job runs. */
export function quoteStateAt({ state, validUntil }: QuoteStanding, at: Date): QuoteState {
  return state === "sent" && validUntil !== null && validUntil <= at ? "expired" : state
}

export const declineReasons = ["price", "date", "competitor", "other"] as const
export type DeclineReason = (typeof declineReasons)[number]

export const declineReasonLabels: Record<DeclineReason, string> = {
  price: "Trop cher",
  date: "Date changée",
  competitor: "Autre prestataire",
  other: "Autre raison",
}

/** "D-2027-0014" */
export function quoteNumber(year: number, sequence: number): string {
  return `D-${year}-${String(sequence).padStart(4, "0")}`
}
