import { promoCodeProblemText } from "../../domain/pricing/promo-code-labels.ts"
import { daysProblemMessage } from "../../domain/availability/days-problem-message.ts"
import { tooFarLabel } from "../../domain/delivery/delivery-rule-labels.ts"
import { formatMoney } from "../../domain/money.ts"
import { type ChoiceProblem, photoPacksLimitMessage } from "../../domain/pricing/price.ts"
import { rentalLabel } from "../../domain/rental/rental.ts"
import { tooManyAttemptsText } from "../../isomorphic/text/waiting.ts"
import type { AddToCartProblem } from "../../server/bookings/cart/add.ts"
import type { HoldProblem } from "../../server/bookings/cart/hold.ts"
import type { PlaceProblem } from "../../server/bookings/quote-order.ts"

export function choiceProblemText(problem: ChoiceProblem): string {
  switch (problem.kind) {
    case "unknown-option":
      return "Une option choisie n’est plus proposée. Vérifiez vos options, puis continuez."
    case "quantity-not-allowed":
      return `« ${problem.name} » ne se loue pas en cette quantité. Choisissez ${problem.allowed}.`
    case "several-alternatives":
      return `Choisissez une seule option pour «\u00a0${problem.choiceGroup}\u00a0».`
    case "accessory-taken":
      return problem.left > 0
        ? `«\u00a0${problem.name}\u00a0»\u00a0: il n’en reste que ${problem.left} à ces dates. Réduisez la quantité.`
        : `«\u00a0${problem.name}\u00a0» n’est plus disponible à ces dates. Retirez cette option, ou changez de date.`
    case "photo-packs-not-allowed":
      return photoPacksLimitMessage
  }
}

const notAllowedToBook = "Ce compte n’est plus partagé avec vous. Rien n’a été réservé."

export function placeProblemText(problem: PlaceProblem): string {
  switch (problem.kind) {
    case "days-taken":
    case "outside-window":
    case "no-days":
    case "not-for-rent":
    case "too-many-days":
    case "plan-refused":
      return daysProblemMessage(problem)
    case "too-much":
      return "Ce total dépasse ce qui se réserve en ligne. Réduisez vos quantités, ou écrivez-nous."
    case "address-incomplete":
      return "Il manque la rue, le code postal ou la ville. Rien n’a été réservé."
    case "too-many-open":
      return `Rien n’a été réservé\u00a0: ${problem.max} demandes au plus peuvent attendre. Attendez une réponse, ou écrivez-nous.`
    case "too-many-open-days":
      return `Rien n’a été réservé\u00a0: ${problem.waiting} jours attendent déjà, ${problem.max} au plus. Attendez une réponse, ou écrivez-nous.`
    case "email-unverified":
      return `Rien n’a été réservé\u00a0: au-delà de ${problem.max} demandes, confirmez d’abord votre adresse e-mail, dans votre compte. Vos choix sont gardés.`
    case "not-allowed":
      return notAllowedToBook
    case "already-sent":
      return "Cette demande a déjà été envoyée avec d’autres choix. Rechargez la page pour en faire une nouvelle."
    case "choice-refused":
      return choiceProblemText(problem.problem)
    case "too-far":
      return `${tooFarLabel(problem, "Cette adresse")} Choisissez le retrait ou une autre adresse.`
    case "promo-code-refused":
      return `${promoCodeProblemText(problem.problem)} Rien n’a été réservé\u00a0: relisez le total, puis confirmez.`
    case "price-changed":
      return `Le total est maintenant de ${formatMoney(problem.total)}, au lieu de ${formatMoney(problem.expectedTotal)}. Rien n’a été réservé : relisez, puis confirmez.`
  }
}

export function holdProblemText(problem: HoldProblem): string {
  switch (problem.kind) {
    case "too-many-held":
      return `Votre panier garde ${problem.max} jours au plus. Réservez-le, ou retirez une location.`
    case "throttled":
      return tooManyAttemptsText(problem.retryAfterSeconds)
    case "not-allowed":
      return notAllowedToBook
    default:
      return daysProblemMessage(problem)
  }
}

export function addProblemText(problem: AddToCartProblem): string {
  switch (problem.kind) {
    case "no-days":
    case "days-taken":
    case "outside-window":
    case "not-for-rent":
    case "too-many-days":
    case "plan-refused":
    case "too-many-held":
    case "throttled":
    case "not-allowed":
      return holdProblemText(problem)
    case "in-cart":
      return `Cette location est déjà dans votre panier\u00a0: ${rentalLabel(problem.line)}. Modifiez-la, ou choisissez d’autres dates.`
    case "too-many-items":
      return `Votre panier contient déjà ${problem.max} locations. Réservez-les, ou retirez-en une.`
    case "choice-refused":
      return choiceProblemText(problem.problem)
  }
}
