import { data, href, redirect } from "react-router"
import { z } from "zod"
import { placeLine, noAddress } from "../../../domain/booking/booking.ts"
import { rentalLabel } from "../../../domain/rental/rental.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { readDraft, saveDraftDelivery } from "../../../server/bookings/draft.ts"
import { type PlaceCartProblem, placeCart } from "../../../server/bookings/place-cart.ts"
import { readCheckoutView } from "../../../server/bookings/cart/checkout.ts"
import { freezeCurrentTerms } from "../../../server/shop/content/legal.ts"
import { promoCodeProblemText } from "../../../domain/pricing/promo-code-labels.ts"
import { PROMO_CODE_FIELD } from "../../http/promo-code-field.ts"
import { postedCode, typedCodeHeaders } from "../../http/promo-code-cookie.server.ts"
import { idField, wholeNumber } from "../../http/form-fields.ts"
import { type Act, act, handleForm, toRefusal } from "../../http/forms.server.ts"
import { type PostedForm, emptyForm } from "../../http/posted-form.server.ts"
import type { FormErrors } from "../../http/refusal.ts"
import { requireViewedAccount, otherAccountText, withoutFields } from "../../http/viewed-account.server.ts"
import { partyOf } from "../../http/visitor.server.ts"
import { readCompanyOrder } from "../../kit/company-order.server.ts"
import { placeProblemText } from "../../kit/booking-problems.server.ts"
import { saveStepAddress, saveAddress, saveMode, storeAndQuoteAddress } from "../kit/address-acts.server.ts"
import { AddressForm, ModeForm, AddressChoiceForm, UnfinishedAddress, mode } from "../kit/address-forms.ts"
import { resumeAfterSignIn } from "./ended-session.server.ts"
import { stepPath } from "./step-url.ts"
import type { CheckoutRefusal, CheckoutStep } from "./view.ts"

type Step = { request: Request; visitor: Visitor; promoCode: string | null; at: Date }

/** The displayed totals, address and cart are compared with the server's, never trusted. */
const OrderForm = z.object({
  mode,
  panier: idField,
  key: idField.optional(),
  lu: z.string().optional(),
  "shown-address": z.string().optional(),
  "total-delivery": wholeNumber().optional(),
  "total-pickup": wholeNumber().optional(),
})

export function answerCheckout(stepContext: Step) {
  const { request, visitor, at } = stepContext
  const typingContext = { visitor, scope: null, at }
  const stepFailure = (step: CheckoutStep, log: string, failed: string) => ({
    log,
    failed,
    refused: (refusal: { errors: FormErrors }, { status }: { status: number }, form: PostedForm) =>
      refuse({ stepContext, form, step, errors: refusal.errors, status }),
  })
  const address = stepFailure(
    "address",
    "Error keeping the address",
    "L’adresse n’a pas pu être gardée. Réessayez dans un instant.",
  )
  const atStep =
    (step: CheckoutStep) =>
    <Answer>(stepAct: Act<Answer>) =>
      requireViewedAccount(visitor, stepAct, (form) =>
        refuse({ stepContext, form: withoutFields(form), step, errors: { form: otherAccountText }, status: 409 }),
      )
  return handleForm(
    request,
    {
      quote: requireViewedAccount(
        visitor,
        act(UnfinishedAddress, (typed) => storeAndQuoteAddress(request, typingContext, typed), {
          ...address,
          refused: (_, { status }) => data({ delivery: null }, { status }),
        }),
        () => data({ delivery: null }, { status: 409 }),
      ),
      mode: requireViewedAccount(
        visitor,
        act(ModeForm, (fields) => saveMode(typingContext, fields), {
          log: "Error keeping the choice",
          failed: "Votre choix n’a pas pu être gardé. Réessayez dans un instant.",
          refused: (_, { status }) => data(null, { status }),
        }),
        () => data(null, { status: 409 }),
      ),
      "save-address": atStep("address")(act(AddressForm, (typed) => saveAddress(typingContext, typed), address)),
      address: atStep("address")(
        act(AddressChoiceForm, (choice, form) => submitAddress(stepContext, form, choice), address),
      ),
      "sign-in": (form: PostedForm) => resumeAfterSignIn(partyOf(visitor), form, at),
      code: atStep("delivery")(
        act(
          z.object({}),
          (_, form) => applyCode(stepContext, form),
          stepFailure("delivery", "Error applying a promo code", "Le code n’a pas pu être appliqué."),
        ),
      ),
      delivery: atStep("delivery")(
        act(
          OrderForm,
          (sent, form) => order(stepContext, form, sent),
          stepFailure(
            "delivery",
            "Error creating booking",
            "Votre demande n’a pas pu être enregistrée. Rien n’a été réservé\u00a0: réessayez dans un instant.",
          ),
        ),
      ),
    },
    {
      refused: ({ errors }, { status }, form) =>
        refuse({ stepContext, form: form ?? emptyForm, step: "address", errors, status }),
    },
  )
}

