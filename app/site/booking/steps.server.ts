import { data, redirect } from "react-router"
import { type BookingAddress, addressLine } from "../../../domain/booking/booking.ts"
import { type WizardStep, readChoice, readPostedChoice } from "../../../domain/booking/wizard.ts"
import { bookOptions, checkPhotoPacks } from "../../../domain/pricing/price.ts"
import { quoteForAddress } from "../../../server/bookings/delivery-quote.ts"
import {
  keepDraftAddress,
  readDraft,
  saveAddress,
  saveDraftAddress,
  saveDraftDelivery,
  savedAddress,
} from "../../../server/bookings/draft.ts"
import { type PlaceProblem, placeBooking } from "../../../server/bookings/place.ts"
import { currentTermsVersion } from "../../../server/content/legal.ts"
import { bodyWithin } from "../../http/form-fields.ts"
import { parseForm } from "../../http/forms.ts"
import { throttledAnswer } from "../../http/throttled-answer.server.ts"
import { partyOf } from "../../http/visitor.server.ts"
import { enterBySigningIn, enterBySigningUp, signInAgain } from "./account.server.ts"
import { type Posted, type Step, choiceErrors, goTo, holdProblem, refuse, refuseAs } from "./answers.server.ts"
import { holdChoice, putIntoCart } from "./cart.server.ts"
import { AddressForm, type Intent, IntentForm, OrderForm, UnfinishedAddress } from "./forms.ts"
import { placeProblemText } from "../../kit/booking-problems.server.ts"

const answers: Record<Intent, (posted: Posted) => Promise<unknown>> = {
  calendar: chooseDays,
  options: chooseOptions,
  cart: putIntoCart,
  hold: holdChoice,
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
  return refuse(
    posted,
    "calendar",
    { form: "Le formulaire n’a pas pu être lu. Rechargez la page, puis réessayez." },
    { status },
  )
}

async function chooseDays(posted: Posted) {
  return (await holdProblem(posted)) ?? goTo(posted, "options")
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

/** While the address is typed: kept as it is, and its delivery priced. */
async function keepAndQuote({ request, visitor, product, at }: Posted) {
  const form = await parseForm(request.clone(), UnfinishedAddress)
  if (!form.ok || !visitor) return data({ delivery: null }, { status: visitor ? 422 : 401 })
  const { typedAt, ...address } = form.value
  await keepDraftAddress(partyOf(visitor), product.id, address, typedAt)
  const wait = await throttledAnswer(request, "deliveryQuote", at)
  const stored = { typedAt: typedAt.getTime() }
  return wait ? data({ ...stored, delivery: null }, wait) : { ...stored, delivery: await deliveryTo(address) }
}

async function keepInProfile(posted: Posted) {
  const { request, visitor, product, at } = posted
  if (!visitor) return signInAgain(posted)
  const form = await parseForm(request.clone(), AddressForm)
  if (!form.ok) return refuseAs(posted, "address", "address", form.refusal.data)
  const { typedAt, ...address } = form.value
  await saveDraftAddress(partyOf(visitor), product.id, address, typedAt)
  await saveAddress(partyOf(visitor), address)
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
    await saveDraftAddress(partyOf(visitor), product.id, saved ?? address, typedAt)
  } else if (saved) await saveDraftAddress(partyOf(visitor), product.id, saved, posted.at)
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
    const changed = "L’adresse a changé dans un autre onglet. Rien n’a été réservé\u00a0: relisez, puis confirmez."
    return refuse(posted, "delivery", { form: changed }, { status: 409 })
  }
  const isDelivery = form.value.mode === "delivery"
  if (draft) await saveDraftDelivery(partyOf(visitor), product.id, isDelivery)

  const placed = await placeBooking(
    partyOf(visitor),
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
      cartItem: choice.cartItem,
    },
    at,
  )
  if (placed.ok) return redirect("/booking/confirmation", 303)
  return refuse(posted, stepToMend[placed.error.kind], { form: placeProblemText(placed.error) }, { status: 409 })
}

/** Where what stands in the way of an order can be put right. */
const stepToMend: Record<PlaceProblem["kind"], WizardStep> = {
  "days-taken": "calendar",
  "no-days": "calendar",
  "outside-window": "calendar",
  "too-many-days": "calendar",
  "choice-refused": "options",
  "too-much": "options",
  "address-incomplete": "address",
  "too-far": "delivery",
  "price-changed": "delivery",
  "not-for-rent": "delivery",
  "too-many-open": "delivery",
  "already-sent": "delivery",
}

const emptyAddress: BookingAddress = { street: "", zipCode: "", city: "", instructions: "" }

async function deliveryTo(address: BookingAddress) {
  if (address.zipCode === "") return null
  return { quote: await quoteForAddress(address), place: address.zipCode }
}
