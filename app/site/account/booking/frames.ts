import type { JourneyStep, NextAction } from "../../../../domain/booking/journey.ts"
import { dayRelativeTo, instantLong } from "../../../../domain/day-labels.ts"
import { type Day, dayInParis } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { numberOfDays } from "../../../../domain/rental/rental.ts"
import type { Frame } from "../../../ui/film-timeline.tsx"
import { isSigned, paidInFullText, stepFrame } from "../../../kit/journey-frame.ts"
import type { BookingView } from "./view.ts"

export function journeyFrames(view: BookingView): Frame[] {
  return view.journey.steps.map((step) =>
    // Payments received still count when the booking ended before full payment.
    step.name === "payment" && step.state === "stopped" && view.received > 0
      ? { ...stepFrame({ ...step, state: "done" }), text: endedPaymentText(view) }
      : { ...stepFrame(step), text: stepText(step, view) },
  )
}

function endedPaymentText({ received, paid }: BookingView): string {
  const back = received - paid
  if (back <= 0) return `${formatMoney(received)} reçus`
  return `${formatMoney(received)} reçus, ${paid > 0 ? `dont ${formatMoney(back)} rendus` : "et rendus"}`
}

function stepText(step: JourneyStep, view: BookingView): string | undefined {
  const { name, state, date } = step
  const today = dayInParis(view.now)
  const dateLabel = date && dayRelativeTo(today, "at" in date ? dayInParis(date.at) : date.on)
  if (state === "stopped") return date && "at" in date ? `Arrêt le ${dateLabel}` : undefined
  switch (name) {
    case "request":
      return `Envoyée le ${dateLabel}`
    case "confirmation":
      if (state === "done") return view.journey.next.kind === "ended" ? "Nous avions confirmé" : "La date est à vous"
      if (view.journey.next.kind === "wait-for-answer" && view.journey.next.late)
        return "Notre réponse a pris du retard"
      return date && "at" in date ? `Réponse au plus tard ${instantLong(date.at)}` : "Nous vous répondons"
    case "contract":
      if (state === "done") return `Signé le ${dateLabel}`
      if (state === "ahead") return "Dès que nous avons confirmé"
      if (date && "at" in date) return `Avant ${instantLong(date.at)}`
      return view.journey.next.kind === "sign" ? "Il est prêt à signer" : "Nous le préparons"
    case "payment":
      return paymentText(state, view)
    case "event":
      return numberOfDays(view.when) > 1 ? `À partir du ${dateLabel}` : (dateLabel ?? undefined)
    case "return":
      if (view.journey.returnedOn) return `Repris, ${dateLabel}`
      return `${view.place.isDelivery ? "Reprise" : "Retour au dépôt"}, ${dateLabel}`
  }
}

function paymentText(state: JourneyStep["state"], { journey, price, paid, now }: BookingView): string {
  if (state === "done") return `${formatMoney(paid)} reçus, tout est réglé`
  if (state === "current" && journey.next.kind === "pay") return payText(journey.next, dayInParis(now))
  const whole = paidInFullText(price.total - paid, "à vous rendre")
  if (whole) return whole
  const remaining = formatMoney(price.total - paid)
  return isSigned(journey) ? `Reste ${remaining} à payer` : `${remaining}, après signature`
}

function payText({ amount, dueOn, late }: Extract<NextAction, { kind: "pay" }>, today: Day): string {
  if (dueOn === null) return `${formatMoney(amount)}, aujourd’hui`
  return late
    ? `${formatMoney(amount)}, attendus le ${dayRelativeTo(today, dueOn)}`
    : `${formatMoney(amount)} au plus tard le ${dayRelativeTo(today, dueOn)}`
}
