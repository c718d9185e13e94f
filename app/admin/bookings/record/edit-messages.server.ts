import { daysProblemMessage } from "../../../../domain/availability/days-problem-message.ts"
import { DAYS_UNAVAILABLE } from "../../../../domain/availability/days-unavailable.ts"
import { addressLine } from "../../../../domain/booking/booking.ts"
import { statusLabels } from "../../../../domain/booking/status.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { datesOrHoursLabel, withPlanName } from "../../../../domain/rental/rental-times.ts"
import { type Rental, namesOfRentals, rentalLabel } from "../../../../domain/rental/rental.ts"
import type { EditProblem } from "../../../../server/bookings/edit.ts"
import type { Proposal } from "../../../../server/bookings/propose-edit.ts"
import type { OrderMessage } from "../order/view.ts"
import { choiceProblemText } from "../../../kit/booking-problems.server.ts"

export function editProblemMessage(problem: EditProblem, now: Date): string {
  switch (problem.kind) {
    case "not-found":
      return "Cette réservation n’existe pas."
    case "not-editable":
      return `Cette réservation est ${statusLabels[problem.status].toLowerCase()}\u00a0: elle ne se modifie plus.`
    case "stale": {
      const subject = problem.by === "" ? "Cette réservation a changé" : `${problem.by} a changé cette réservation`
      return `${subject} ${agoLabel(problem.at, now)}. Rien n’a été enregistré\u00a0: relisez ce qui suit, puis enregistrez de nouveau si vous le voulez toujours.`
    }
    case "no-days":
    case "too-many-days":
    case "plan-refused":
    case "not-for-rent":
      return daysProblemMessage(problem)
    case "outside-window":
    case "days-taken":
      return `${DAYS_UNAVAILABLE}\u00a0: ${daysLong(problem.days)}. La réservation garde les siennes.`
    case "choice-refused":
      return choiceProblemText(problem.problem)
    case "last-rental":
      return "Une réservation garde au moins une location\u00a0: annulez-la plutôt."
    case "rental-gone":
      return "Cette location n’est plus dans la réservation."
    case "address-incomplete":
      return "Il manque la rue, le code postal (5 chiffres) ou la ville."
    case "too-far":
      return `Trop loin\u00a0: ${problem.distanceKm}\u00a0km aller-retour, et vos livraisons vont jusqu’à ${problem.maximumKm}\u00a0km.`
    case "too-much":
      return `Ce total dépasse ce qui se réserve\u00a0: ${formatMoney(problem.total)}.`
    case "below-zero":
      return `Vos remises dépassent ce prix de ${formatMoney(-problem.total)}. Retirez-en une, puis recommencez.`
    case "price-changed":
      return `Le total est maintenant de ${formatMoney(problem.total)}, au lieu de ${formatMoney(problem.expectedTotal)}. Rien n’a été enregistré\u00a0: relisez, puis enregistrez.`
  }
}

export function changeMessage({ booking, after, price, changed }: Proposal, clientName: string): OrderMessage {
  const number = `n°\u00a0${booking.number}`
  const lines = [
    ...(changed.includes("rentals")
      ? [`Matériel\u00a0: ${namesOfRentals(after.rentals)}, au lieu de ${namesOfRentals(booking.rentals)}.`]
      : []),
    ...after.rentals.flatMap((rental) => rentalChange(booking.rentals, rental)),
    ...(changed.includes("place") ? [`${placeLabel(after)}.`] : []),
    price.difference === 0
      ? `Le total reste de ${formatMoney(price.after)}.`
      : `Total\u00a0: ${formatMoney(price.after)}, au lieu de ${formatMoney(price.before)}.`,
    ...(after.isDelivery && after.distanceToConfirm ? ["Les frais de livraison restent à confirmer."] : []),
  ]
  const text = [
    `Bonjour ${clientName},`,
    `Votre réservation ${number} (${booking.productName}) est modifiée\u00a0:`,
    lines.join("\n"),
    "Si quelque chose ne vous convient pas, répondez à ce message ou appelez-nous.",
  ]
  return { text: text.join("\n\n") }
}

function rentalChange(before: readonly Rental[], rental: Rental): string[] {
  const old = before.find(({ position }) => position === rental.position)
  if (!old) {
    const options = chosenLabel(rental)
    return [
      `${rental.productName}\u00a0: ${withPlanName(rental.plan, datesOrHoursLabel(rental))}${options === "aucune" ? "" : `, ${options}`}.`,
    ]
  }
  const name = before.length > 1 ? ` (${rental.productName})` : ""
  const [chosen, chosenBefore] = [chosenLabel(rental), chosenLabel(old)]
  return [
    ...(datesOrHoursLabel(old) === datesOrHoursLabel(rental)
      ? []
      : [`Dates${name}\u00a0: ${datesOrHoursLabel(rental)}, au lieu ${formerDates(old)}.`]),
    ...(chosen === chosenBefore ? [] : [`Options${name}\u00a0: ${chosen}, au lieu de ${chosenBefore}.`]),
  ]
}

function formerDates(rental: Rental): string {
  return rental.plan?.kind === "hours" ? `du ${datesOrHoursLabel(rental)}` : rentalLabel(rental, "after-de")
}

function chosenLabel({ options, photoPacks }: Pick<Rental, "options" | "photoPacks">): string {
  return choiceLabel(options.items, photoPacks)
}

function choiceLabel(items: readonly { name: string; quantity: number }[], photoPacks: number): string {
  const names = items.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))
  const packs = photoPacks > 0 ? [photoPacks > 1 ? `${photoPacks} packs photo` : "1 pack photo"] : []
  return [...names, ...packs].join(", ") || "aucune"
}

function placeLabel({ isDelivery, address }: Pick<Proposal["after"], "isDelivery" | "address">): string {
  const line = addressLine(address)
  const instructions = address.instructions ? ` (${address.instructions.replace(/\s+/g, " ")})` : ""
  return isDelivery
    ? `Livraison\u00a0: ${line}${instructions}`
    : `Retrait au dépôt\u00a0; adresse de facturation\u00a0: ${line}`
}
