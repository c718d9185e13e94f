import { data, href, redirect } from "react-router"
import { addressLine, noAddress } from "../../../domain/booking/booking.ts"
import { type WizardStep, readChoice } from "../../../domain/booking/choice.ts"
import { bookOptions, checkPhotoPacks } from "../../../domain/pricing/price.ts"
import { readDraft, saveDraftDelivery } from "../../../server/bookings/draft.ts"
import { hasOrTakesKnownAddress } from "../../../server/bookings/known-address.ts"
import { type PlaceProblem, placeBooking } from "../../../server/bookings/place.ts"
import { currentTermsVersion } from "../../../server/shop/content/legal.ts"
import { partyOf } from "../../http/visitor.server.ts"
import { holdChoice, putIntoCart } from "./cart.server.ts"
import { placeProblemText } from "../../kit/booking-problems.server.ts"
import { z } from "zod"
import { wizardSignInForm, wizardSignUpForm } from "../../../server/accounts/auth/forms.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { onShownAccount } from "../../http/shown-account.server.ts"
import { signingFailed } from "../../http/auth-answers.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import { enterBySigningIn, enterBySigningUp } from "./account.server.ts"
import {
  type Posted,
  type Step,
  choiceErrors,
  customerAct,
  goTo,
  holdProblem,
  refuse,
  stepAct,
} from "./answers.server.ts"
import { AddressForm, ModeForm, SavedOrTyped, UnfinishedAddress } from "../kit/address-forms.ts"
import { addressGiven, keepAddress, keepMode, quoteTyped } from "../kit/address-acts.server.ts"
import { CartForm, OrderForm } from "./forms.ts"

/**
 * What the wizard's forms do. A step that is right redirects to the next one, whose URL holds the choice; a wrong one
 * answers 4xx with its messages, what was typed, and the step as it must be shown again. "quote" and "save-address" are
 * sent while the address is typed, "mode" when delivery or pick-up is ticked, "hold" when a choice that was made by nobody turns out to be somebody's.
 */
export function answerStep(arrived: Step) {
  const { request } = arrived
  const choosing = {
    log: "Error keeping the choice",
    failed: "Votre choix n’a pas pu être gardé. Réessayez dans un instant.",
  }
  const address = {
    at: "address",
    log: "Error keeping the address",
    failed: "L’adresse n’a pas pu être gardée. Réessayez dans un instant.",
  } as const
  return handleForm(
    request,
    {
      calendar: stepAct(arrived, { at: "calendar", ...choosing }, z.object({}), chooseDays),
      options: stepAct(arrived, { at: "options", ...choosing }, z.object({}), chooseOptions),
      cart: (form: PostedForm) => {
        const at = form.fields.get("etape") === "calendar" ? "calendar" : "options"
        return stepAct(arrived, { at, log: "Error adding to cart", failed: notAdded }, CartForm, putIntoCart)(form)
      },
      hold: stepAct(
        arrived,
        { at: "calendar", log: "Error holding dates", failed: choosing.failed },
        z.object({}),
        holdChoice,
      ),
      "sign-in": stepAct(
        arrived,
        { at: "register", form: "sign-in", ...signingFailed, failed: "Erreur lors de la connexion" },
        wizardSignInForm,
        enterBySigningIn,
      ),
      "sign-up": stepAct(
        arrived,
        { at: "register", form: "sign-up", ...signingFailed, failed: "Erreur lors de l'inscription" },
        wizardSignUpForm,
        enterBySigningUp,
      ),
      quote: onShownAccount(
        arrived.visitor,
        act(UnfinishedAddress, (typed) => quoteTyped(request, typingOf(arrived), typed), {
          ...address,
          refused: (_, { status }) => data({ delivery: null }, { status: arrived.visitor ? status : 401 }),
        }),
        () => data({ delivery: null }, { status: 409 }),
      ),
      mode: onShownAccount(
        arrived.visitor,
        act(ModeForm, (ticked) => keepMode(typingOf(arrived), ticked), {
          ...choosing,
          refused: (_, { status }) => data(null, { status }),
        }),
        () => data(null, { status: 409 }),
      ),
      "save-address": customerAct(arrived, address, AddressForm, ({ product, at }, visitor, typed) =>
        keepAddress({ visitor, of: product.id, at }, typed),
      ),
      address: customerAct(arrived, address, SavedOrTyped, giveAddress),
      delivery: customerAct(
        arrived,
        {
          at: "delivery",
          log: "Error creating booking",
          failed: "Votre réservation n’a pas pu être enregistrée. Réessayez dans un instant.",
        },
        OrderForm,
        order,
      ),
    },
    {
      // Nothing that one of our forms sends: the wizard starts again, with the reason.
      refused: ({ errors }, { status }, form) => {
        const choice = readChoice(new URL(request.url).searchParams)
        return refuse({ ...arrived, form: form ?? emptyForm, choice }, "calendar", errors, { status })
      },
    },
  )
}

