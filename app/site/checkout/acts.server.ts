import { data, href, redirect } from "react-router"
import { z } from "zod"
import { addressLine, noAddress } from "../../../domain/booking/booking.ts"
import { rentalLabel } from "../../../domain/rental/rental.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { readDraft, saveDraftDelivery } from "../../../server/bookings/draft.ts"
import { type PlaceCartProblem, placeCart } from "../../../server/bookings/place-cart.ts"
import { checkoutView } from "../../../server/bookings/cart/checkout.ts"
import { currentTermsVersion } from "../../../server/shop/content/legal.ts"
import { idField, wholeNumber } from "../../http/form-fields.ts"
import { type Act, act, handleForm, refusalOf } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import type { FormErrors } from "../../http/refusal.ts"
import { onShownAccount, otherAccountText, withoutFields } from "../../http/shown-account.server.ts"
import { partyOf } from "../../http/visitor.server.ts"
import { placeProblemText } from "../../kit/booking-problems.server.ts"
import { addressGiven, keepAddress, keepMode, quoteTyped } from "../kit/address-acts.server.ts"
import { AddressForm, ModeForm, SavedOrTyped, UnfinishedAddress, mode } from "../kit/address-forms.ts"
import { redirectSignedInAgain } from "./ended-session.server.ts"
import { stepPath } from "./step-address.ts"
import type { CheckoutRefusal, CheckoutStep } from "./view.ts"

type Step = { request: Request; visitor: Visitor; at: Date }

/** The totals, the address and the cart are those that were shown: they are compared, never believed. */
const OrderForm = z.object({
  mode,
  panier: idField,
  key: idField.optional(),
  lu: z.string().optional(),
  "shown-address": z.string().optional(),
  "total-delivery": wholeNumber().optional(),
  "total-pickup": wholeNumber().optional(),
})

/** What the forms between the cart and its order do; as in the wizard, but once for all lines. */
export function answerCheckout(arrived: Step) {
  const { request, visitor, at } = arrived
  const typing = { visitor, of: null, at }
  const failing = (step: CheckoutStep, log: string, failed: string) => ({
    log,
    failed,
    refused: (refusal: { errors: FormErrors }, { status }: { status: number }, form: PostedForm) =>
      refuse(arrived, form, step, refusal.errors, status),
  })
  const address = failing(
    "address",
    "Error keeping the address",
    "L’adresse n’a pas pu être gardée. Réessayez dans un instant.",
  )
  const atStep =
    (step: CheckoutStep) =>
    <Answer>(taking: Act<Answer>) =>
      onShownAccount(visitor, taking, (form) =>
        refuse(arrived, withoutFields(form), step, { form: otherAccountText }, 409),
      )
  return handleForm(
    request,
    {
      quote: onShownAccount(
        visitor,
        act(UnfinishedAddress, (typed) => quoteTyped(request, typing, typed), {
          ...address,
          refused: (_, { status }) => data({ delivery: null }, { status }),
        }),
        () => data({ delivery: null }, { status: 409 }),
      ),
      mode: onShownAccount(
        visitor,
        act(ModeForm, (ticked) => keepMode(typing, ticked), {
          log: "Error keeping the choice",
          failed: "Votre choix n’a pas pu être gardé. Réessayez dans un instant.",
          refused: (_, { status }) => data(null, { status }),
        }),
        () => data(null, { status: 409 }),
      ),
      "save-address": atStep("address")(act(AddressForm, (typed) => keepAddress(typing, typed), address)),
      address: atStep("address")(act(SavedOrTyped, (wish, form) => giveAddress(arrived, form, wish), address)),
      "sign-in": (form: PostedForm) => redirectSignedInAgain(partyOf(visitor), form, at),
      delivery: atStep("delivery")(
        act(
          OrderForm,
          (sent, form) => order(arrived, form, sent),
          failing(
            "delivery",
            "Error creating booking",
            "Votre demande n’a pas pu être enregistrée. Rien n’a été réservé\u00a0: réessayez dans un instant.",
          ),
        ),
      ),
    },
    {
      refused: ({ errors }, { status }, form) => refuse(arrived, form ?? emptyForm, "address", errors, status),
    },
  )
}

const emptyForm: PostedForm = { intent: "", fields: new URLSearchParams(), files: new Map() }

async function giveAddress(
  arrived: Step,
  form: PostedForm,
  { "adresse-enregistree": useSaved }: z.output<typeof SavedOrTyped>,
) {
  const { visitor, at } = arrived
  const given = await addressGiven(form, { visitor, of: null, at }, useSaved)
  if (!given.ok) return refuse(arrived, form, "address", given.error)
  return redirect(stepPath("delivery"), 303)
}

/** The last step: everything is computed again from what the server knows, and becomes one booking for each line. */
async function order(arrived: Step, form: PostedForm, sent: z.output<typeof OrderForm>) {
  const { visitor, at } = arrived
  const party = partyOf(visitor)
  const draft = await readDraft(party.account.id, null)
  const key = sent.key ?? draft?.id
  if (!key) return redirect(stepPath("address"), 303)
  const shown = sent["shown-address"]
  if (draft && shown !== undefined && shown !== addressLine(draft.address)) {
    const changed = "L’adresse a changé dans un autre onglet. Rien n’a été réservé\u00a0: relisez, puis confirmez."
    return refuse(arrived, form, "delivery", { form: changed }, 409)
  }
  const isDelivery = sent.mode === "delivery"
  if (draft) await saveDraftDelivery(party, null, isDelivery)
  const placed = await placeCart(
    party,
    {
      cartId: sent.panier,
      seen: sent.lu ?? null,
      isDelivery,
      address: draft?.address ?? noAddress,
      idempotencyKey: key,
      shownTotal: (isDelivery ? sent["total-delivery"] : sent["total-pickup"]) ?? null,
      termsVersion: await currentTermsVersion(),
    },
    at,
  )
  if (placed.ok) return redirect(href("/booking/confirmation"), 303)
  // Ordered or emptied elsewhere: the cart's own page says what is there now.
  if (placed.error.kind === "cart-empty") return redirect(href("/cart"), 303)
  const step = placed.error.kind === "address-incomplete" ? "address" : "delivery"
  return refuse(arrived, form, step, { form: problemText(placed.error) }, 409)
}

/** Why the cart was not ordered: what happened, that nothing is lost, what to do. */
function problemText(problem: Exclude<PlaceCartProblem, { kind: "cart-empty" }>): string {
  switch (problem.kind) {
    case "cart-changed":
      return "Votre panier a changé dans un autre onglet. Rien n’a été réservé\u00a0: relisez, puis confirmez."
    case "lines-refused": {
      const lines = problem.lines.map(
        (line) => `${line.productName}, ${rentalLabel(line.when)}\u00a0: ${placeProblemText(line.problem)}`,
      )
      const said = lines.join(" ")
      // What is wrong with a line may say so already.
      const nothing = said.includes("Rien n’a été réservé") ? "Le" : "Rien n’a été réservé, le"
      return `${said} ${nothing} reste de votre panier est gardé.`
    }
    default:
      return placeProblemText(problem)
  }
}

/** The step again, with its messages and everything that was typed; without a cart, the cart's own page. */
async function refuse(arrived: Step, form: PostedForm, step: CheckoutStep, errors: FormErrors, status = 422) {
  const { visitor, at } = arrived
  const view = await checkoutView(partyOf(visitor), step, at)
  if (!view) return redirect(href("/cart"), 303)
  return data<CheckoutRefusal>({ ...refusalOf(form, errors), view }, { status })
}
