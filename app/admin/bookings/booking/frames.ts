import type { JourneyStep } from "../../../../domain/booking/journey.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { daySeenFrom, instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { numberOfDays } from "../../../../domain/rental/rental.ts"
import type { Frame } from "../../../ui/film-timeline.tsx"
import { isSigned, paidWhole, stepFrame } from "../../../kit/journey-frame.ts"
import type { OwnerBookingView } from "./view.ts"

/** The same strip of photos as its customer's, in the owner's words. */
export function framesOf(view: OwnerBookingView): Frame[] {
  return view.journey.steps.map((step) => ({ ...stepFrame(step), text: textOf(step, view) }))
}

function textOf({ name, state, date }: JourneyStep, view: OwnerBookingView): string | undefined {
  const on = date && daySeenFrom(view.today, "at" in date ? dayInParis(date.at) : date.on)
  if (state === "stopped") return date && "at" in date ? `Arrêtée le ${on}` : undefined
  switch (name) {
    case "request":
      return `Déposée le ${on}`
    case "confirmation":
      if (state === "done") return date && "at" in date ? `Confirmée le ${on}` : "Confirmée"
      if (view.journey.next.kind === "wait-for-answer" && view.journey.next.late) return "Réponse en retard"
      return date && "at" in date ? `À répondre avant le ${instantLong(date.at)}` : "À répondre"
    case "contract":
      if (state === "done") return `Signé le ${on}`
      if (state === "ahead") return "Après la confirmation"
      return date && "at" in date ? `À signer avant le ${instantLong(date.at)}` : "Pas encore envoyé"
    case "payment":
      return paymentText(state, view)
    case "event":
      return numberOfDays(view.booking) > 1 ? `À partir du ${on}` : (on ?? undefined)
    case "return":
      if (view.journey.returnedOn) return `Repris, ${on}`
      return `${view.booking.isDelivery ? "Reprise" : "Retour au dépôt"}, ${on}`
  }
}

function paymentText(state: JourneyStep["state"], { journey, booking, paid, today }: OwnerBookingView): string {
  if (state === "done") return `${formatMoney(paid)} reçus, tout est réglé`
  const { next } = journey
  if (state !== "current" || next.kind !== "pay") {
    const whole = paidWhole(booking.total - paid, "à rendre")
    if (whole) return whole
    const left = formatMoney(booking.total - paid)
    return isSigned(journey) ? `Reste ${left} à payer` : `${left} après signature`
  }
  if (next.dueOn === null) return `${formatMoney(next.amount)} dus dès maintenant`
  const by = daySeenFrom(today, next.dueOn)
  return next.late
    ? `${formatMoney(next.amount)} attendus depuis le ${by}`
    : `${formatMoney(next.amount)} pour le ${by}`
}
