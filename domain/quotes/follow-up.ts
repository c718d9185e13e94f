import { dayInParis, daysBetween } from "../day.ts"
import { type QuoteStanding, quoteStateAt } from "./state.ts"

export type FollowUpReason = "order-received" | "change-requested" | "ending" | "unopened" | "unanswered"

export const followUpLabels: Record<FollowUpReason, string> = {
  "order-received": "Bon de commande reçu",
  "change-requested": "Changement demandé",
  ending: "Finit bientôt",
  unopened: "Jamais ouvert",
  unanswered: "Sans réponse",
}

/** Days after sending. */
export const FOLLOW_UP_DAYS = 3
export const ENDING_DAYS = 2

type FollowedQuote = QuoteStanding & {
  sentAt: Date | null
  firstOpenedAt: Date | null
  changeRequestedAt: Date | null
  orderReceivedAt: Date | null
}

/** A new version answers an order, as it answers a requested change. */
export function isOrderWaiting({
  state,
  sentAt,
  orderReceivedAt,
}: Pick<FollowedQuote, "state" | "sentAt" | "orderReceivedAt">): boolean {
  return orderReceivedAt !== null && sentAt !== null && orderReceivedAt >= sentAt && ["sent", "expired"].includes(state)
}

/** Why the owner should call; null where nothing is to do. */
export function followUpReason(quote: FollowedQuote, at: Date): FollowUpReason | null {
  if (isOrderWaiting(quote)) return "order-received"
  if (quote.changeRequestedAt !== null && quote.state !== "accepted") return "change-requested"
  if (quote.sentAt === null || quote.validUntil === null || quoteStateAt(quote, at) !== "sent") return null
  if (daysBetween(dayInParis(at), dayInParis(quote.validUntil)) <= ENDING_DAYS) return "ending"
  if (daysBetween(dayInParis(quote.sentAt), dayInParis(at)) < FOLLOW_UP_DAYS) return null
  return quote.firstOpenedAt === null ? "unopened" : "unanswered"
}
