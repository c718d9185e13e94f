import Stripe from "stripe"
import type { DisputeStage } from "../../../domain/finance/dispute.ts"
import type { Cents } from "../../../domain/money.ts"
import { savedCard } from "./stripe-cards.ts"
import type {
  DisputeState,
  OpenedSession,
  PaymentProvider,
  RefundState,
  SessionState,
  SessionToOpen,
} from "./provider.ts"

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
        return stateOf(await stripe.checkout.sessions.expire(sessionId, { expand: SESSION_PARTS }))
      } catch (error) {
        // It is not open any more: paid, or over already.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return stateOf(await read(stripe, sessionId))
        throw error
      }
    },
    async findRefund({ id, paymentId }) {
      // A payment has few refunds: one page of a hundred is all of them.
      const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
      const known = data.find(({ metadata }) => metadata?.["refund"] === id)
      return known ? refundState(known) : null
    },
    async refund({ id, paymentId, amount }) {
      try {
        const made = await stripe.refunds.create(
          { payment_intent: paymentId, amount, metadata: { refund: id } },
          { idempotencyKey: id },
        )
        return refundState(made)
      } catch (error) {
        // Refused for good: disputed, refunded by somebody in Stripe's own pages, too old.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return { kind: "failed", refundId: null, failure: error.code ?? "refused" }
      }
    },
  }
}

const SESSION_PARTS = ["payment_intent.payment_method"]

function read(stripe: Stripe, sessionId: string) {
  return stripe.checkout.sessions.retrieve(sessionId, { expand: SESSION_PARTS })
}

function parametersOf({
  id,
  amount,
  label,
  bookingNumber,
  email,
  savesCard,
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
    payment_intent_data: {
      description: label,
      metadata,
      ...(savesCard && { setup_future_usage: "off_session" as const }),
    },
    ...(savesCard && { customer_creation: "always" as const }),
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
    const card = typeof intent === "string" ? null : savedCard(session.customer, intent.payment_method)
    return { kind: "paid", paymentId, amount: session.amount_total ?? 0, card }
  }
  return session.status === "expired" ? { kind: "closed", failure } : { kind: "open", failure }
}

export function failureOf({ last_payment_error: error }: Stripe.PaymentIntent): string | null {
  return error ? (error.decline_code ?? error.code ?? "card_declined") : null
}

function refundState({ id, status, failure_reason: reason }: Stripe.Refund): RefundState {
  if (status === "failed" || status === "canceled") return { kind: "failed", refundId: id, failure: reason ?? status }
  return { kind: status === "succeeded" ? "made" : "pending", refundId: id }
}

const lost: readonly string[] = ["lost", "charge_refunded"]
const won: readonly string[] = ["won", "warning_closed", "prevented"]
const waiting: readonly string[] = ["needs_response", "warning_needs_response"]

function stageOf(status: string): DisputeStage {
  if (waiting.includes(status)) return "to_answer"
  if (won.includes(status)) return "won"
  return lost.includes(status) ? "lost" : "answered"
}

/** A refund as Stripe has it, whoever made it. */
export type StripeRefund = {
  id: string
  /** The payment that it is of. */
  paymentId: string
  amount: Cents
  /** Ours, where we asked for it. */
  ours: string | null
  state: "made" | "pending" | "failed"
  failure: string | null
}

export type StripeRefunds = {
  of(paymentId: string): Promise<StripeRefund[]>
  /** Those that were made since, the latest first, at most a hundred. */
  madeSince(at: Date): Promise<StripeRefund[]>
  /** Those that a bank returned since, however long ago they were made; Stripe keeps such events for thirty days. */
  failedSince(at: Date): Promise<StripeRefund[]>
}

export function stripeRefunds(keys: Keys): StripeRefunds {
  const stripe = stripeClient(keys)
  return {
    async of(paymentId) {
      const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
      return data.flatMap((refund) => seenRefund(refund) ?? [])
    },
    async madeSince(at) {
      const made = stripe.refunds.list({ created: { gte: Math.floor(at.getTime() / 1000) }, limit: 100 })
      return (await made.autoPagingToArray({ limit: MAX_LOOKED_AT })).flatMap((refund) => seenRefund(refund) ?? [])
    },
    async failedSince(at) {
      // Refunds are listed by when they were made; their failures are listed by when they happened among the events.
      const told = stripe.events.list({
        type: "refund.failed",
        created: { gte: Math.floor(at.getTime() / 1000) },
        limit: 100,
      })
      return (await told.autoPagingToArray({ limit: MAX_LOOKED_AT })).flatMap((event) =>
        event.type === "refund.failed" ? (seenRefund(event.data.object) ?? []) : [],
      )
    },
  }
}

function seenRefund(refund: Stripe.Refund): StripeRefund | null {
  const { id, amount, payment_intent: intent, metadata } = refund
  const paymentId = typeof intent === "string" ? intent : (intent?.id ?? null)
  if (paymentId === null) return null
  const { kind: state, ...seen } = refundState(refund)
  return { id, paymentId, amount, ours: metadata?.["refund"] ?? null, state, failure: failureIn(seen) }
}

function failureIn(state: object): string | null {
  return "failure" in state && typeof state.failure === "string" ? state.failure : null
}

export type StripeDisputes = {
  /** Null for one that is of no payment that can be found by it. */
  look(id: string): Promise<DisputeState | null>
  /** Those that were opened since. */
  openedSince(at: Date): Promise<DisputeState[]>
}

/** Of one kind in a month: more than any shop has, and an end where a provider has none. */
const MAX_LOOKED_AT = 5_000

export function stripeDisputes(keys: Keys): StripeDisputes {
  const stripe = stripeClient(keys)
  return {
    async look(id) {
      return disputeState(await stripe.disputes.retrieve(id))
    },
    async openedSince(at) {
      const opened = stripe.disputes.list({ created: { gte: Math.floor(at.getTime() / 1000) }, limit: 100 })
      return (await opened.autoPagingToArray({ limit: MAX_LOOKED_AT })).flatMap((each) => disputeState(each) ?? [])
    },
  }
}

function disputeState(dispute: Stripe.Dispute): DisputeState | null {
  const { id, amount, reason, status, created, payment_intent: intent, evidence_details: details } = dispute
  const paymentId = typeof intent === "string" ? intent : (intent?.id ?? null)
  if (paymentId === null) return null
  const answerBy = details.due_by ? new Date(details.due_by * 1000) : null
  return { id, paymentId, amount, reason, stage: stageOf(status), answerBy, openedAt: new Date(created * 1000) }
}

/** Messages are taken for so many seconds after they were signed: an old one is somebody's who has kept it. */
const TOLERANCE_SECONDS = 300

/** What a message is about, if Stripe signed it a moment ago; null otherwise. Nothing else of it is believed (D28). */
export function readStripeEvent(
  body: Buffer,
  signature: string,
  { webhookSecret, ...keys }: Keys & { webhookSecret: string },
): Stripe.Event | null {
  try {
    return stripeClient(keys).webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS)
  } catch {
    return null
  }
}
