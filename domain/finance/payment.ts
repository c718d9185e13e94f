import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"

/** `set-off` deducts interest from the balance (L214-2). */
export const paymentMeans = ["transfer", "cheque", "cash", "card", "carried-over", "set-off"] as const
export type PaymentMeans = (typeof paymentMeans)[number]

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

export type InstalmentRow = { kind: InstalmentKind; amount: Cents; dueOn: Day | null }

/** An indemnity is owed on top (D43). */
export const refundKinds = ["refund", "indemnity"] as const
export type RefundKind = (typeof refundKinds)[number]

/** `goodwill` lowers the price (decision 48); `interest`: L214-2. */
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

export function refundName({ kind, reason }: { kind: RefundKind; reason: RefundReason }): string {
  if (reason === "interest") return "Intérêts"
  if (reason === "goodwill") return "Geste commercial"
  return kind === "indemnity" ? "Indemnité" : "Remboursement"
}
