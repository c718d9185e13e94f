import Stripe from "stripe"
import type {
  DepositProvider,
  DepositSession,
  DepositSessionState,
  HoldState,
  HoldRequest,
} from "./deposit-provider.ts"
import { toSavedCard } from "./stripe-cards.ts"
import { failureReason, stripeClient, toOpenedSession } from "./stripe.ts"

const DEFAULT_HOLD_DAYS = 6

const SESSION_PARTS = ["payment_intent.payment_method", "payment_intent.latest_charge", "setup_intent.payment_method"]
const HOLD_PARTS = ["latest_charge"]

export function stripeDeposits(keys: { secretKey: string; apiBase: string | null }): DepositProvider {
  const stripe = stripeClient(keys)
  const read = (id: string) => stripe.checkout.sessions.retrieve(id, { expand: SESSION_PARTS })
  const find = async ({ id, card }: Pick<HoldRequest, "id" | "card">): Promise<HoldState | null> => {
    const { data } = await stripe.paymentIntents.list({ customer: card.customerId, limit: 100 })
    const match = data.find(({ metadata }) => metadata["deposit_try"] === id)
    return match ? toHoldState(await stripe.paymentIntents.retrieve(match.id, { expand: HOLD_PARTS })) : null
  }
  return {
    name: "stripe",
    async openPage(session) {
      return toOpenedSession(
        await stripe.checkout.sessions.create(sessionParameters(session), { idempotencyKey: session.id }),
      )
    },
    async fetchPage(sessionId) {
      return toPageState(await read(sessionId))
    },
    async closePage(sessionId) {
      try {
        return toPageState(await stripe.checkout.sessions.expire(sessionId, { expand: SESSION_PARTS }))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return toPageState(await read(sessionId))
        throw error
      }
    },
    findHold: find,
    async hold(request) {
      // Looks first: a process may have died after the call, and idempotency keys expire after a day.
      return (await find(request)) ?? authorise(stripe, request)
    },
    async fetchHold(holdId) {
      return toHoldState(await stripe.paymentIntents.retrieve(holdId, { expand: HOLD_PARTS }))
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
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },
  }
}

function sessionParameters({
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

function toPageState({ status, customer, payment_intent, setup_intent }: Stripe.Checkout.Session): DepositSessionState {
  const payment = typeof payment_intent === "object" ? payment_intent : null
  const setup = typeof setup_intent === "object" ? setup_intent : null
  const failure = payment ? failureReason(payment) : null
  if (status !== "complete") return { kind: status === "expired" ? "closed" : "open", failure }
  const card = toSavedCard(customer, payment?.payment_method ?? setup?.payment_method ?? null)
  if (!card) return { kind: "closed", failure }
  return payment ? { kind: "held", card, hold: toHoldState(payment) } : { kind: "saved", card }
}

async function authorise(stripe: Stripe, { id, amount, card, label, bookingNumber }: HoldRequest): Promise<HoldState> {
  try {
    return toHoldState(
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
    // Declined, or the card is gone: a retry would change nothing.
    if (error instanceof Stripe.errors.StripeCardError)
      return { kind: "refused", failure: error.decline_code ?? error.code ?? "card_declined" }
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return { kind: "refused", failure: error.code ?? "refused" }
    throw error
  }
}

function toHoldState(intent: Stripe.PaymentIntent): HoldState {
  const { id, status, created, latest_charge: charge } = intent
  switch (status) {
    case "requires_capture": {
      const captureBefore =
        typeof charge === "object" ? charge?.payment_method_details?.card?.capture_before : undefined
      return {
        kind: "held",
        holdId: id,
        captureBefore: new Date((captureBefore ?? created + DEFAULT_HOLD_DAYS * 86_400) * 1000),
      }
    }
    case "succeeded":
      return { kind: "captured", holdId: id, amount: intent.amount_received }
    case "canceled":
      return { kind: "released", holdId: id }
    default:
      return { kind: "refused", failure: failureReason(intent) ?? "authentication_required" }
  }
}

/** Stripe refuses a change already made or no longer possible; the current state tells which. */
async function changeHold(
  stripe: Stripe,
  holdId: string,
  act: () => Promise<Stripe.PaymentIntent>,
): Promise<HoldState> {
  try {
    return toHoldState(await act())
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return toHoldState(await stripe.paymentIntents.retrieve(holdId, { expand: HOLD_PARTS }))
  }
}
