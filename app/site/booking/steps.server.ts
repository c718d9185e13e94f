import { data, href, redirect } from "react-router"
import { placeLine, noAddress } from "../../../domain/booking/booking.ts"
import { promoCodeProblemText } from "../../../domain/pricing/promo-code-labels.ts"
import { type WizardStep } from "../../../domain/booking/choice.ts"
import { readChoice } from "../../../domain/booking/read-choice.ts"
import { bookOptions, checkPhotoPacks } from "../../../domain/pricing/price.ts"
import { readDraft, saveDraftDelivery } from "../../../server/bookings/draft.ts"
import { ensureDraftAddress } from "../../../server/bookings/suggested-address.ts"
import { placeBooking } from "../../../server/bookings/place.ts"
import type { PlaceProblem } from "../../../server/bookings/quote-order.ts"
import { readTypedCodeTerms } from "../../../server/bookings/promo-code.ts"
import { freezeCurrentTerms } from "../../../server/shop/content/legal.ts"
import { partyOf } from "../../http/visitor.server.ts"
import { holdChoice, addChoiceToCart } from "./cart.server.ts"
import { PROMO_CODE_FIELD } from "../../http/promo-code-field.ts"
import { postedCode, typedCodeHeaders } from "../../http/promo-code-cookie.server.ts"
import { readCompanyOrder } from "../../kit/company-order.server.ts"
import { placeProblemText } from "../../kit/booking-problems.server.ts"
import { z } from "zod"
import { wizardSignInForm, wizardSignUpForm } from "../../../server/accounts/auth/forms.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { requireViewedAccount } from "../../http/viewed-account.server.ts"
import { signingFailed } from "../../http/auth-answers.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { type PostedForm, emptyForm } from "../../http/posted-form.server.ts"
import { signInFromWizard, signUpFromWizard } from "./account.server.ts"
import {
  type PostedStep,
  type Step,
  choiceErrors,
  customerAct,
  goTo,
  holdDaysOrRefuse,
  refuse,
  stepAct,
} from "./answers.server.ts"
import { AddressForm, ModeForm, AddressChoiceForm, UnfinishedAddress } from "../kit/address-forms.ts"
import { saveStepAddress, saveAddress, saveMode, storeAndQuoteAddress } from "../kit/address-acts.server.ts"
import { CartForm, OrderForm } from "./forms.ts"

/** "quote" and "save-address" are posted while the visitor types, "hold" once they have signed in. */
export function answerStep(stepContext: Step) {
  const { request } = stepContext
  const choiceFailure = {
    log: "Error keeping the choice",
    failed: "Votre choix n’a pas pu être gardé. Réessayez dans un instant.",
  }
  const address = {
    step: "address",
    log: "Error keeping the address",
    failed: "L’adresse n’a pas pu être gardée. Réessayez dans un instant.",
  } as const
  return handleForm(
    request,
    {
      calendar: stepAct(stepContext, { step: "calendar", ...choiceFailure }, z.object({}), chooseDays),
      options: stepAct(stepContext, { step: "options", ...choiceFailure }, z.object({}), chooseOptions),
      cart: (form: PostedForm) => {
        const step = form.fields.get("etape") === "calendar" ? "calendar" : "options"
        return stepAct(
          stepContext,
          { step, log: "Error adding to cart", failed: notAddedText },
          CartForm,
          addChoiceToCart,
        )(form)
      },
      hold: stepAct(
        stepContext,
        { step: "calendar", log: "Error holding dates", failed: choiceFailure.failed },
        z.object({}),
        holdChoice,
      ),
      "sign-in": stepAct(
        stepContext,
        { step: "register", form: "sign-in", ...signingFailed, failed: "Erreur lors de la connexion" },
        wizardSignInForm,
        signInFromWizard,
      ),
      "sign-up": stepAct(
        stepContext,
        { step: "register", form: "sign-up", ...signingFailed, failed: "Erreur lors de l'inscription" },
        wizardSignUpForm,
        signUpFromWizard,
      ),
      quote: requireViewedAccount(
        stepContext.visitor,
        act(UnfinishedAddress, (typed) => storeAndQuoteAddress(request, typingContext(stepContext), typed), {
          ...address,
          refused: (_, { status }) => data({ delivery: null }, { status: stepContext.visitor ? status : 401 }),
        }),
        () => data({ delivery: null }, { status: 409 }),
      ),
      mode: requireViewedAccount(
        stepContext.visitor,
        act(ModeForm, (fields) => saveMode(typingContext(stepContext), fields), {
          ...choiceFailure,
          refused: (_, { status }) => data(null, { status }),
        }),
        () => data(null, { status: 409 }),
      ),
      "save-address": customerAct(stepContext, address, AddressForm, ({ product, at }, visitor, typed) =>
        saveAddress({ visitor, scope: product.id, at }, typed),
      ),
      address: customerAct(stepContext, address, AddressChoiceForm, submitAddress),
      code: customerAct(
        stepContext,
        { step: "delivery", log: "Error applying a promo code", failed: "Le code n’a pas pu être appliqué." },
        z.object({}),
        applyCode,
      ),
      delivery: customerAct(
        stepContext,
        {
          step: "delivery",
          log: "Error creating booking",
          failed: "Votre réservation n’a pas pu être enregistrée. Réessayez dans un instant.",
        },
        OrderForm,
        order,
      ),
    },
    {
      refused: ({ errors }, { status }, form) => {
        const choice = readChoice(new URL(request.url).searchParams)
        return refuse({ ...stepContext, form: form ?? emptyForm, choice }, "calendar", errors, { status })
      },
    },
  )
}

