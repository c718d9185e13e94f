import { data, redirect } from "react-router"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import { type WizardChoice, type WizardStep, optionField, readChoice, wizardSearch } from "../../../domain/booking/wizard.ts"
import { bookOptions, checkPhotoPacks } from "../../../domain/pricing/price.ts"
import { signIn } from "../../../server/auth/sign-in.ts"
import { signUp } from "../../../server/auth/sign-up.ts"
import { wizardSignInForm, wizardSignUpForm } from "../../../server/auth/forms.ts"
import type { Visitor } from "../../../server/auth/visitor.ts"
import { quoteForAddress } from "../../../server/bookings/delivery-quote.ts"
import { keepDraftAddress, readDraft, saveAddress, saveDraftAddress, saveDraftDelivery, savedAddress } from "../../../server/bookings/draft.ts"
import { placeBooking } from "../../../server/bookings/place.ts"
import { wizardView } from "../../../server/bookings/wizard-view.ts"
import { holdDays } from "../../../server/cart/hold.ts"
import type { ProductForRent } from "../../../server/catalog/queries.ts"
import { currentTermsVersion } from "../../../server/content/legal.ts"
import { type FormErrors, type RefusedForm, parseForm } from "../forms.ts"
import { AddressForm, type Intent, IntentForm, OrderForm, UnfinishedAddress } from "./wizard-forms.ts"
import { choiceProblemText, placeProblemText } from "./wizard-texts.ts"
import { accountRefusal } from "../auth-answers.ts"

type Step = { product: ProductForRent; request: Request; visitor: Visitor | null; at: Date }
/** A step that was posted, with what had been chosen before it. */
type Posted = Step & { choice: WizardChoice }

const answers: Record<Intent, (posted: Posted) => Promise<unknown>> = {
  calendar: chooseDays,
  options: chooseOptions,
  "sign-in": enterBySigningIn,
  "sign-up": enterBySigningUp,
  quote: keepAndQuote,
  "save-address": keepInProfile,
  address: giveAddress,
  delivery: order,
}

/**
 * What the wizard's forms do. A step that is right redirects to the next one, whose URL holds the choice; a wrong one
 * answers 4xx with its messages, what was typed, and the step as it must be shown again.
 */
export async function answerStep(step: Step) {
  const form = await parseForm(step.request.clone(), IntentForm)
  if (!form.ok) return unreadable(step, form.refusal)
  const choice = readChoice(new URLSearchParams(await step.request.clone().text()))
  return answers[form.value.intent]({ ...step, choice }) as ReturnType<typeof order>
}

/** Nothing that one of our forms sends: the wizard starts again, with the reason. */
function unreadable(step: Step, { data: { errors }, init }: RefusedForm) {
  const posted = { ...step, choice: readChoice(new URL(step.request.url).searchParams) }
  const message = errors.form ?? "Le formulaire n’a pas pu être lu. Rechargez la page, puis réessayez."
  return refuse(posted, "calendar", { form: message }, { status: init?.status ?? 422 })
}

async function chooseDays(posted: Posted) {
  const { choice } = posted
  if (choice.days.length === 0) return refuse(posted, "calendar", { date: "Veuillez sélectionner au moins une date" })
  const problem = await holdProblem(posted)
  return problem ?? goTo(posted, "options")
}

async function chooseOptions(posted: Posted) {
  const { product, choice, visitor } = posted
  const options = bookOptions(product.offers, choice.options)
  if (!options.ok) return refuse(posted, "options", choiceErrors(options.error))
  const packs = checkPhotoPacks(choice.photoPacks)
  if (packs) return refuse(posted, "options", choiceErrors(packs))
  const problem = await holdProblem(posted)
  return problem ?? goTo(posted, visitor ? "address" : "register")
}

async function enterBySigningIn(posted: Posted) {
  const form = await parseForm(posted.request.clone(), wizardSignInForm)
  if (!form.ok) return refuseAs(posted, "register", "sign-in", form.refusal.data)
  const entered = await signIn(form.value, posted.request)
  if (!entered.ok) return refuseAccount(posted, "sign-in", entered.error, { email: form.value.email })
  return goOnAs(posted, entered.value)
}

async function enterBySigningUp(posted: Posted) {
  const form = await parseForm(posted.request.clone(), wizardSignUpForm)
  if (!form.ok) return refuseAs(posted, "register", "sign-up", form.refusal.data)
  const { name, email, password, terms } = form.value
  const termsVersion = await currentTermsVersion()
  const entered = await signUp({ name, email, password, ...(termsVersion ? { termsVersion } : {}) }, posted.request)
  if (!entered.ok) return refuseAccount(posted, "sign-up", entered.error, { name, email, terms })
  return goOnAs(posted, entered.value)
}

function refuseAccount(posted: Posted, form: string, problem: Parameters<typeof accountRefusal>[0], values: Record<string, string>) {
  const { errors, status } = accountRefusal(problem)
  return refuse(posted, "register", errors, { form, values, status })
}

/** Signed in: the days are held from now on, and the address is next. */
async function goOnAs(posted: Posted, entered: { account: { id: string }; headers: Headers }) {
  const { product, choice, at } = posted
  const held = await holdDays(entered.account, product, choice.days, at)
  return goTo(posted, held.ok ? "address" : "calendar", entered.headers)
}

