import { daysProblemMessage } from "../../../domain/availability/days-problem-message.ts"
import type { PlanProblem } from "../../../domain/pricing/rate-plan.ts"
import { promoCodeProblemText } from "../../../domain/pricing/promo-code-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { AnswerProblem } from "../../../server/bookings/answer.ts"
import type { CompanyCancelProblem } from "../../../server/bookings/cancel.ts"
import type { PlaceProblem } from "../../../server/bookings/quote-order.ts"
import type { DistanceUnknown } from "../../../server/bookings/place-for-customer.ts"
import type { CustomerProblem } from "../../../server/accounts/customers/create-customer.ts"
import { ApiRefusal } from "./operation.ts"

const planSentences: Record<PlanProblem["kind"], string> = {
  "unknown-plan": "The product is not sold by this plan.",
  "plan-weekday": "The plan does not begin on this day of the week.",
  "plan-length": "The plan is for another number of days.",
  "one-day": "The plan is for one day only.",
  "unknown-start": "The plan does not begin at this time.",
  "extra-hours": "The plan does not allow this many extra hours.",
}

export function orderRefusal(
  problem: PlaceProblem | CustomerProblem | DistanceUnknown,
  pointerTo = (field: string) => `/body/${field}`,
): ApiRefusal {
  switch (problem.kind) {
    case "days-taken":
      return new ApiRefusal("days-taken", {
        detail: {
          fr: `Ces jours ne sont plus libres\u00a0: ${problem.days.join(", ")}.`,
          en: `These days are not free any more: ${problem.days.join(", ")}.`,
        },
      })
    case "outside-window":
      return new ApiRefusal("outside-window", {
        detail: {
          fr: `Ces jours ne se louent pas, ou pas encore, ou plus\u00a0: ${problem.days.join(", ")}.`,
          en: `These days cannot be rented, or not yet, or not any more: ${problem.days.join(", ")}.`,
        },
      })
    case "no-days":
    case "too-many-days":
      return invalid(pointerTo("days"), "Entre 1 et 60 jours.", "Between 1 and 60 days.")
    case "plan-refused":
      return invalid(pointerTo("plan"), daysProblemMessage(problem), planSentences[problem.problem.kind])
    case "choice-refused":
      if (problem.problem.kind === "several-alternatives")
        return invalid(
          pointerTo("options"),
          `Une seule option du choix «\u00a0${problem.problem.choiceGroup}\u00a0».`,
          `Only one option of the choice “${problem.problem.choiceGroup}”.`,
        )
      if (problem.problem.kind === "accessory-taken")
        return new ApiRefusal("days-taken", {
          detail: {
            fr: `L’option ${problem.problem.optionId}\u00a0: il en reste ${problem.problem.left} à ces dates.`,
            en: `The option ${problem.problem.optionId}: ${problem.problem.left} left on these days.`,
          },
        })
      return problem.problem.kind === "photo-packs-not-allowed"
        ? invalid(pointerTo("photoPacks"), "Entre 0 et 999.", "Between 0 and 999.")
        : invalid(
            pointerTo("options"),
            `L’option ${problem.problem.optionId} n’est pas proposée, ou pas en cette quantité.`,
            `The option ${problem.problem.optionId} is not offered, or not in this quantity.`,
          )
    case "address-incomplete":
      return invalid(
        "/body/address",
        "Il manque la rue, le code postal ou la ville.",
        "Street, postcode or town is missing.",
      )
    case "too-far":
      return new ApiRefusal("too-far", {
        detail: {
          fr: `${problem.distanceKm}\u00a0km aller-retour, et les livraisons vont jusqu’à ${problem.maximumKm}\u00a0km.`,
          en: `${problem.distanceKm} km for the round trip, and deliveries go up to ${problem.maximumKm} km.`,
        },
      })
    case "price-changed":
      return new ApiRefusal("price-changed", {
        pointer: "/body/total",
        detail: {
          fr: `Le total est de ${formatMoney(problem.total)}, au lieu de ${formatMoney(problem.expectedTotal)}. Rien n’a été réservé.`,
          en: `The total is ${problem.total} cents, not ${problem.expectedTotal}. Nothing was booked.`,
        },
      })
    case "email-taken":
      return new ApiRefusal("customer-known", {
        pointer: "/body/customer/email",
        detail: {
          fr: `Un client a déjà cette adresse e-mail\u00a0: envoyez «\u00a0customerId\u00a0», ${problem.id}.`,
          en: `A customer has this e-mail address already: send “customerId”, ${problem.id}.`,
        },
      })
    case "distance-unknown":
      return new ApiRefusal("distance-unknown", {
        pointer: "/body/distanceKm",
        detail: {
          fr: "La distance n’a pas pu être calculée\u00a0: envoyez «\u00a0distanceKm\u00a0», ou ne confirmez pas tout de suite. Rien n’a été réservé.",
          en: "The distance could not be worked out: send “distanceKm”, or do not confirm at once. Nothing was booked.",
        },
      })
    case "promo-code-refused":
      return invalid(
        "/body/promoCode",
        promoCodeProblemText(problem.problem),
        "This promo code is unknown, used up, or not for this booking.",
      )
    case "not-for-rent":
    case "too-much":
      return new ApiRefusal(problem.kind)
    case "too-many-open":
    case "too-many-open-days":
    case "email-unverified":
    case "not-allowed":
    case "already-sent":
      // These limits apply to customers only, and each order has a new key.
      return new ApiRefusal("not-possible")
  }
}

export function moveRefusal(problem: AnswerProblem | CompanyCancelProblem, forceMajeure = false): ApiRefusal {
  switch (problem.kind) {
    case "not-found":
    case "distance-unknown":
      return new ApiRefusal(problem.kind)
    case "not-possible":
      return new ApiRefusal("not-possible", {
        detail: {
          fr: `La réservation est «\u00a0${problem.from}\u00a0»\u00a0: elle ne peut pas devenir «\u00a0${problem.to}\u00a0».`,
          en: `The booking is “${problem.from}”: it cannot become “${problem.to}”.`,
        },
      })
    case "customer-erased":
      return new ApiRefusal("not-possible")
    case "expired":
      return new ApiRefusal("not-possible", {
        detail: {
          fr: "Personne n’a répondu à temps à cette demande\u00a0: elle est refusée.",
          en: "Nobody answered this request in time: it is refused.",
        },
      })
    case "over":
      return new ApiRefusal("not-possible", {
        detail: {
          fr: "Ses jours sont passés\u00a0: il n’y a rien à annuler.",
          en: "Its days are over: nothing to cancel.",
        },
      })
    case "days-over":
      return new ApiRefusal("not-possible", {
        detail: {
          fr: "Ses jours sont passés\u00a0: elle ne peut plus attendre de réponse.",
          en: "Its days are over: it cannot wait for an answer any more.",
        },
      })
    case "days-taken":
      return new ApiRefusal("days-taken")
    case "company-settlement-changed":
      return new ApiRefusal("settlement-changed", {
        settlement: forceMajeure ? problem.preview.inForceMajeure : problem.preview.settlement,
      })
  }
}

function invalid(pointer: string, fr: string, en: string): ApiRefusal {
  return new ApiRefusal("invalid", { pointer, detail: { fr, en } })
}
