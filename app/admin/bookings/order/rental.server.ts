import { DAYS_UNAVAILABLE } from "../../../../domain/availability/days-unavailable.ts"
import { daysProblemMessage } from "../../../../domain/availability/days-problem-message.ts"
import { optionField, planFieldNames } from "../../../../domain/booking/choice.ts"
import { isPrintable, unprintableMessage } from "../../../../domain/content/printable-text.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import type { PlaceProblem } from "../../../../server/bookings/quote-order.ts"
import type { ProductForRent } from "../../../../server/catalog/queries.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import { choiceProblemText, placeProblemText } from "../../../kit/booking-problems.server.ts"
import {
  HOURS_TAKEN,
  MALFORMED_DATES,
  type OrderChoice,
  type PostedOrder,
  fitChoice,
  lacksStart,
  missingParentErrors,
  optionsView,
  parseDistance,
  planField,
  planOfOrder,
} from "./form.server.ts"

/** The form of one rental: product, dates, options and place. */
export type PostedRental = PostedOrder & {
  /** The displayed days, options and price are this product's. */
  displayedProduct: string | null
}

export const NOT_QUOTED = { kind: "to-confirm", distanceKm: 0, fee: 0, precision: null } as const

/** Keeps what this product and plan can have. */
export function fitOrder<Posted extends PostedRental>(product: ProductForRent, posted: Posted) {
  const typed = dropForeignChoices(product, posted)
  const plan = planOfOrder(product, typed.choice)
  const isGone = typed.choice.plan !== undefined && typed.choice.plan.id !== plan.id
  const problem = isGone ? daysProblemMessage({ kind: "plan-refused", problem: { kind: "unknown-plan" } }) : null
  return { plan, problem, typed: { ...typed, choice: fitChoice(plan, typed.choice) } }
}

function dropForeignChoices<Posted extends PostedRental>({ id, offers }: ProductForRent, typed: Posted): Posted {
  if (typed.displayedProduct === null || typed.displayedProduct === id) return typed
  const options = typed.choice.options.filter(({ optionId }) => offers.some((offer) => offer.id === optionId))
  return { ...typed, choice: { ...typed.choice, plan: undefined, options } }
}

export function parentOptionErrors(product: ProductForRent | null, { choice }: PostedRental): FormErrors {
  return product ? missingParentErrors(optionsView(product, [], choice, product)) : {}
}

/** After a change of product its days, options and price must be read before anything is placed. */
export function productChangedError(product: ProductForRent | null, { displayedProduct }: PostedRental): FormErrors {
  if (!product || displayedProduct === null || displayedProduct === product.id) return {}
  return {
    produit: `Les jours, les options et le prix affichés étaient ceux d’un autre produit. Voici ceux de «\u00a0${product.name}\u00a0»\u00a0: relisez-les, puis enregistrez.`,
  }
}

export function startProblem(product: ProductForRent | null, { choice }: PostedRental): FormErrors {
  if (!product || choice.days.length === 0 || !lacksStart(planOfOrder(product, choice), choice)) return {}
  const problem = { kind: "unknown-start" } as const
  return { [planField(problem)]: daysProblemMessage({ kind: "plan-refused", problem }) }
}

export function dateProblem({ malformed }: Pick<PostedRental, "malformed">): Record<string, string> {
  return malformed.length > 0 ? { date: MALFORMED_DATES } : {}
}

export function distanceProblem({ place }: Pick<PostedRental, "place">): Record<string, string> {
  return parseDistance(place.distance) === undefined
    ? { distance: "Indiquez un nombre entier de kilomètres, par exemple 24." }
    : {}
}

export function fieldProblems({ choice, place, malformed }: PostedRental): Record<string, string> {
  const { street, zipCode, city } = place.address
  return {
    ...(choice.days.length === 0 ? { date: "Veuillez sélectionner au moins une date" } : {}),
    ...dateProblem({ malformed }),
    ...(street === "" ? { street: "Indiquez le numéro et la rue" } : {}),
    ...(isPrintable(street) ? {} : { street: unprintableMessage(street) }),
    ...(/^\d{5}$/.test(zipCode)
      ? {}
      : { zipCode: zipCode === "" ? "Indiquez le code postal" : "Le code postal a 5 chiffres" }),
    ...(city === "" ? { city: "Indiquez la ville" } : {}),
    ...(isPrintable(city) ? {} : { city: unprintableMessage(city) }),
    ...distanceProblem({ place }),
  }
}

/** Each beside its field. */
export function placeProblemErrors(problem: PlaceProblem, { plan }: OrderChoice): Record<string, string> {
  if (problem.kind === "days-taken" && plan?.startTime)
    return { [planFieldNames.start]: HOURS_TAKEN, form: HOURS_TAKEN }
  switch (problem.kind) {
    case "plan-refused":
      return { [planField(problem.problem)]: ownerMessage(problem), form: ownerMessage(problem) }
    case "days-taken":
    case "outside-window":
    case "no-days":
    case "too-many-days":
      return { date: ownerMessage(problem), form: ownerMessage(problem) }
    case "choice-refused": {
      const field = problem.problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.problem.optionId)
      return { [field]: choiceProblemText(problem.problem), form: choiceProblemText(problem.problem) }
    }
    default:
      return { form: ownerMessage(problem) }
  }
}

export function ownerMessage(problem: PlaceProblem): string {
  if (problem.kind === "too-far")
    return `Trop loin\u00a0: ${problem.distanceKm}\u00a0km aller-retour, et vos livraisons vont jusqu’à ${problem.maximumKm}\u00a0km.`
  if (problem.kind === "days-taken" || problem.kind === "outside-window")
    return `${DAYS_UNAVAILABLE}\u00a0: ${daysLong(problem.days)}`
  return placeProblemText(problem)
}
