import { data, redirect } from "react-router"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import {
  type WizardChoice,
  type WizardStep,
  MOST_DAYS,
  optionField,
  wizardSearch,
} from "../../../domain/booking/wizard.ts"
import type { Visitor } from "../../../server/auth/visitor.ts"
import { wizardView } from "../../../server/bookings/wizard-view.ts"
import { holdDays } from "../../../server/cart/hold.ts"
import type { ProductForRent } from "../../../server/catalog/queries.ts"
import type { FormErrors } from "../../http/forms.ts"
import { choiceProblemText } from "../../kit/booking-problems.server.ts"

export type Step = { product: ProductForRent; request: Request; visitor: Visitor | null; at: Date }
/** A step that was posted, with what had been chosen before it. */
export type Posted = Step & { choice: WizardChoice }

const daysGone = "Certaines dates sélectionnées ne sont plus disponibles"

/** Absolute: the framework asks for data at another address, from which a bare "?step=" would lead astray. */
export function goTo({ product, choice }: Posted, step: WizardStep, headers = new Headers()) {
  return redirect(`/book/${product.id}${wizardSearch(step, choice)}`, { status: 303, headers })
}

/** What stands in the way of these days, as an answer; null when nothing does. */
export async function daysProblem(posted: Posted) {
  const { choice } = posted
  if (choice.days.length === 0) return refuse(posted, "calendar", { date: "Veuillez sélectionner au moins une date" })
  if (choice.days.length > MOST_DAYS)
    return refuse(posted, "calendar", { date: `${MOST_DAYS} jours au plus par réservation` })
  const view = await viewOf(posted, "calendar")
  return view.unavailable.length > 0 ? refuseDays(posted) : null
}

/** Keeps the days for whoever is signed in; null when that went well, or when nobody is. */
export async function holdProblem(posted: Posted) {
  const { visitor, product, choice, at } = posted
  const problem = await daysProblem(posted)
  if (problem || !visitor) return problem
  const held = await holdDays(visitor.profile, product, choice.days, at)
  return held.ok ? null : refuseDays(posted)
}

/** Somebody else was faster: back to the calendar, with the rest of the choice. */
export function refuseDays(posted: Posted, headers?: Headers) {
  return refuse(posted, "calendar", { date: daysGone }, { status: 409, ...(headers ? { headers } : {}) })
}

export function choiceErrors(problem: Parameters<typeof choiceProblemText>[0]): FormErrors {
  const field = problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.optionId)
  return { [field]: choiceProblemText(problem) }
}

type Told = {
  form?: string
  values?: Record<string, string>
  status?: number
  headers?: Headers
  carried?: BookingAddress | null
}

/** The step again, with its messages and everything that was typed. */
export async function refuse(
  posted: Posted,
  step: WizardStep,
  errors: FormErrors,
  { form = step, values = {}, status = 422, headers, carried = null }: Told = {},
) {
  return data(
    { form, errors, values, carried, view: await viewOf(posted, step) },
    { status, ...(headers ? { headers } : {}) },
  )
}

export function refuseAs(
  posted: Posted,
  step: WizardStep,
  form: string,
  { errors, values }: { errors: FormErrors; values: Record<string, string> },
  carried: BookingAddress | null = null,
) {
  return refuse(posted, step, errors, { form, values, carried })
}

function viewOf({ product, choice, visitor, at }: Posted, step: WizardStep) {
  return wizardView(product, readable(choice), { step, month: null }, visitor?.profile ?? null, at)
}

/** What was posted without the quantities that are no numbers: a page can show only numbers. */
function readable(choice: WizardChoice): WizardChoice {
  const options = choice.options.filter(({ quantity }) => Number.isSafeInteger(quantity))
  return { ...choice, options, photoPacks: Number.isSafeInteger(choice.photoPacks) ? choice.photoPacks : 0 }
}
