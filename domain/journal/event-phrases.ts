import { invoiceKinds } from "../finance/invoice-kind.ts"
import { signingWayLabels, signingWays } from "../booking/contract-status.ts"
import { type Day, isDay } from "../day.ts"
import { paymentMeans, paymentMeansLabels } from "../finance/payment.ts"
import { invoiceAmountLabel } from "../invoicing/invoice.ts"
import type { RecordedDetails } from "./acts.ts"
import { formatMoney } from "../money.ts"

// What the sentences of a booking's history are made of, for its customer and for the owner. Each reads a recorded
// detail, which an older version may have written otherwise: of what it does not know it says nothing.

/** "(version 2) " of a contract that came after another. */
export function edition(version: unknown): string {
  return typeof version === "number" && version > 1 ? `(version\u00a0${version}) ` : ""
}

/** "Ligne « Remise fidélité »" */
export function lineName(name: unknown): string {
  return typeof name === "string" && name !== "" ? `Ligne «\u00a0${name}\u00a0»` : "Ligne"
}

export function signingWayText(how: unknown): string {
  const way = signingWays.find((known) => known === how)
  return way ? ` ${signingWayLabels[way]}` : ""
}

export function meansLabel(means: unknown): string {
  const known = paymentMeans.find((each) => each === means)
  return known ? ` (${paymentMeansLabels[known]})` : ""
}

export function reasonSuffix(reason: unknown): string {
  return typeof reason === "string" && reason !== "" ? `. Motif\u00a0: ${reason}` : ""
}

export function partsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {}
}

export function isDays(value: unknown): value is Day[] {
  return Array.isArray(value) && value.every((day) => typeof day === "string" && isDay(day))
}

/** ": 156 €" after the name of an invoice, as lists say it; of one that was made before its total was recorded, what it adds. */
export function invoicedAmount({ kind, amount: cents, total }: RecordedDetails): string {
  const known = invoiceKinds.find((each) => each === kind)
  if (known === undefined || typeof cents !== "number") return ""
  return `\u00a0: ${invoiceAmountLabel({ kind: known, amount: cents, total: typeof total === "number" ? total : cents })}`
}

export function amount(before: string, cents: unknown): string {
  return typeof cents === "number" ? `${before}${formatMoney(cents)}` : ""
}
