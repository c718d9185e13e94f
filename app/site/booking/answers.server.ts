import { data, redirect } from "react-router"
import { daysProblemWords } from "../../../domain/availability/days-words.ts"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import { type WizardChoice, type WizardStep, optionField, wizardSearch } from "../../../domain/booking/wizard.ts"
import { type DaysRefused, checkDays } from "../../../server/availability/check-days.ts"
import type { Visitor } from "../../../server/auth/visitor.ts"
import { wizardView } from "../../../server/bookings/wizard-view.ts"
import { holdDays } from "../../../server/cart/hold.ts"
import type { ProductForRent } from "../../../server/catalog/queries.ts"
import type { FormErrors } from "../../http/forms.ts"
import { choiceProblemText } from "../../kit/booking-problems.server.ts"
import { partyOf } from "../../http/visitor.server.ts"

export type Step = { product: ProductForRent; request: Request; visitor: Visitor | null; at: Date }
/** A step that was posted, with what had been chosen before it. */
export type Posted = Step & { choice: WizardChoice }

/** Absolute: the framework asks for data at another address, from which a bare "?step=" would lead astray. */
export function goTo(posted: Posted, step: WizardStep, headers = new Headers()) {
  return redirect(stepPath(posted, step), { status: 303, headers })
}

export function stepPath({ product, choice }: Posted, step: WizardStep): string {
  return `/book/${product.id}${wizardSearch(step, choice)}`
}

/** Looks whether a stranger's days can be had; null when they can. */
export async function strangersDaysProblem(posted: Posted) {
  const { product, choice, at } = posted
  const free = await checkDays(product, choice.days, { customerId: null, at })
  return free.ok ? null : refuseDays(posted, free.error)
}

/** Keeps the days for whoever is signed in, only looks at them for anybody else; null when that went well. */
export async function holdProblem(posted: Posted) {
  const { visitor, product, choice, at } = posted
  if (!visitor) return strangersDaysProblem(posted)
  const held = await holdDays(partyOf(visitor), product, choice.days, at)
  return held.ok ? null : refuseDays(posted, held.error)
}

/** Back to the calendar, with the reason and the rest of the choice. */
export function refuseDays(posted: Posted, problem: DaysRefused) {
  const incomplete = problem.kind === "no-days" || problem.kind === "too-many-days"
  return refuse(posted, "calendar", { date: daysProblemWords(problem) }, { status: incomplete ? 422 : 409 })
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
