import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"

/**
 * How money moves. `carried-over`: what a booking's status said before payments were rows. `set-off`: it does not; interest
 * that is owed to the customer is taken off the balance (L214-2).
 */
export const paymentMeans = ["transfer", "cheque", "cash", "card", "carried-over", "set-off"] as const
export type PaymentMeans = (typeof paymentMeans)[number]

/** What the owner notes by hand; `card` then is one that was read on the spot, by a machine that we know nothing of. */
export const manualPaymentMeans = ["transfer", "cheque", "cash", "card"] as const satisfies readonly PaymentMeans[]
export type ManualPaymentMeans = (typeof manualPaymentMeans)[number]

export const paymentMeansLabels: Record<PaymentMeans, string> = {
  transfer: "virement",
  cheque: "chèque",
  cash: "espèces",
  card: "carte",
  "carried-over": "reprise",
  "set-off": "intérêts déduits",
}

export const instalmentKinds = ["down-payment", "balance", "full"] as const
export type InstalmentKind = (typeof instalmentKinds)[number]

/** A row of what is to be paid. `dueOn` is null for what is due when the contract is signed. */
export type InstalmentRow = { kind: InstalmentKind; amount: Cents; dueOn: Day | null }

/** A refund is of what was paid; an indemnity is owed beside it (D43). */
export const refundKinds = ["refund", "indemnity"] as const
export type RefundKind = (typeof refundKinds)[number]

/**
 * `interest`: on what was paid long before the rental (L214-2), an indemnity that is taken off the balance or given
 * beside the price. `goodwill`: of what was
 * rightly asked for; it lowers what is asked (decision 48).
 */
export const refundReasons = [
  "cancelled",
  "withdrawn",
  "changed",
  "overpaid",
  "carried-over",
  "interest",
  "goodwill",
] as const
export type RefundReason = (typeof refundReasons)[number]

/** What goes back, in the owner's words. */
export function refundName({ kind, reason }: { kind: RefundKind; reason: RefundReason }): string {
  if (reason === "interest") return "Intérêts"
  if (reason === "goodwill") return "Geste commercial"
  return kind === "indemnity" ? "Indemnité" : "Remboursement"
}
