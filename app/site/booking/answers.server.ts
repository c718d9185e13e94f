import { data, href, redirect } from "react-router"
import { z } from "zod"
import { type BookingAddress } from "../../../domain/booking/booking.ts"
import { type WizardChoice, type WizardStep, optionField, wizardSearch } from "../../../domain/booking/choice.ts"
import { malformedDates, readPostedChoice } from "../../../domain/booking/read-choice.ts"
import type { CartItemId } from "../../../domain/id.ts"
import { checkDays } from "../../../server/availability/check-days.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { readWizardView } from "../../../server/bookings/wizard-view.ts"
import { type HoldProblem, holdDays } from "../../../server/bookings/cart/hold.ts"
import type { ProductForRent } from "../../../server/catalog/queries.ts"
import { act, toRefusal } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import type { FormErrors, Refusal } from "../../http/refusal.ts"
import { carriedAddress, typedAddress } from "../kit/carried-address.server.ts"
import { choiceProblemText, holdProblemText } from "../../kit/booking-problems.server.ts"
import { showsAnotherAccount, otherAccountText, withoutFields } from "../../http/viewed-account.server.ts"
import { partyOf } from "../../http/visitor.server.ts"

export type Step = {
  product: ProductForRent
  request: Request
  visitor: Visitor | null
  promoCode: string | null
  at: Date
}
export type PostedStep = Step & { form: PostedForm; choice: WizardChoice }

/** Absolute: React Router requests data from another URL, where "?step=" resolves wrongly. */
export function goTo(posted: PostedStep, step: WizardStep, headers = new Headers()) {
  return redirect(stepPath(posted, step), { status: 303, headers })
}

export function stepPath({ product, choice }: PostedStep, step: WizardStep, isDelivery: boolean | null = null): string {
  return `${href("/book/:id", { id: product.id })}${wizardSearch(step, choice, null, isDelivery)}`
}

/** null when the days are free. */
export async function checkDaysOrRefuse(posted: PostedStep) {
  const { product, choice, at } = posted
  const free = await checkDays(product, choice, { customerId: null, at })
  return free.ok ? null : refuseDays(posted, free.error)
}

/** Holds the days for a customer and only checks them for a stranger; null on success. */
export async function holdDaysOrRefuse(posted: PostedStep) {
  const { visitor, product, choice, at } = posted
  if (!visitor) return checkDaysOrRefuse(posted)
  const hold = await holdDays({ party: partyOf(visitor), product, days: choice.days, plan: choice.plan, at })
  return hold.ok ? null : refuseDays(posted, hold.error)
}

export function refuseDays(posted: PostedStep, problem: HoldProblem) {
  return refuse(posted, "calendar", { date: holdProblemText(problem) }, holdResponseInit(problem))
}

function isTyped({ kind }: HoldProblem): boolean {
  return kind === "no-days" || kind === "too-many-days" || kind === "plan-refused"
}

export function holdResponseInit(problem: HoldProblem): { status: number; headers?: Headers } {
  if (problem.kind === "throttled")
    return { status: 429, headers: new Headers({ "retry-after": String(problem.retryAfterSeconds) }) }
  if (problem.kind === "not-allowed") return { status: 403 }
  return { status: isTyped(problem) ? 422 : 409 }
}

export function choiceErrors(problem: Parameters<typeof choiceProblemText>[0]): FormErrors {
  const field = problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.optionId)
  return { [field]: choiceProblemText(problem) }
}

type RefusalOptions = {
  form?: string
  status?: number
  headers?: Headers
  carried?: BookingAddress | null
  inCart?: CartItemId | null
}

export async function refuse(
  posted: PostedStep,
  step: WizardStep,
  errors: FormErrors,
  { form = step, status = 422, headers, carried = null, inCart = null }: RefusalOptions = {},
) {
  const refusal = { ...toRefusal(posted.form, errors), form, carried, inCart, view: await currentView(posted, step) }
  return data(refusal, { status, ...(headers ? { headers } : {}) })
}

type StepForm = {
  step: WizardStep
  form?: string
  log: string
  failed: string
}

export function stepAct<Schema extends z.ZodType, Answer>(
  stepContext: Step,
  { step, form, ...failure }: StepForm,
  schema: Schema,
  run: (posted: PostedStep, value: z.output<Schema>) => Promise<Answer>,
) {
  return (postedForm: PostedForm) => {
    const posted = { ...stepContext, form: postedForm, choice: readPostedChoice(postedForm.fields) }
    const carried = step === "register" ? carriedAddress(postedForm) : null
    const refused = ({ errors }: Refusal, { status }: { status: number }) =>
      refuse(posted, step, errors, { ...(form ? { form } : {}), status, carried })
    if (showsAnotherAccount(postedForm, posted.visitor))
      return refuse({ ...posted, form: withoutFields(postedForm) }, step, { form: otherAccountText }, { status: 409 })
    if (malformedDates(postedForm.fields).length > 0)
      return refuse(posted, "calendar", {
        date: "Une des dates envoyées n’existe pas. Rien n’a été réservé\u00a0: choisissez vos jours à nouveau.",
      })
    return act(schema, (value) => run(posted, value), { ...failure, refused })(postedForm)
  }
}

export function customerAct<Schema extends z.ZodType, Answer>(
  stepContext: Step,
  form: StepForm,
  schema: Schema,
  run: (posted: PostedStep, customer: Visitor, value: z.output<Schema>) => Promise<Answer>,
) {
  const { visitor } = stepContext
  return visitor
    ? stepAct(stepContext, form, schema, (posted, value) => run(posted, visitor, value))
    : stepAct(stepContext, form, z.object({}), askToSignIn)
}

/** The session has ended: keeps the choice and the typed address until the sign-in. */
function askToSignIn(posted: PostedStep) {
  const carried = typedAddress(posted.form)
  return refuse(posted, "register", {}, { form: "session-ended", status: 401, carried })
}

function currentView({ product, choice, visitor, promoCode, at }: PostedStep, step: WizardStep) {
  return readWizardView({
    product,
    choice: withNumericQuantities(choice),
    place: { step, month: null, isDelivery: null },
    party: visitor && partyOf(visitor),
    promoCode,
    at,
  })
}

function withNumericQuantities(choice: WizardChoice): WizardChoice {
  const options = choice.options.filter(({ quantity }) => Number.isSafeInteger(quantity))
  return { ...choice, options, photoPacks: Number.isSafeInteger(choice.photoPacks) ? choice.photoPacks : 0 }
}
