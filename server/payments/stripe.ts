import Stripe from "stripe"
import type { OpenedSession, PaymentProvider, SessionState, SessionToOpen } from "./provider.ts"

type Keys = { secretKey: string; apiBase: string | null }

/** Somebody waits in front of the screen, or a job does: both try again. */
const TIMEOUT_MS = 10_000

/** The official SDK, unmodified, towards Stripe or towards another host that speaks its language. */
export function stripeClient({ secretKey, apiBase }: Keys): Stripe {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      protocol: base.protocol === "http:" ? "http" : "https",
      ...(base.port && { port: base.port }),
    }),
  })
}

/** Card payments by Stripe Checkout: the card is typed on their page, and never reaches us. */
export function stripeProvider(keys: Keys): PaymentProvider {
  const stripe = stripeClient(keys)
  return {
    name: "stripe",
    async open(session) {
      return opened(await stripe.checkout.sessions.create(parametersOf(session), { idempotencyKey: session.id }))
    },
    async look(sessionId) {
      return stateOf(await read(stripe, sessionId))
    },
    async close(sessionId) {
      try {
        return stateOf(await stripe.checkout.sessions.expire(sessionId, { expand: ["payment_intent"] }))
      } catch (error) {
        // It is not open any more: paid, or over already.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return stateOf(await read(stripe, sessionId))
        throw error
      }
    },
  }
}

function read(stripe: Stripe, sessionId: string) {
  return stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] })
}

function parametersOf({
  id,
  amount,
  label,
  bookingNumber,
  email,
  paidUrl,
  cancelledUrl,
}: SessionToOpen): Stripe.Checkout.SessionCreateParams {
  const metadata = { card_payment: id, booking: String(bookingNumber) }
  return {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    locale: "fr",
    submit_type: "pay",
    client_reference_id: id,
    line_items: [{ quantity: 1, price_data: { currency: "eur", unit_amount: amount, product_data: { name: label } } }],
    metadata,
    payment_intent_data: { description: label, metadata },
    ...(email === null ? {} : { customer_email: email }),
    success_url: paidUrl,
    cancel_url: cancelledUrl,
  }
}

function opened({ id, url, expires_at }: Stripe.Checkout.Session): OpenedSession {
  if (!url) throw new Error(`Stripe gave no address for the session ${id}`)
  return { sessionId: id, url, endsAt: new Date(expires_at * 1000) }
}

function stateOf(session: Stripe.Checkout.Session): SessionState {
  const intent = session.payment_intent
  const failure = typeof intent === "object" && intent ? failureOf(intent) : null
  if (session.payment_status === "paid" && intent) {
    const paymentId = typeof intent === "string" ? intent : intent.id
    return { kind: "paid", paymentId, amount: session.amount_total ?? 0 }
  }
  return session.status === "expired" ? { kind: "closed", failure } : { kind: "open", failure }
}

function failureOf({ last_payment_error: error }: Stripe.PaymentIntent): string | null {
  return error ? (error.decline_code ?? error.code ?? "card_declined") : null
}
