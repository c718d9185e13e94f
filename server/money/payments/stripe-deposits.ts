import Stripe from "stripe"
import type { DepositProvider, DepositSession, DepositSessionState, HoldState, HoldToMake } from "./deposit-provider.ts"
import type { OpenedSession } from "./provider.ts"
import { savedCard } from "./stripe-cards.ts"
import { failureOf, stripeClient } from "./stripe.ts"

/** Where Stripe names no end of an authorisation: that of most cards, less a day. */
const DEFAULT_HOLD_DAYS = 6

const SESSION_PARTS = ["payment_intent.payment_method", "payment_intent.latest_charge", "setup_intent.payment_method"]
const HOLD_PARTS = ["latest_charge"]

/** Deposits by Stripe: Checkout saves the card, payment intents with manual capture authorise it. */
export function stripeDeposits(keys: { secretKey: string; apiBase: string | null }): DepositProvider {
  const stripe = stripeClient(keys)
  const read = (id: string) => stripe.checkout.sessions.retrieve(id, { expand: SESSION_PARTS })
  const find = async ({ id, card }: Pick<HoldToMake, "id" | "card">): Promise<HoldState | null> => {
    const { data } = await stripe.paymentIntents.list({ customer: card.customerId, limit: 100 })
    const known = data.find(({ metadata }) => metadata["deposit_try"] === id)
    return known ? holdState(await stripe.paymentIntents.retrieve(known.id, { expand: HOLD_PARTS })) : null
  }
  return {
    name: "stripe",
    async openPage(session) {
      return opened(await stripe.checkout.sessions.create(parametersOf(session), { idempotencyKey: session.id }))
    },
    async fetchPage(sessionId) {
      return pageState(await read(sessionId))
    },
    async closePage(sessionId) {
      try {
        return pageState(await stripe.checkout.sessions.expire(sessionId, { expand: SESSION_PARTS }))
      } catch (error) {
        // It is not open any more: filled in, or over already.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return pageState(await read(sessionId))
        throw error
      }
    },
    findHold: find,
    async hold(wanted) {
      // Before anything is asked for: a process may have died after Stripe had done it, and a key is forgotten in a day.
      return (await find(wanted)) ?? authorise(stripe, wanted)
    },
    async fetchHold(holdId) {
      return holdState(await stripe.paymentIntents.retrieve(holdId, { expand: HOLD_PARTS }))
    },
    async capture(holdId, amount) {
      return changeHold(stripe, holdId, () =>
        stripe.paymentIntents.capture(
          holdId,
          { amount_to_capture: amount, expand: HOLD_PARTS },
          { idempotencyKey: `${holdId}-capture` },
        ),
      )
    },
    async release(holdId) {
      return changeHold(stripe, holdId, () => stripe.paymentIntents.cancel(holdId, { expand: HOLD_PARTS }))
    },
    async forget({ customerId }) {
      try {
        await stripe.customers.del(customerId)
      } catch (error) {
        // It is gone already.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },
  }
}

function parametersOf({
  id,
  kind,
  amount,
  label,
  bookingNumber,
  email,
  paidUrl,
  cancelledUrl,
}: DepositSession): Stripe.Checkout.SessionCreateParams {
  const metadata = { deposit_try: id, booking: String(bookingNumber) }
  const common = {
    allowed_payment_method_types: ["card" as const],
    locale: "fr" as const,
    client_reference_id: id,
    customer_creation: "always" as const,
    metadata,
    ...(email === null ? {} : { customer_email: email }),
    success_url: paidUrl,
    cancel_url: cancelledUrl,
  }
  if (kind === "save")
    return { ...common, mode: "setup", currency: "eur", setup_intent_data: { description: label, metadata } }
  return {
    ...common,
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "eur", unit_amount: amount, product_data: { name: label } } }],
    payment_intent_data: {
      capture_method: "manual",
      setup_future_usage: "off_session",
      description: label,
      metadata,
    },
  }
}

function opened({ id, url, expires_at }: Stripe.Checkout.Session): OpenedSession {
  if (!url) throw new Error(`Stripe gave no address for the session ${id}`)
  return { sessionId: id, url, endsAt: new Date(expires_at * 1000) }
}

function pageState({ status, customer, payment_intent, setup_intent }: Stripe.Checkout.Session): DepositSessionState {
  const payment = typeof payment_intent === "object" ? payment_intent : null
  const setup = typeof setup_intent === "object" ? setup_intent : null
  const failure = payment ? failureOf(payment) : null
  if (status !== "complete") return { kind: status === "expired" ? "closed" : "open", failure }
  const card = savedCard(customer, payment?.payment_method ?? setup?.payment_method ?? null)
  if (!card) return { kind: "closed", failure }
  return payment ? { kind: "held", card, hold: holdState(payment) } : { kind: "saved", card }
}

async function authorise(stripe: Stripe, { id, amount, card, label, bookingNumber }: HoldToMake): Promise<HoldState> {
  try {
    return holdState(
      await stripe.paymentIntents.create(
        {
          amount,
          currency: "eur",
          allowed_payment_method_types: ["card"],
          customer: card.customerId,
          payment_method: card.methodId,
          capture_method: "manual",
          confirm: true,
          off_session: true,
          description: label,
          metadata: { deposit_try: id, booking: String(bookingNumber) },
          expand: HOLD_PARTS,
        },
        { idempotencyKey: id },
      ),
    )
  } catch (error) {
    // The bank says no, or wants its client; or the card is not there any more. Trying again would change nothing.
    if (error instanceof Stripe.errors.StripeCardError)
      return { kind: "refused", failure: error.decline_code ?? error.code ?? "card_declined" }
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return { kind: "refused", failure: error.code ?? "refused" }
    throw error
  }
}

function holdState(intent: Stripe.PaymentIntent): HoldState {
  const { id, status, created, latest_charge: charge } = intent
  switch (status) {
    case "requires_capture": {
      const before = typeof charge === "object" ? charge?.payment_method_details?.card?.capture_before : undefined
      return {
        kind: "held",
        holdId: id,
        captureBefore: new Date((before ?? created + DEFAULT_HOLD_DAYS * 86_400) * 1000),
      }
    }
    case "succeeded":
      return { kind: "captured", holdId: id, amount: intent.amount_received }
    case "canceled":
      return { kind: "released", holdId: id }
    default:
      return { kind: "refused", failure: failureOf(intent) ?? "authentication_required" }
  }
}

/** What Stripe refuses to do to an authorisation was done already, or cannot be done any more: it says which. */
async function changeHold(
  stripe: Stripe,
  holdId: string,
  act: () => Promise<Stripe.PaymentIntent>,
): Promise<HoldState> {
  try {
    return holdState(await act())
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return holdState(await stripe.paymentIntents.retrieve(holdId, { expand: HOLD_PARTS }))
  }
}
