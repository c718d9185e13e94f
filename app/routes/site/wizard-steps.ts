import { data, redirect } from "react-router"
import { type BookingAddress, addressLine } from "../../../domain/booking/booking.ts"
import { type WizardChoice, type WizardStep, optionField, readChoice, readPostedChoice, MOST_DAYS, wizardSearch } from "../../../domain/booking/wizard.ts"
import { bookOptions, checkPhotoPacks } from "../../../domain/pricing/price.ts"
import { signIn } from "../../../server/auth/sign-in.ts"
import { signUp } from "../../../server/auth/sign-up.ts"
import { wizardSignInForm, wizardSignUpForm } from "../../../server/auth/forms.ts"
import type { Visitor } from "../../../server/auth/visitor.ts"
import { quoteForAddress } from "../../../server/bookings/delivery-quote.ts"
import { keepDraftAddress, readDraft, saveAddress, saveDraftAddress, saveDraftDelivery, savedAddress } from "../../../server/bookings/draft.ts"
import { type PlaceProblem, placeBooking } from "../../../server/bookings/place.ts"
import { wizardView } from "../../../server/bookings/wizard-view.ts"
import { holdDays } from "../../../server/cart/hold.ts"
import type { ProductForRent } from "../../../server/catalog/queries.ts"
import { currentTermsVersion } from "../../../server/content/legal.ts"
import { bodyWithin } from "../form-fields.ts"
import { type FormErrors, parseForm } from "../forms.ts"
import { AddressForm, type Intent, IntentForm, OrderForm, UnfinishedAddress } from "./wizard-forms.ts"
import { choiceProblemText, placeProblemText } from "./wizard-texts.ts"
import { accountRefusal, attempt } from "../auth-answers.ts"

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
export async function answerStep(arrived: Step) {
  // Read once, within bounds: each part of a step then looks at its own fields of the same body.
  const body = await bodyWithin(arrived.request, MAXIMUM_BYTES)
  if (!body.ok) return unreadable(arrived, body.error.status)
  const { url, headers } = arrived.request
  const step = { ...arrived, request: new Request(url, { method: "POST", headers, body: body.value }) }
  const form = await parseForm(step.request.clone(), IntentForm)
  if (!form.ok) return unreadable(step, form.refusal.init?.status ?? 422)
  const choice = readPostedChoice(new URLSearchParams(new TextDecoder().decode(body.value)))
  return answers[form.value.intent]({ ...step, choice }) as ReturnType<typeof order>
}

const MAXIMUM_BYTES = 64 * 1024

/** Nothing that one of our forms sends: the wizard starts again, with the reason. */
function unreadable(step: Step, status: number) {
  const posted = { ...step, choice: readChoice(new URL(step.request.url).searchParams) }
  return refuse(posted, "calendar", { form: "Le formulaire n’a pas pu être lu. Rechargez la page, puis réessayez." }, { status })
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
  const entered = await attempt(() => signIn(form.value, posted.request))
  if (!entered) return refuse(posted, "register", { form: "Erreur lors de la connexion" }, { form: "sign-in", values: { email: form.value.email }, status: 503 })
  if (!entered.ok) return refuseAccount(posted, "sign-in", entered.error, { email: form.value.email })
  return goOnAs(posted, entered.value)
}

async function enterBySigningUp(posted: Posted) {
  const form = await parseForm(posted.request.clone(), wizardSignUpForm)
  if (!form.ok) return refuseAs(posted, "register", "sign-up", form.refusal.data)
  const { name, email, password, terms } = form.value
  const termsVersion = await currentTermsVersion()
  const entered = await attempt(() => signUp({ name, email, password, ...(termsVersion ? { termsVersion } : {}) }, posted.request))
  if (!entered) return refuse(posted, "register", { form: "Erreur lors de l'inscription" }, { form: "sign-up", values: { name, email, terms }, status: 503 })
  if (!entered.ok) return refuseAccount(posted, "sign-up", entered.error, { name, email, terms })
  return goOnAs(posted, entered.value)
}

function refuseAccount(posted: Posted, form: string, problem: Parameters<typeof accountRefusal>[0], values: Record<string, string>) {
  const { errors, status, headers } = accountRefusal(problem)
  return refuse(posted, "register", errors, { form, values, status, ...(headers ? { headers } : {}) })
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
  if (!visitor) return signInAgain(posted)
  const form = await parseForm(request.clone(), AddressForm)
  if (!form.ok) return refuseAs(posted, "address", "address", form.refusal.data)
  const { typedAt, ...address } = form.value
  await saveDraftAddress(visitor.profile.id, product.id, address, typedAt)
  await saveAddress(visitor.profile.id, address)
  return { delivery: await deliveryTo(address), savedAt: at.toISOString() }
}