function typingOf({ visitor, product, at }: Step) {
  return { visitor, of: product.id, at }
}

const emptyForm: PostedForm = { intent: "", fields: new URLSearchParams(), files: new Map() }
const notAdded = "Votre choix n’a pas pu être ajouté au panier. Il est gardé ici\u00a0: réessayez dans un instant."

async function chooseDays(posted: Posted) {
  return (await holdProblem(posted)) ?? goTo(posted, "options")
}

async function chooseOptions(posted: Posted) {
  const { product, choice, visitor, at } = posted
  const options = bookOptions(product.offers, choice.options)
  const packs = checkPhotoPacks(choice.photoPacks)
  if (!options.ok || packs)
    return refuse(posted, "options", {
      ...(options.ok ? {} : choiceErrors(options.error)),
      ...(packs ? choiceErrors(packs) : {}),
    })
  const problem = await holdProblem(posted)
  if (problem) return problem
  if (!visitor) return goTo(posted, "register")
  const isKnown = await hasOrTakesKnownAddress(partyOf(visitor), { of: product.id, postcode: choice.postcode, at })
  return goTo(posted, isKnown ? "delivery" : "address")
}

async function giveAddress(
  posted: Posted,
  visitor: Visitor,
  { "adresse-enregistree": useSaved }: z.output<typeof SavedOrTyped>,
) {
  const { form, product, at } = posted
  const given = await addressGiven(form, { visitor, of: product.id, at }, useSaved)
  if (!given.ok) return refuse(posted, "address", given.error)
  const problem = await holdProblem(posted)
  return problem ?? goTo(posted, "delivery")
}

/** The last step: everything is computed again from what the server knows, and becomes one booking (D3, D9). */
async function order(posted: Posted, visitor: Visitor, sent: z.output<typeof OrderForm>) {
  const { product, choice, at } = posted
  const draft = await readDraft(partyOf(visitor).account.id, product.id)
  const key = sent.key ?? draft?.id
  if (!key) return goTo(posted, "address")
  const shown = sent["shown-address"]
  if (draft && shown !== undefined && shown !== addressLine(draft.address)) {
    const changed = "L’adresse a changé dans un autre onglet. Rien n’a été réservé\u00a0: relisez, puis confirmez."
    return refuse(posted, "delivery", { form: changed }, { status: 409 })
  }
  const isDelivery = sent.mode === "delivery"
  if (draft) await saveDraftDelivery(partyOf(visitor), product.id, isDelivery)

  const placed = await placeBooking({
    party: partyOf(visitor),
    order: {
      productId: product.id,
      days: choice.days,
      options: choice.options,
      photoPacks: choice.photoPacks,
      isDelivery,
      address: draft?.address ?? noAddress,
      idempotencyKey: key,
      shownTotal: (isDelivery ? sent["total-delivery"] : sent["total-pickup"]) ?? null,
      termsVersion: await currentTermsVersion(),
      cartItem: choice.cartItem,
    },
    at,
  })
  if (placed.ok) return redirect(href("/booking/confirmation"), 303)
  return refuse(posted, stepOfProblem[placed.error.kind], { form: placeProblemText(placed.error) }, { status: 409 })
}

/** Where what stands in the way of an order can be put right. */
const stepOfProblem: Record<PlaceProblem["kind"], WizardStep> = {
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
  "too-many-open-days": "delivery",
  "email-unverified": "delivery",
  "already-sent": "delivery",
  "not-allowed": "delivery",
}
