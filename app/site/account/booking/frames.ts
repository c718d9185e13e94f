import type { JourneyStep, NextAction } from "../../../../domain/booking/journey.ts"
import { daySeenFrom, instantLong } from "../../../../domain/day-labels.ts"
import { type Day, dayInParis } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { numberOfDays } from "../../../../domain/rental/rental.ts"
import type { Frame } from "../../../ui/film-timeline.tsx"
import { isSigned, paidWhole, stepFrame } from "../../../kit/journey-frame.ts"
import type { BookingView } from "./view.ts"

/** The life of a booking as a strip of photos. */
export function framesOf(view: BookingView): Frame[] {
  return view.journey.steps.map((step) =>
    // Money that came did come, although the booking ended before all of it.
    step.name === "payment" && step.state === "stopped" && view.received > 0
      ? { ...stepFrame({ ...step, state: "done" }), text: endedPaymentText(view) }
      : { ...stepFrame(step), text: textOf(step, view) },
  )
}

function endedPaymentText({ received, paid }: BookingView): string {
  const back = received - paid
  if (back <= 0) return `${formatMoney(received)} reçus`
  return `${formatMoney(received)} reçus, ${paid > 0 ? `dont ${formatMoney(back)} rendus` : "et rendus"}`
}

function textOf(step: JourneyStep, view: BookingView): string | undefined {
  const { name, state, date } = step
  const today = dayInParis(view.now)
  const on = date && daySeenFrom(today, "at" in date ? dayInParis(date.at) : date.on)
  if (state === "stopped") return date && "at" in date ? `Arrêt le ${on}` : undefined
  switch (name) {
    case "request":
      return `Envoyée le ${on}`
    case "confirmation":
      if (state === "done") return "Vos dates sont à vous"
      if (view.journey.next.kind === "wait-for-answer" && view.journey.next.late)
        return "Notre réponse a pris du retard"
      return date && "at" in date ? `Notre réponse, au plus tard le ${instantLong(date.at)}` : "Nous vous répondons"
    case "contract":
      if (state === "done") return `Signé le ${on}`
      if (state === "ahead") return "Dès que nous avons confirmé"
      if (date && "at" in date) return `À signer avant le ${instantLong(date.at)}`
      return view.journey.next.kind === "sign" ? "Il est prêt à signer" : "Nous le préparons"
    case "payment":
      return paymentText(state, view)
    case "event":
      return numberOfDays(view.when) > 1 ? `À partir du ${on}` : (on ?? undefined)
    case "return":
      if (view.journey.returnedOn) return `Repris, ${on}`
      return `${view.place.isDelivery ? "Reprise" : "Retour au dépôt"}, ${on}`
  }
}

function paymentText(state: JourneyStep["state"], { journey, price, paid, now }: BookingView): string {
  if (state === "done") return `${formatMoney(paid)} reçus, tout est réglé`
  if (state === "current" && journey.next.kind === "pay") return payText(journey.next, dayInParis(now))
  const whole = paidWhole(price.total - paid, "à vous rendre")
  if (whole) return whole
  const left = formatMoney(price.total - paid)
  return isSigned(journey) ? `Reste ${left} à payer` : `${left}, après signature`
}

function payText({ amount, dueOn, late }: Extract<NextAction, { kind: "pay" }>, today: Day): string {
  if (dueOn === null) return `${formatMoney(amount)}, dès maintenant`
  return late
    ? `${formatMoney(amount)}, attendus le ${daySeenFrom(today, dueOn)}`
    : `${formatMoney(amount)} au plus tard le ${daySeenFrom(today, dueOn)}`
}
