import { isId } from "../../../domain/id.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { providerEvents } from "../../platform/schema/card-payments.ts"
import { readStripeEvent } from "./stripe.ts"

export type EventAnswer = "taken" | "known" | "not-signed" | "not-set"

/**
 * Takes what Stripe tells: each event once, whatever its order. It is no news but a reason to look, which a job does: the
 * answer goes before anything is asked of anybody (D28). `not-signed`: nobody knows who sent it, or it is too old.
 */
export async function takeStripeEvent(body: Buffer, signature: string, at: Date = new Date()): Promise<EventAnswer> {
  const { stripe } = environment
  if (!stripe?.webhookSecret) return "not-set"
  const event = readStripeEvent(body, signature, { ...stripe, webhookSecret: stripe.webhookSecret })
  if (!event) return "not-signed"
  // A message of another form ("thin"), which nobody asked Stripe for: nothing of it is read, and it is not sent again.
  const about: unknown = Reflect.get(Object(event.data), "object")
  if (typeof event.id !== "string" || typeof about !== "object" || about === null) return "known"
  const object: StripeObject = { ...about }
  return transaction(async (tx) => {
    const [fresh] = await tx
      .insert(providerEvents)
      .values({
        provider: "stripe",
        eventId: event.id,
        kind: event.type,
        objectId: idOf(object) ?? "",
        receivedAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: providerEvents.eventId })
    if (!fresh) return "known"
    await enqueueSync(tx, event.type, object)
    return "taken"
  })
}

/** What a message is about; little of it is read. */
type StripeObject = Readonly<Record<string, unknown>>

async function enqueueSync(tx: Transaction, kind: string, object: StripeObject): Promise<void> {
  const ofDeposit = marked(object, "deposit_try")
  if (typeof ofDeposit === "string" && isId(ofDeposit)) {
    const holdId = kind.startsWith("payment_intent.") ? idOf(object) : null
    return enqueue(tx, "look-at-deposit", { id: ofDeposit, ...(holdId !== null && { holdId }) })
  }
  const [family] = /^(checkout\.session|payment_intent|refund|charge\.refund|charge\.dispute)\./.exec(kind) ?? []
  switch (family) {
    case "checkout.session.":
      return sync(tx, "settle-card-payment", object["client_reference_id"])
    case "payment_intent.":
      return sync(tx, "settle-card-payment", marked(object, "card_payment"))
    case "refund.":
    case "charge.refund.": {
      const ours = marked(object, "refund")
      // One that we did not ask for was made in Stripe's own pages.
      return ours === undefined ? syncRefundsOf(tx, object["payment_intent"]) : sync(tx, "settle-card-refund", ours)
    }
    case "charge.dispute.":
      return syncDispute(tx, idOf(object))
    default:
      if (kind === "charge.refunded") return syncRefundsOf(tx, object["payment_intent"])
      // Not everything that a shop's account is told of is ours.
      return
  }
}

async function sync(tx: Transaction, job: "settle-card-payment" | "settle-card-refund", id: unknown): Promise<void> {
  if (typeof id === "string" && isId(id)) await enqueue(tx, job, { id })
}

async function syncRefundsOf(tx: Transaction, paymentId: unknown): Promise<void> {
  if (typeof paymentId === "string") await enqueue(tx, "look-at-card-refunds", { id: paymentId })
}

async function syncDispute(tx: Transaction, id: string | null): Promise<void> {
  if (id !== null) await enqueue(tx, "look-at-dispute", { id })
}

function idOf({ id }: StripeObject): string | null {
  return typeof id === "string" ? id : null
}

/** What we wrote on it when we asked for it. */
function marked({ metadata }: StripeObject, name: string): unknown {
  return typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, name) : undefined
}
