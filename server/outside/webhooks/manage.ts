import { randomBytes } from "node:crypto"
import { desc, eq, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import {
  PREVIOUS_SECRET_HOURS,
  MAX_WEBHOOKS,
  TRIAL_KIND,
  type WebhookKind,
  webhookKinds,
} from "../../../domain/webhooks/kinds.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { type Reach, isAllowedAddress } from "../../platform/outbound/fetch-untrusted.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { webhookEndpoints, webhookMessages } from "../../platform/schema/webhooks.ts"

type Editor = Staff & { id: ProfileId }

type WebhookRequest = { url: string; kinds: readonly WebhookKind[] }
type WebhookProblem =
  | { kind: "too-many"; max: number }
  | { kind: "bad-address" }
  | { kind: "no-kind" }
  | { kind: "known-already" }

function createSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`
}

/** Returns the secret, which is shown once. */
export async function addWebhook(
  editor: Editor,
  { url: pasted, kinds }: WebhookRequest,
  at: Date = new Date(),
  reach?: Reach,
): Promise<Result<{ id: Id; secret: string }, WebhookProblem>> {
  const validKinds = webhookKinds.filter((kind) => kinds.includes(kind))
  if (validKinds.length === 0) return err({ kind: "no-kind" })
  const url = pasted.trim()
  if (!(await isAllowedAddress(url, reach))) return err({ kind: "bad-address" })
  return transaction(async (tx) => {
    // The lock keeps simultaneous additions below the maximum.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`)
    const existing = await tx.select({ url: webhookEndpoints.url }).from(webhookEndpoints)
    if (existing.length >= MAX_WEBHOOKS) return err({ kind: "too-many", max: MAX_WEBHOOKS })
    if (existing.some((each) => each.url === url)) return err({ kind: "known-already" })
    const secret = createSecret()
    const [added] = await tx
      .insert(webhookEndpoints)
      .values({ url, kinds: validKinds, secret, createdAt: at })
      .returning({ id: webhookEndpoints.id })
    if (!added) throw new Error("A webhook was added, then gone")
    await recordWebhookEvent(tx, { by: editor, action: "person.webhook-added", url, at })
    return ok({ id: added.id, secret })
  })
}

export async function removeWebhook(editor: Editor, id: Id, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    const [deleted] = await tx
      .delete(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url })
    if (deleted) await recordWebhookEvent(tx, { by: editor, action: "person.webhook-removed", url: deleted.url, at })
  })
}

/** The former secret also signs for a day. null when the webhook was removed. */
export async function renewWebhookSecret(editor: Editor, id: Id, at: Date = new Date()): Promise<string | null> {
  return transaction(async (tx) => {
    const [existing] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for("update")
    if (!existing) return null
    const secret = createSecret()
    await tx
      .update(webhookEndpoints)
      .set({
        secret,
        formerSecret: existing.secret,
        formerSecretUntil: new Date(at.getTime() + PREVIOUS_SECRET_HOURS * 3_600_000),
      })
      .where(eq(webhookEndpoints.id, id))
    await recordWebhookEvent(tx, { by: editor, action: "person.webhook-secret-renewed", url: existing.url, at })
    return secret
  })
}

export async function resumeWebhook(id: Id): Promise<boolean> {
  const { rowCount } = await db
    .update(webhookEndpoints)
    .set({ stoppedAt: null, failingSince: null })
    .where(eq(webhookEndpoints.id, id))
  return rowCount === 1
}

export async function sendTestMessage(id: Id, at: Date = new Date()): Promise<boolean> {
  return transaction(async (tx) => {
    const [existing] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for("share")
    if (!existing || existing.stoppedAt !== null) return false
    await tx.insert(webhookMessages).values({ endpointId: id, kind: TRIAL_KIND, at, nextAt: at })
    return true
  })
}

/** Keeps the message's id, so that receivers can deduplicate. */
export async function resendWebhookMessage(message: Id, at: Date = new Date()): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update webhook_messages set state = 'waiting', tries = 0, next_at = ${at.toISOString()}
    where id = ${message} and state <> 'waiting'
      and exists (select from webhook_endpoints where id = endpoint_id and stopped_at is null)`)
  return rowCount === 1
}

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

export async function listLatestWebhookMessages(max: number) {
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

export function countStoppedWebhooks() {
  return db.$count(webhookEndpoints, sql`${webhookEndpoints.stoppedAt} is not null`)
}

type WebhookAction = "person.webhook-added" | "person.webhook-removed" | "person.webhook-secret-renewed"

/** Records only the host: the URL may contain a secret. */
async function recordWebhookEvent(
  tx: Transaction,
  { by, action, url, at }: { by: Editor; action: WebhookAction; url: string; at: Date },
): Promise<void> {
  await recordEvent(tx, { by, action, subject: by.id, details: { host: new URL(url).host }, at })
}
