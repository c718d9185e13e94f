export const sweepNames = [
  "expire-requests",
  "end-unsigned",
  "lapse-changes",
  "remind-to-sign",
  "expire-quotes",
  "remind-quotes",
  "tell-waiting",
  "tell-day-before",
  "ask-payments",
  "ask-insurance",
  "thank",
  "reconcile-cards",
  "settle-deposits",
  "issue-invoices",
  "tell-dormant",
  "erase-dormant",
] as const
export type SweepName = (typeof sweepNames)[number]
