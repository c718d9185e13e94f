import { invoiceKinds } from "../finance/invoice-kind.ts"
import { signingWayLabels, signingWays } from "../booking/contract-status.ts"
import { stepLabel, stopSteps } from "../booking/stop-times.ts"
import { hourInLabel, timeInParis } from "../clock.ts"
import { type Day, isDay } from "../day.ts"
import { paymentMeans, paymentMeansLabels } from "../finance/payment.ts"
import { invoiceAmountLabel } from "../invoicing/invoice.ts"
import type { RecordedDetails } from "./acts.ts"
import { formatMoney } from "../money.ts"

// Details may come from older versions: unknown values yield an empty text.

export function versionLabel(version: unknown): string {
  return typeof version === "number" && version > 1 ? `(version\u00a0${version}) ` : ""
}

export function lineName(name: unknown): string {
  return typeof name === "string" && name !== "" ? `Ligne «\u00a0${name}\u00a0»` : "Ligne"
}

export function signingWayText(how: unknown): string {
  const way = signingWays.find((match) => match === how)
  return way ? ` ${signingWayLabels[way]}` : ""
}

export function meansLabel(means: unknown): string {
  const match = paymentMeans.find((each) => each === means)
  return match ? ` (${paymentMeansLabels[match]})` : ""
}

export function reasonSuffix(reason: unknown): string {
  return typeof reason === "string" && reason !== "" ? `. Motif\u00a0: ${reason}` : ""
}

export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {}
}

export function isDayList(value: unknown): value is Day[] {
  return Array.isArray(value) && value.every((day) => typeof day === "string" && isDay(day))
}

/** `time` and `arrival` are hours, empty where unknown. */
export function stopPhrases({ step, leg, isDelivery, markedAt, arrivesAt }: RecordedDetails) {
  const hourOf = (instant: unknown) =>
    typeof instant === "string" && !Number.isNaN(Date.parse(instant)) ? hourInLabel(timeInParis(new Date(instant))) : ""
  const pressed = stopSteps.find((each) => each === step)
  const stop = { leg: leg === "back" ? ("back" as const) : ("out" as const), isDelivery: isDelivery !== false }
  return { label: pressed ? stepLabel(pressed, stop) : "Étape", time: hourOf(markedAt), arrival: hourOf(arrivesAt) }
}

export function invoicedAmount({ kind, amount: cents, total }: RecordedDetails): string {
  const match = invoiceKinds.find((each) => each === kind)
  if (match === undefined || typeof cents !== "number") return ""
  return `\u00a0: ${invoiceAmountLabel({ kind: match, amount: cents, total: typeof total === "number" ? total : cents })}`
}

export function amountPhrase(before: string, cents: unknown): string {
  return typeof cents === "number" ? `${before}${formatMoney(cents)}` : ""
}