function typingContext({ visitor, product, at }: Step) {
  return { visitor, scope: product.id, at }
}

const notAddedText = "Votre choix n’a pas pu être ajouté au panier. Il est gardé ici\u00a0: réessayez dans un instant."

async function chooseDays(posted: PostedStep) {
  return (await holdDaysOrRefuse(posted)) ?? goTo(posted, "options")
}

async function chooseOptions(posted: PostedStep) {
  const { product, choice, visitor, at } = posted
  const options = bookOptions(product.offers, choice.options)
  const packs = checkPhotoPacks(choice.photoPacks)
  if (!options.ok || packs)
    return refuse(posted, "options", {
      ...(options.ok ? {} : choiceErrors(options.error)),
      ...(packs ? choiceErrors(packs) : {}),
    })
  const problem = await holdDaysOrRefuse(posted)
  if (problem) return problem
  if (!visitor) return goTo(posted, "register")
  const hasAddress = await ensureDraftAddress(partyOf(visitor), { scope: product.id, postcode: choice.postcode, at })
  return goTo(posted, hasAddress ? "delivery" : "address")
}

async function submitAddress(
  posted: PostedStep,
  visitor: Visitor,
  { "adresse-enregistree": usesSaved }: z.output<typeof AddressChoiceForm>,
) {
  const { form, product, at } = posted
  const result = await saveStepAddress(form, { visitor, scope: product.id, at }, usesSaved)
  if (!result.ok) return refuse(posted, "address", result.error)
  const problem = await holdDaysOrRefuse(posted)
  return problem ?? goTo(posted, "delivery")
}

/** Kept until the order, or until another one is typed. */
async function applyCode(posted: PostedStep, visitor: Visitor) {
  const { form, product, choice, at } = posted
  const promoCode = postedCode(form)
  const code = await readTypedCodeTerms(promoCode, {
    customerId: partyOf(visitor).account.id,
    rentals: [{ position: 1, productId: product.id, dates: choice.days }],
    at,
  })
  if (code?.problem) return refuse(posted, "delivery", { [PROMO_CODE_FIELD]: promoCodeProblemText(code.problem) })
  return goTo(posted, "delivery", await typedCodeHeaders(promoCode))
}

/** Recomputes everything from the server's own data (D3, D9). */
async function order(posted: PostedStep, visitor: Visitor, fields: z.output<typeof OrderForm>) {
  const { product, choice, promoCode, at } = posted
  // A code that was typed but not applied must not change the price unread.
  if (posted.form.fields.has(PROMO_CODE_FIELD) && postedCode(posted.form) !== promoCode)
    return applyCode(posted, visitor)
  const draft = await readDraft(partyOf(visitor).account.id, product.id)
  const key = fields.key ?? draft?.id
  if (!key) return goTo(posted, "address")
  const displayedAddress = fields["shown-address"]
  if (draft && displayedAddress !== undefined && displayedAddress !== placeLine(draft.address)) {
    const changed = "L’adresse a changé dans un autre onglet. Rien n’a été réservé\u00a0: relisez, puis confirmez."
    return refuse(posted, "delivery", { form: changed }, { status: 409 })
  }
  const company = await readCompanyOrder(posted.form.fields)
  if (!company.ok) return refuse(posted, "delivery", company.error)
  const isDelivery = fields.mode === "delivery"
  if (draft) await saveDraftDelivery(partyOf(visitor), product.id, isDelivery)

  const placed = await placeBooking({
    party: partyOf(visitor),
    order: {
      rentals: [
        {
          productId: product.id,
          days: choice.days,
          plan: choice.plan,
          options: choice.options,
          photoPacks: choice.photoPacks,
        },
      ],
      isDelivery,
      address: draft?.address ?? noAddress,
      idempotencyKey: key,
      expectedTotal: (isDelivery ? fields["total-delivery"] : fields["total-pickup"]) ?? null,
      termsVersion: await freezeCurrentTerms(),
      cartItem: choice.cartItem,
      shownPrice: choice.shownPrice ?? null,
      company: company.value,
      promoCode,
    },
    at,
  })
  if (placed.ok) return redirect(href("/booking/confirmation"), { status: 303, headers: await typedCodeHeaders(null) })
  return refuse(posted, stepForProblem[placed.error.kind], { form: placeProblemText(placed.error) }, { status: 409 })
}

const stepForProblem: Record<PlaceProblem["kind"], WizardStep> = {
  "days-taken": "calendar",
  "no-days": "calendar",
  "outside-window": "calendar",
  "too-many-days": "calendar",
  "plan-refused": "calendar",
  "choice-refused": "options",
  "too-much": "options",
  "address-incomplete": "address",
  "too-far": "delivery",
  "price-changed": "delivery",
  "promo-code-refused": "delivery",
  "not-for-rent": "delivery",
  "too-many-open": "delivery",
  "too-many-open-days": "delivery",
  "email-unverified": "delivery",
  "already-sent": "delivery",
  "not-allowed": "delivery",
}