async function submitAddress(
  stepContext: Step,
  form: PostedForm,
  { "adresse-enregistree": usesSaved }: z.output<typeof AddressChoiceForm>,
) {
  const { visitor, at } = stepContext
  const result = await saveStepAddress(form, { visitor, scope: null, at }, usesSaved)
  if (!result.ok) return refuse({ stepContext, form, step: "address", errors: result.error })
  return redirect(stepPath("delivery"), 303)
}

/** Kept until the order, or until another one is typed. */
async function applyCode(stepContext: Step, form: PostedForm) {
  const promoCode = postedCode(form)
  const typed = { ...stepContext, promoCode }
  const view = await readCheckoutView(partyOf(typed.visitor), { step: "delivery", promoCode }, typed.at)
  if (view?.promoCode?.problem) {
    const errors = { [PROMO_CODE_FIELD]: promoCodeProblemText(view.promoCode.problem) }
    return refuse({ stepContext, form, step: "delivery", errors })
  }
  return redirect(stepPath("delivery"), { status: 303, headers: await typedCodeHeaders(promoCode) })
}

/** Recomputes everything from the server's own data. */
async function order(stepContext: Step, form: PostedForm, fields: z.output<typeof OrderForm>) {
  const { visitor, promoCode, at } = stepContext
  const party = partyOf(visitor)
  // A code that was typed but not applied must not change the price unread.
  if (form.fields.has(PROMO_CODE_FIELD) && postedCode(form) !== promoCode) return applyCode(stepContext, form)
  const draft = await readDraft(party.account.id, null)
  const key = fields.key ?? draft?.id
  if (!key) return redirect(stepPath("address"), 303)
  const displayedAddress = fields["shown-address"]
  if (draft && displayedAddress !== undefined && displayedAddress !== placeLine(draft.address)) {
    const changed = "L’adresse a changé dans un autre onglet. Rien n’a été réservé\u00a0: relisez, puis confirmez."
    return refuse({ stepContext, form, step: "delivery", errors: { form: changed }, status: 409 })
  }
  const company = await readCompanyOrder(form.fields)
  if (!company.ok) return refuse({ stepContext, form, step: "delivery", errors: company.error })
  const isDelivery = fields.mode === "delivery"
  if (draft) await saveDraftDelivery(party, null, isDelivery)
  const placed = await placeCart(
    party,
    {
      cartId: fields.panier,
      expectedDigest: fields.lu ?? null,
      isDelivery,
      address: draft?.address ?? noAddress,
      idempotencyKey: key,
      expectedTotal: (isDelivery ? fields["total-delivery"] : fields["total-pickup"]) ?? null,
      termsVersion: await freezeCurrentTerms(),
      company: company.value,
      promoCode,
    },
    at,
  )
  if (placed.ok) return redirect(href("/booking/confirmation"), { status: 303, headers: await typedCodeHeaders(null) })
  if (placed.error.kind === "cart-empty") return redirect(href("/cart"), 303)
  const step = placed.error.kind === "address-incomplete" ? "address" : "delivery"
  return refuse({ stepContext, form, step, errors: { form: problemText(placed.error) }, status: 409 })
}

function problemText(problem: Exclude<PlaceCartProblem, { kind: "cart-empty" }>): string {
  switch (problem.kind) {
    case "cart-changed":
      return "Votre panier a changé dans un autre onglet. Rien n’a été réservé\u00a0: relisez, puis confirmez."
    case "lines-refused": {
      const lines = problem.lines.map(
        (line) => `${line.productName}, ${rentalLabel(line.when)}\u00a0: ${placeProblemText(line.problem)}`,
      )
      const lineTexts = lines.join(" ")
      const ending = lineTexts.includes("Rien n’a été réservé") ? "Le" : "Rien n’a été réservé, le"
      return `${lineTexts} ${ending} reste de votre panier est gardé.`
    }
    default:
      return placeProblemText(problem)
  }
}

async function refuse({
  stepContext,
  form,
  step,
  errors,
  status = 422,
}: {
  stepContext: Step
  form: PostedForm
  step: CheckoutStep
  errors: FormErrors
  status?: number | undefined
}) {
  const { visitor, promoCode, at } = stepContext
  const view = await readCheckoutView(partyOf(visitor), { step, promoCode }, at)
  if (!view) return redirect(href("/cart"), 303)
  return data<CheckoutRefusal>({ ...toRefusal(form, errors), view }, { status })
}