/** While the address is typed: kept as it is, and its delivery priced. */
async function keepAndQuote({ request, visitor, product }: Posted) {
  const form = await parseForm(request.clone(), UnfinishedAddress)
  if (!form.ok || !visitor) return data({ delivery: null }, { status: visitor ? 422 : 401 })
  const { typedAt, ...address } = form.value
  await keepDraftAddress(visitor.profile.id, product.id, address, typedAt)
  return { delivery: await deliveryTo(address) }
}

async function keepInProfile(posted: Posted) {
  const { request, visitor, product, at } = posted
  if (!visitor) return goTo(posted, "register")
  const form = await parseForm(request.clone(), AddressForm)
  if (!form.ok) return refuseAs(posted, "address", "address", form.refusal.data)
  const { typedAt, ...address } = form.value
  await saveDraftAddress(visitor.profile.id, product.id, address, typedAt)
  await saveAddress(visitor.profile.id, address)
  return { delivery: await deliveryTo(address), savedAt: at.toISOString() }
}

async function giveAddress(posted: Posted) {
  const { request, visitor, product } = posted
  if (!visitor) return goTo(posted, "register")
  const useSaved = new URLSearchParams(await request.clone().text()).get("adresse-enregistree") === "oui"
  const saved = useSaved ? await savedAddress(visitor.profile.id) : null
  const form = await parseForm(request.clone(), AddressForm)
  if (form.ok) {
    const { typedAt, ...address } = form.value
    await saveDraftAddress(visitor.profile.id, product.id, saved ?? address, typedAt)
  } else if (saved) await saveDraftAddress(visitor.profile.id, product.id, saved, posted.at)
  else return refuseAs(posted, "address", "address", form.refusal.data)
  const problem = await holdProblem(posted)
  return problem ?? goTo(posted, "delivery")
}

/** The last step: everything is computed again from what the server knows, and becomes one booking (D3, D9). */
async function order(posted: Posted) {
  const { request, visitor, product, choice, at } = posted
  if (!visitor) return goTo(posted, "register")
  const form = await parseForm(request.clone(), OrderForm)
  if (!form.ok) return refuseAs(posted, "delivery", "delivery", form.refusal.data)
  const draft = await readDraft(visitor.profile.id, product.id)
  const key = draft?.id ?? form.value.key
  if (!key) return goTo(posted, "address")
  const isDelivery = form.value.mode === "delivery"
  if (draft) await saveDraftDelivery(visitor.profile.id, product.id, isDelivery)

  const placed = await placeBooking(
    { id: visitor.profile.id, name: visitor.profile.name },
    {
      productId: product.id,
      days: choice.days,
      options: choice.options,
      photoPacks: choice.photoPacks,
      isDelivery,
      address: draft?.address ?? emptyAddress,
      idempotencyKey: form.value.key ?? key,
      shownTotal: (isDelivery ? form.value["total-delivery"] : form.value["total-pickup"]) ?? null,
      termsVersion: await currentTermsVersion(),
    },
    at,
  )
  if (placed.ok) return redirect("/booking/confirmation", 303)
  const step = placed.error.kind === "days-taken" || placed.error.kind === "no-days" ? "calendar" : placed.error.kind === "choice-refused" ? "options" : "delivery"
  return refuse(posted, step, { form: placeProblemText(placed.error) }, { status: 409 })
}

/** Absolute: the framework asks for data at another address, from which a bare "?step=" would lead astray. */
function goTo({ product, choice }: Posted, step: WizardStep, headers = new Headers()) {
  return redirect(`/book/${product.id}${wizardSearch(step, choice)}`, { status: 303, headers })
}

const emptyAddress: BookingAddress = { street: "", zipCode: "", city: "", instructions: "" }

/** Keeps the days for whoever is signed in; null when that went well, or when nobody is. */
async function holdProblem(posted: Posted) {
  const { visitor, product, choice, at } = posted
  if (choice.days.length === 0) return refuse(posted, "calendar", { date: "Veuillez sélectionner au moins une date" })
  const view = await viewOf(posted, "calendar")
  const taken = { date: "Certaines dates sélectionnées ne sont plus disponibles" }
  if (view.unavailable.length > 0) return refuse(posted, "calendar", taken, { status: 409 })
  if (!visitor) return null
  const held = await holdDays(visitor.profile, product, choice.days, at)
  return held.ok ? null : refuse(posted, "calendar", taken, { status: 409 })
}

function viewOf({ product, choice, visitor, at }: Posted, step: WizardStep) {
  return wizardView(product, choice, { step, month: null }, visitor?.profile ?? null, at)
}

async function deliveryTo(address: BookingAddress) {
  if (address.zipCode === "") return null
  return { quote: await quoteForAddress(address), place: address.zipCode }
}

function choiceErrors(problem: Parameters<typeof choiceProblemText>[0]): FormErrors {
  const field = problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.optionId)
  return { [field]: choiceProblemText(problem) }
}

type Told = { form?: string; values?: Record<string, string>; status?: number }

/** The step again, with its messages and everything that was typed. */
async function refuse(posted: Posted, step: WizardStep, errors: FormErrors, { form = step, values = {}, status = 422 }: Told = {}) {
  return data({ form, errors, values, view: await viewOf(posted, step) }, { status })
}

function refuseAs(posted: Posted, step: WizardStep, form: string, { errors, values }: { errors: FormErrors; values: Record<string, string> }) {
  return refuse(posted, step, errors, { form, values })
}
