import type { JourneyStep } from "../../../../domain/booking/journey.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { dayRelativeTo, instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { numberOfDays } from "../../../../domain/rental/rental.ts"
import type { Frame } from "../../../ui/film-timeline.tsx"
import { isSigned, paidInFullText, stepFrame } from "../../../kit/journey-frame.ts"
import type { OwnerBookingView } from "./view.ts"

export function bookingFrames(view: OwnerBookingView): Frame[] {
  return view.journey.steps.map((step) => ({ ...stepFrame(step), text: frameText(step, view) }))
}

function frameText({ name, state, date }: JourneyStep, view: OwnerBookingView): string | undefined {
  const dayText = date && dayRelativeTo(view.today, "at" in date ? dayInParis(date.at) : date.on)
  if (state === "stopped") return date && "at" in date ? `Arrêtée le ${dayText}` : undefined
  switch (name) {
    case "request":
      return `Déposée le ${dayText}`
    case "confirmation":
      if (state === "done") return date && "at" in date ? `Confirmée le ${dayText}` : "Confirmée"
      if (view.journey.next.kind === "wait-for-answer" && view.journey.next.late) return "Réponse en retard"
      return date && "at" in date ? `À répondre avant le ${instantLong(date.at)}` : "À répondre"
    case "contract":
      if (state === "done") return `Signé le ${dayText}`
      if (state === "ahead") return "Après la confirmation"
      return date && "at" in date ? `À signer avant le ${instantLong(date.at)}` : "Pas encore envoyé"
    case "payment":
      return paymentText(state, view)
    case "event":
      return numberOfDays(view.booking) > 1 ? `À partir du ${dayText}` : (dayText ?? undefined)
    case "return":
      if (view.journey.returnedOn) return `Repris, ${dayText}`
      return `${view.booking.isDelivery ? "Reprise" : "Retour au dépôt"}, ${dayText}`
  }
}

function paymentText(state: JourneyStep["state"], { journey, booking, paid, today }: OwnerBookingView): string {
  if (state === "done") return `${formatMoney(paid)} reçus, tout est réglé`
  const { next } = journey
  if (state !== "current" || next.kind !== "pay") {
    const paidInFull = paidInFullText(booking.total - paid, "à rendre")
    if (paidInFull) return paidInFull
    const left = formatMoney(booking.total - paid)
    return isSigned(journey) ? `Reste ${left} à payer` : `${left} après signature`
  }
  if (next.dueOn === null) return `${formatMoney(next.amount)} dus dès maintenant`
  const dueDay = dayRelativeTo(today, next.dueOn)
  return next.late
    ? `${formatMoney(next.amount)} attendus depuis le ${dueDay}`
    : `${formatMoney(next.amount)} pour le ${dueDay}`
}