async function giveAddress(posted: Posted) {
  const { request, visitor, product } = posted
  if (!visitor) return signInAgain(posted)
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
  if (!visitor) return signInAgain(posted)
  const form = await parseForm(request.clone(), OrderForm)
  if (!form.ok) return refuseAs(posted, "delivery", "delivery", form.refusal.data)
  const draft = await readDraft(visitor.profile.id, product.id)
  const key = form.value.key ?? draft?.id
  if (!key) return goTo(posted, "address")
  const shown = form.value["shown-address"]
  if (draft && shown !== undefined && shown !== addressLine(draft.address)) {
    const changed = "L’adresse a changé dans un autre onglet. Rien n’a été réservé : relisez, puis confirmez."
    return refuse(posted, "delivery", { form: changed }, { status: 409 })
  }
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
      idempotencyKey: key,
      shownTotal: (isDelivery ? form.value["total-delivery"] : form.value["total-pickup"]) ?? null,
      termsVersion: await currentTermsVersion(),
    },
    at,
  )
  if (placed.ok) return redirect("/booking/confirmation", 303)
  return refuse(posted, stepToMend[placed.error.kind], { form: placeProblemText(placed.error) }, { status: 409 })
}

/** The session ended on the way: the choice is kept, and signing in is what is wanted, not a new account. */
function signInAgain({ product, choice }: Posted) {
  return redirect(`/book/${product.id}${wizardSearch("register", choice)}&compte=connexion`, 303)
}

/** Absolute: the framework asks for data at another address, from which a bare "?step=" would lead astray. */
function goTo({ product, choice }: Posted, step: WizardStep, headers = new Headers()) {
  return redirect(`/book/${product.id}${wizardSearch(step, choice)}`, { status: 303, headers })
}

/** Where what stands in the way of an order can be put right. */
const stepToMend: Record<PlaceProblem["kind"], WizardStep> = {
  "days-taken": "calendar",
  "no-days": "calendar",
  "too-many-days": "calendar",
  "choice-refused": "options",
  "too-much": "options",
  "address-incomplete": "address",
  "too-far": "delivery",
  "price-changed": "delivery",
  "not-for-rent": "delivery",
  "already-sent": "delivery",
}

const emptyAddress: BookingAddress = { street: "", zipCode: "", city: "", instructions: "" }

/** Keeps the days for whoever is signed in; null when that went well, or when nobody is. */
async function holdProblem(posted: Posted) {
  const { visitor, product, choice, at } = posted
  if (choice.days.length === 0) return refuse(posted, "calendar", { date: "Veuillez sélectionner au moins une date" })
  if (choice.days.length > MOST_DAYS) return refuse(posted, "calendar", { date: `${MOST_DAYS} jours au plus par réservation` })
  const view = await viewOf(posted, "calendar")
  const taken = { date: "Certaines dates sélectionnées ne sont plus disponibles" }
  if (view.unavailable.length > 0) return refuse(posted, "calendar", taken, { status: 409 })
  if (!visitor) return null
  const held = await holdDays(visitor.profile, product, choice.days, at)
  return held.ok ? null : refuse(posted, "calendar", taken, { status: 409 })
}

function viewOf({ product, choice, visitor, at }: Posted, step: WizardStep) {
  return wizardView(product, readable(choice), { step, month: null }, visitor?.profile ?? null, at)
}

/** What was posted without the quantities that are no numbers: a page can show only numbers. */
function readable(choice: WizardChoice): WizardChoice {
  const options = choice.options.filter(({ quantity }) => Number.isSafeInteger(quantity))
  return { ...choice, options, photoPacks: Number.isSafeInteger(choice.photoPacks) ? choice.photoPacks : 0 }
}

async function deliveryTo(address: BookingAddress) {
  if (address.zipCode === "") return null
  return { quote: await quoteForAddress(address), place: address.zipCode }
}

function choiceErrors(problem: Parameters<typeof choiceProblemText>[0]): FormErrors {
  const field = problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.optionId)
  return { [field]: choiceProblemText(problem) }
}

type Told = { form?: string; values?: Record<string, string>; status?: number; headers?: Headers }

/** The step again, with its messages and everything that was typed. */
async function refuse(posted: Posted, step: WizardStep, errors: FormErrors, { form = step, values = {}, status = 422, headers }: Told = {}) {
  return data({ form, errors, values, view: await viewOf(posted, step) }, { status, ...(headers ? { headers } : {}) })
}

function refuseAs(posted: Posted, step: WizardStep, form: string, { errors, values }: { errors: FormErrors; values: Record<string, string> }) {
  return refuse(posted, step, errors, { form, values })
}
