import { data, href, redirect } from "react-router"
import { z } from "zod"
import { type BookingAddress } from "../../../domain/booking/booking.ts"
import {
  type WizardChoice,
  type WizardStep,
  malformedDates,
  optionField,
  readPostedChoice,
  wizardSearch,
} from "../../../domain/booking/choice.ts"
import type { CartItemId } from "../../../domain/id.ts"
import { checkDays } from "../../../server/availability/check-days.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { wizardView } from "../../../server/bookings/wizard-view.ts"
import { type HoldProblem, holdDays } from "../../../server/bookings/cart/hold.ts"
import type { ProductForRent } from "../../../server/catalog/queries.ts"
import { act, refusalOf } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import type { FormErrors, Refusal } from "../../http/refusal.ts"
import { carriedAddress, typedAddress } from "../kit/carried-address.server.ts"
import { choiceProblemText, holdProblemText } from "../../kit/booking-problems.server.ts"
import { isOfAnotherAccount, otherAccountText, withoutFields } from "../../http/shown-account.server.ts"
import { partyOf } from "../../http/visitor.server.ts"

export type Step = { product: ProductForRent; request: Request; visitor: Visitor | null; at: Date }
/** A step that was posted, with what had been chosen before it. */
export type Posted = Step & { form: PostedForm; choice: WizardChoice }

/** Absolute: the framework asks for data at another address, from which a bare "?step=" would lead astray. */
export function goTo(posted: Posted, step: WizardStep, headers = new Headers()) {
  return redirect(stepPath(posted, step), { status: 303, headers })
}

export function stepPath({ product, choice }: Posted, step: WizardStep, isDelivery: boolean | null = null): string {
  return `${href("/book/:id", { id: product.id })}${wizardSearch(step, choice, null, isDelivery)}`
}

/** Looks whether a stranger's days can be had; null when they can. */
export async function strangersDaysProblem(posted: Posted) {
  const { product, choice, at } = posted
  const free = await checkDays(product, choice.days, { customerId: null, at })
  return free.ok ? null : refuseDays(posted, free.error)
}

/** Keeps the days for the person who is signed in, only looks at them for anybody else; null when that went well. */
export async function holdProblem(posted: Posted) {
  const { visitor, product, choice, at } = posted
  if (!visitor) return strangersDaysProblem(posted)
  const held = await holdDays({ party: partyOf(visitor), product, days: choice.days, at })
  return held.ok ? null : refuseDays(posted, held.error)
}

/** Back to the calendar, with the reason and the rest of the choice. */
export function refuseDays(posted: Posted, problem: HoldProblem) {
  return refuse(posted, "calendar", { date: holdProblemText(problem) }, holdAnswer(problem))
}

/** With what status it is answered that days are not kept. */
export function holdAnswer(problem: HoldProblem): { status: number; headers?: Headers } {
  if (problem.kind === "throttled")
    return { status: 429, headers: new Headers({ "retry-after": String(problem.retryAfterSeconds) }) }
  if (problem.kind === "not-allowed") return { status: 403 }
  return { status: problem.kind === "no-days" || problem.kind === "too-many-days" ? 422 : 409 }
}

export function choiceErrors(problem: Parameters<typeof choiceProblemText>[0]): FormErrors {
  const field = problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.optionId)
  return { [field]: choiceProblemText(problem) }
}

type Refusing = {
  form?: string
  status?: number
  headers?: Headers
  carried?: BookingAddress | null
  inCart?: CartItemId | null
}

/** The step again, with its messages and everything that was typed; `form` says which form of it was refused. */
export async function refuse(
  posted: Posted,
  step: WizardStep,
  errors: FormErrors,
  { form = step, status = 422, headers, carried = null, inCart = null }: Refusing = {},
) {
  const refusal = { ...refusalOf(posted.form, errors), form, carried, inCart, view: await viewOf(posted, step) }
  return data(refusal, { status, ...(headers ? { headers } : {}) })
}

type StepForm = {
  /** The step that shows what is wrong with the form, and the form's name in it. */
  at: WizardStep
  form?: string
  log: string
  failed: string
}

/** One of the wizard's acts. Whatever it cannot take comes back as the step that it was sent from. */
export function stepAct<Schema extends z.ZodType, Answer>(
  arrived: Step,
  { at, form, ...failure }: StepForm,
  schema: Schema,
  run: (posted: Posted, value: z.output<Schema>) => Promise<Answer>,
) {
  return (sent: PostedForm) => {
    const posted = { ...arrived, form: sent, choice: readPostedChoice(sent.fields) }
    const carried = at === "register" ? carriedAddress(sent) : null
    const refused = ({ errors }: Refusal, { status }: { status: number }) =>
      refuse(posted, at, errors, { ...(form ? { form } : {}), status, carried })
    if (isOfAnotherAccount(sent, posted.visitor))
      return refuse({ ...posted, form: withoutFields(sent) }, at, { form: otherAccountText }, { status: 409 })
    if (malformedDates(sent.fields).length > 0)
      return refuse(posted, "calendar", {
        date: "Une des dates envoyées n’existe pas. Rien n’a été réservé\u00a0: choisissez vos jours à nouveau.",
      })
    return act(schema, (value) => run(posted, value), { ...failure, refused })(sent)
  }
}

/** The same for a step that only a customer can take. */
export function customerAct<Schema extends z.ZodType, Answer>(
  arrived: Step,
  form: StepForm,
  schema: Schema,
  run: (posted: Posted, customer: Visitor, value: z.output<Schema>) => Promise<Answer>,
) {
  const { visitor } = arrived
  return visitor
    ? stepAct(arrived, form, schema, (posted, value) => run(posted, visitor, value))
    : stepAct(arrived, form, z.object({}), signInAgain)
}

/** The session ended on the way: the choice and the address that was just typed are kept, and signing in is what is wanted. */
function signInAgain(posted: Posted) {
  const carried = typedAddress(posted.form)
  return refuse(posted, "register", {}, { form: "session-ended", status: 401, carried })
}

function viewOf({ product, choice, visitor, at }: Posted, step: WizardStep) {
  return wizardView(product, readable(choice), { step, month: null, isDelivery: null }, visitor && partyOf(visitor), at)
}

/** What was posted without the quantities that are no numbers: a page can show only numbers. */
function readable(choice: WizardChoice): WizardChoice {
  const options = choice.options.filter(({ quantity }) => Number.isSafeInteger(quantity))
  return { ...choice, options, photoPacks: Number.isSafeInteger(choice.photoPacks) ? choice.photoPacks : 0 }
}
