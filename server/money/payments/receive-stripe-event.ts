import { isId } from "../../../domain/id.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { providerEvents } from "../../platform/schema/card-payments.ts"
import { readStripeEvent } from "./stripe.ts"

export type EventResult = "accepted" | "duplicate" | "not-signed" | "not-set"

/** Deduplicates events and leaves the work to a job, so that Stripe is answered at once (D28). */
export async function receiveStripeEvent(body: Buffer, signature: string, at: Date = new Date()): Promise<EventResult> {
  const { stripe } = environment
  if (!stripe?.webhookSecret) return "not-set"
  const event = readStripeEvent(body, signature, { ...stripe, webhookSecret: stripe.webhookSecret })
  if (!event) return "not-signed"
  // Accepts unexpected "thin" events, which stops Stripe from retrying them.
  const payload: unknown = Reflect.get(Object(event.data), "object")
  if (typeof event.id !== "string" || typeof payload !== "object" || payload === null) return "duplicate"
  const object: StripeObject = { ...payload }
  return transaction(async (tx) => {
    const [inserted] = await tx
      .insert(providerEvents)
      .values({
        provider: "stripe",
        eventId: event.id,
        kind: event.type,
        objectId: objectIdOf(object) ?? "",
        receivedAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: providerEvents.eventId })
    if (!inserted) return "duplicate"
    await enqueueSync(tx, event.type, object)
    return "accepted"
  })
}

type StripeObject = Readonly<Record<string, unknown>>

async function enqueueSync(tx: Transaction, kind: string, object: StripeObject): Promise<void> {
  const depositTryId = metadataValue(object, "deposit_try")
  if (typeof depositTryId === "string" && isId(depositTryId)) {
    const holdId = kind.startsWith("payment_intent.") ? objectIdOf(object) : null
    return enqueue(tx, "look-at-deposit", { id: depositTryId, ...(holdId !== null && { holdId }) })
  }
  const [family] = /^(checkout\.session|payment_intent|refund|charge\.refund|charge\.dispute)\./.exec(kind) ?? []
  switch (family) {
    case "checkout.session.":
      return enqueueSettlement(tx, "settle-card-payment", object["client_reference_id"])
    case "payment_intent.":
      return enqueueSettlement(tx, "settle-card-payment", metadataValue(object, "card_payment"))
    case "refund.":
    case "charge.refund.": {
      const ownRefundId = metadataValue(object, "refund")
      return ownRefundId === undefined
        ? enqueueRefundSync(tx, object["payment_intent"])
        : enqueueSettlement(tx, "settle-card-refund", ownRefundId)
    }
    case "charge.dispute.":
      return enqueueDisputeSync(tx, objectIdOf(object))
    default:
      if (kind === "charge.refunded") return enqueueRefundSync(tx, object["payment_intent"])
      return
  }
}

async function enqueueSettlement(
  tx: Transaction,
  job: "settle-card-payment" | "settle-card-refund",
  id: unknown,
): Promise<void> {
  if (typeof id === "string" && isId(id)) await enqueue(tx, job, { id })
}

async function enqueueRefundSync(tx: Transaction, paymentId: unknown): Promise<void> {
  if (typeof paymentId === "string") await enqueue(tx, "look-at-card-refunds", { id: paymentId })
}

async function enqueueDisputeSync(tx: Transaction, id: string | null): Promise<void> {
  if (id !== null) await enqueue(tx, "look-at-dispute", { id })
}

function objectIdOf({ id }: StripeObject): string | null {
  return typeof id === "string" ? id : null
}

function metadataValue({ metadata }: StripeObject, name: string): unknown {
  return typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, name) : undefined
}
