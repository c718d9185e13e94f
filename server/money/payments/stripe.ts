import Stripe from "stripe"
import type { DisputeStage } from "../../../domain/finance/dispute.ts"
import type { Cents } from "../../../domain/money.ts"
import { toSavedCard } from "./stripe-cards.ts"
import type {
  DisputeState,
  OpenedSession,
  PaymentProvider,
  RefundState,
  SessionState,
  SessionRequest,
} from "./provider.ts"

type Keys = { secretKey: string; apiBase: string | null }

const TIMEOUT_MS = 10_000

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

export function stripeProvider(keys: Keys): PaymentProvider {
  const stripe = stripeClient(keys)
  return {
    name: "stripe",
    async open(session) {
      return toOpenedSession(
        await stripe.checkout.sessions.create(sessionParameters(session), { idempotencyKey: session.id }),
      )
    },
    async fetchSession(sessionId) {
      return toSessionState(await read(stripe, sessionId))
    },
    async close(sessionId) {
      try {
        return toSessionState(await stripe.checkout.sessions.expire(sessionId, { expand: SESSION_PARTS }))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          return toSessionState(await read(stripe, sessionId))
        throw error
      }
    },
    async findRefund({ id, paymentId }) {
      const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
      const match = data.find(({ metadata }) => metadata?.["refund"] === id)
      return match ? toRefundState(match) : null
    },
    async refund({ id, paymentId, amount }) {
      try {
        const created = await stripe.refunds.create(
          { payment_intent: paymentId, amount, metadata: { refund: id } },
          { idempotencyKey: id },
        )
        return toRefundState(created)
      } catch (error) {
        // Final: disputed, refunded in Stripe's dashboard, or too old.
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

function sessionParameters({
  id,
  amount,
  label,
  bookingNumber,
  email,
  savesCard,
  paidUrl,
  cancelledUrl,
}: SessionRequest): Stripe.Checkout.SessionCreateParams {
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

export function toOpenedSession({ id, url, expires_at }: Stripe.Checkout.Session): OpenedSession {
  if (!url) throw new Error(`Stripe gave no address for the session ${id}`)
  return { sessionId: id, url, endsAt: new Date(expires_at * 1000) }
}

function toSessionState(session: Stripe.Checkout.Session): SessionState {
  const intent = session.payment_intent
  const failure = typeof intent === "object" && intent ? failureReason(intent) : null
  if (session.payment_status === "paid" && intent) {
    const paymentId = typeof intent === "string" ? intent : intent.id
    const card = typeof intent === "string" ? null : toSavedCard(session.customer, intent.payment_method)
    return { kind: "paid", paymentId, amount: session.amount_total ?? 0, card }
  }
  return session.status === "expired" ? { kind: "closed", failure } : { kind: "open", failure }
}

export function failureReason({ last_payment_error: error }: Stripe.PaymentIntent): string | null {
  return error ? (error.decline_code ?? error.code ?? "card_declined") : null
}

function toRefundState({ id, status, failure_reason: reason }: Stripe.Refund): RefundState {
  if (status === "failed" || status === "canceled") return { kind: "failed", refundId: id, failure: reason ?? status }
  return { kind: status === "succeeded" ? "made" : "pending", refundId: id }
}

const lostStatuses: readonly string[] = ["lost", "charge_refunded"]
const wonStatuses: readonly string[] = ["won", "warning_closed", "prevented"]
const waitingStatuses: readonly string[] = ["needs_response", "warning_needs_response"]

function toDisputeStage(status: string): DisputeStage {
  if (waitingStatuses.includes(status)) return "to_answer"
  if (wonStatuses.includes(status)) return "won"
  return lostStatuses.includes(status) ? "lost" : "answered"
}

export type StripeRefund = {
  id: string
  paymentId: string
  amount: Cents
  ownRefundId: string | null
  state: "made" | "pending" | "failed"
  failure: string | null
}

type StripeRefunds = {
  listForPayment(paymentId: string): Promise<StripeRefund[]>
  listSince(at: Date): Promise<StripeRefund[]>
  /** Stripe keeps these events for thirty days. */
  listFailedSince(at: Date): Promise<StripeRefund[]>
}

export function stripeRefunds(keys: Keys): StripeRefunds {
  const stripe = stripeClient(keys)
  return {
    async listForPayment(paymentId) {
      const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
      return data.flatMap((refund) => toStripeRefund(refund) ?? [])
    },
    async listSince(at) {
      const created = stripe.refunds.list({ created: { gte: Math.floor(at.getTime() / 1000) }, limit: 100 })
      return (await created.autoPagingToArray({ limit: MAX_LISTED })).flatMap((refund) => toStripeRefund(refund) ?? [])
    },
    async listFailedSince(at) {
      // Refunds are filtered by creation; only events tell when one failed.
      const failureEvents = stripe.events.list({
        type: "refund.failed",
        created: { gte: Math.floor(at.getTime() / 1000) },
        limit: 100,
      })
      return (await failureEvents.autoPagingToArray({ limit: MAX_LISTED })).flatMap((event) =>
        event.type === "refund.failed" ? (toStripeRefund(event.data.object) ?? []) : [],
      )
    },
  }
}

function toStripeRefund(refund: Stripe.Refund): StripeRefund | null {
  const { id, amount, payment_intent: intent, metadata } = refund
  const paymentId = typeof intent === "string" ? intent : (intent?.id ?? null)
  if (paymentId === null) return null
  const { kind: state, ...result } = toRefundState(refund)
  return { id, paymentId, amount, ownRefundId: metadata?.["refund"] ?? null, state, failure: failureIn(result) }
}

function failureIn(state: object): string | null {
  return "failure" in state && typeof state.failure === "string" ? state.failure : null
}

type StripeDisputes = {
  fetchDispute(id: string): Promise<DisputeState | null>
  listSince(at: Date): Promise<DisputeState[]>
}

const MAX_LISTED = 5_000

export function stripeDisputes(keys: Keys): StripeDisputes {
  const stripe = stripeClient(keys)
  return {
    async fetchDispute(id) {
      return toDisputeState(await stripe.disputes.retrieve(id))
    },
    async listSince(at) {
      const disputeList = stripe.disputes.list({ created: { gte: Math.floor(at.getTime() / 1000) }, limit: 100 })
      return (await disputeList.autoPagingToArray({ limit: MAX_LISTED })).flatMap((each) => toDisputeState(each) ?? [])
    },
  }
}

function toDisputeState(dispute: Stripe.Dispute): DisputeState | null {
  const { id, amount, reason, status, created, payment_intent: intent, evidence_details: details } = dispute
  const paymentId = typeof intent === "string" ? intent : (intent?.id ?? null)
  if (paymentId === null) return null
  const answerBy = details.due_by ? new Date(details.due_by * 1000) : null
  return { id, paymentId, amount, reason, stage: toDisputeStage(status), answerBy, openedAt: new Date(created * 1000) }
}

/** Rejects replayed webhooks. */
const TOLERANCE_SECONDS = 300

/** null unless Stripe signed it recently; only the object's id may be trusted (D28). */
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
