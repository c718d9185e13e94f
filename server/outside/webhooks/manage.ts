import { randomBytes } from "node:crypto"
import { desc, eq, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import {
  FORMER_SECRET_HOURS,
  MAX_WEBHOOKS,
  TRIAL_KIND,
  type WebhookKind,
  webhookKinds,
} from "../../../domain/webhooks/kinds.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { type Reach, mayBeAsked } from "../../platform/outbound/ask.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { webhookEndpoints, webhookMessages } from "../../platform/schema/webhooks.ts"

type Editor = Administrator & { id: ProfileId }

export type WebhookWish = { url: string; kinds: readonly WebhookKind[] }
export type WebhookProblem =
  | { kind: "too-many"; max: number }
  | { kind: "bad-address" }
  | { kind: "no-kind" }
  | { kind: "known-already" }

/** A secret as Standard Webhooks writes it: 32 bytes of Base64. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`
}

/** Adds an address that is told from now on. Answers the secret, which is shown once. */
export async function addWebhook(
  editor: Editor,
  { url: pasted, kinds }: WebhookWish,
  at: Date = new Date(),
  reach?: Reach,
): Promise<Result<{ id: Id; secret: string }, WebhookProblem>> {
  const wanted = webhookKinds.filter((kind) => kinds.includes(kind))
  if (wanted.length === 0) return err({ kind: "no-kind" })
  const url = pasted.trim()
  if (!(await mayBeAsked(url, reach))) return err({ kind: "bad-address" })
  return transaction(async (tx) => {
    // One at a time, so that two never are one too many.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`)
    const known = await tx.select({ url: webhookEndpoints.url }).from(webhookEndpoints)
    if (known.length >= MAX_WEBHOOKS) return err({ kind: "too-many", max: MAX_WEBHOOKS })
    if (known.some((each) => each.url === url)) return err({ kind: "known-already" })
    const secret = newSecret()
    const [added] = await tx
      .insert(webhookEndpoints)
      .values({ url, kinds: wanted, secret, createdAt: at })
      .returning({ id: webhookEndpoints.id })
    if (!added) throw new Error("A webhook was added, then gone")
    await record(tx, editor, "person.webhook-added", url, at)
    return ok({ id: added.id, secret })
  })
}

/** Ends it, with what waits for it; one that has ended already is what was wanted. */
export async function removeWebhook(editor: Editor, id: Id, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    const [ended] = await tx
      .delete(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url })
    if (ended) await record(tx, editor, "person.webhook-removed", ended.url, at)
  })
}

/** A new secret; the one before it signs beside it for a day. Null: there is no such webhook any more. */
export async function renewWebhookSecret(editor: Editor, id: Id, at: Date = new Date()): Promise<string | null> {
  return transaction(async (tx) => {
    const [known] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for("update")
    if (!known) return null
    const secret = newSecret()
    await tx
      .update(webhookEndpoints)
      .set({
        secret,
        formerSecret: known.secret,
        formerSecretUntil: new Date(at.getTime() + FORMER_SECRET_HOURS * 3_600_000),
      })
      .where(eq(webhookEndpoints.id, id))
    await record(tx, editor, "person.webhook-secret-renewed", known.url, at)
    return secret
  })
}

/** Asks again an address that had been given up; what was given up meanwhile is sent again one by one. */
export async function resumeWebhook(id: Id): Promise<boolean> {
  const { rowCount } = await db
    .update(webhookEndpoints)
    .set({ stoppedAt: null, failingSince: null })
    .where(eq(webhookEndpoints.id, id))
  return rowCount === 1
}

/** Sends a message that tells of nothing. False: there is no such webhook, or it is stopped. */
export async function tryWebhook(id: Id, at: Date = new Date()): Promise<boolean> {
  return transaction(async (tx) => {
    const [known] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for("share")
    if (!known || known.stoppedAt !== null) return false
    await tx.insert(webhookMessages).values({ endpointId: id, kind: TRIAL_KIND, at, nextAt: at })
    return true
  })
}

/** Sends a message again, under the id that it had: who has taken it already knows it. False: it is gone, or stopped. */
export async function sendWebhookAgain(message: Id, at: Date = new Date()): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update webhook_messages set state = 'waiting', tries = 0, next_at = ${at.toISOString()}
    where id = ${message} and state <> 'waiting'
      and exists (select from webhook_endpoints where id = endpoint_id and stopped_at is null)`)
  return rowCount === 1
}

/** Every webhook, the oldest first. Its secret stays where it is. */
export async function listWebhooks() {
  return db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      kinds: webhookEndpoints.kinds,
      createdAt: webhookEndpoints.createdAt,
      failingSince: webhookEndpoints.failingSince,
      stoppedAt: webhookEndpoints.stoppedAt,
    })
    .from(webhookEndpoints)
    .orderBy(webhookEndpoints.createdAt, webhookEndpoints.id)
}

/** The latest messages, the newest first. */
export async function latestWebhookMessages(max: number) {
  return db
    .select({
      id: webhookMessages.id,
      url: webhookEndpoints.url,
      isStopped: sql<boolean>`${webhookEndpoints.stoppedAt} is not null`,
      kind: webhookMessages.kind,
      number: bookings.number,
      at: webhookMessages.at,
      state: webhookMessages.state,
      tries: webhookMessages.tries,
      nextAt: webhookMessages.nextAt,
      triedAt: webhookMessages.triedAt,
      status: webhookMessages.status,
      answer: webhookMessages.answer,
      failure: webhookMessages.failure,
    })
    .from(webhookMessages)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookMessages.endpointId))
    .leftJoin(bookings, eq(bookings.id, webhookMessages.bookingId))
    .orderBy(desc(webhookMessages.at), webhookMessages.id)
    .limit(max)
}

/** Addresses that are asked no more, since they took nothing for three days. */
export async function stoppedWebhooks(): Promise<number> {
  return db.$count(webhookEndpoints, sql`${webhookEndpoints.stoppedAt} is not null`)
}

type WebhookAction = "person.webhook-added" | "person.webhook-removed" | "person.webhook-secret-renewed"

/** The host alone: an address may carry a secret of the other program's. */
async function record(tx: Transaction, by: Editor, action: WebhookAction, url: string, at: Date): Promise<void> {
  await recordEvent(tx, { by, action, subject: by.id, details: { host: new URL(url).host }, at })
}
