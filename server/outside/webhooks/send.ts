import { createHmac } from "node:crypto"
import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { STOP_AFTER_HOURS, type WebhookFailure, nextAttempt } from "../../../domain/webhooks/kinds.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import { type Reach, fetchUntrusted } from "../../platform/outbound/fetch-untrusted.ts"

const TIMEOUT_MS = 10_000
const ANSWER_CHARACTERS = 1000
/** Longer than any attempt; then another worker resends under the same id. */
const LEASE_SECONDS = 60
const CONCURRENCY = 4
const POLL_MS = 2000
const RUN_MS = 60_000

type ClaimedMessage = {
  id: Id
  endpoint_id: Id
  kind: string
  booking_id: Id | null
  number: string | null
  at: string
  tries: number
  url: string
  secret: string
  former_secret: string | null
  former_secret_until: string | null
}

/** One at a time per booking and endpoint, so that order is kept. */
export async function sendWebhooks(at: Date = new Date(), reach?: Reach, stopping?: AbortSignal): Promise<string> {
  const startedAt = performance.now()
  const until = startedAt + RUN_MS
  // Leases and signatures need the current time, not the run's start.
  const now = () => new Date(at.getTime() + performance.now() - startedAt)
  const mayContinue = () => performance.now() < until && stopping?.aborted !== true
  const unresponsive = new Set<Id>()
  let [delivered, failed] = [0, 0]
  const worker = async () => {
    while (mayContinue()) {
      const message = await claimNext(now(), [...unresponsive])
      if (!message) return
      const outcome = await send(message, now(), reach)
      await recordOutcome(message, outcome, now())
      if (outcome.isDelivered) delivered++
      else {
        failed++
        unresponsive.add(message.endpoint_id)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return `${delivered} delivered, ${failed} failed`
}

export function startWebhookSender(): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let isFailing = false
  const poll = async () => {
    try {
      await sendWebhooks(new Date(), undefined, stopping.signal)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn("Webhooks cannot be sent, and are tried again", { error })
      isFailing = true
    }
  }
  const interval = setInterval(() => {
    running ??= poll().finally(() => (running = null))
  }, POLL_MS)
  return {
    async stop() {
      clearInterval(interval)
      stopping.abort()
      await running
    },
  }
}

/** Counts the attempt before sending, so that a killed process counts too. */
async function claimNext(at: Date, unresponsive: readonly Id[]): Promise<ClaimedMessage | null> {
  const now = instant(at)
  const { rows } = await db.execute<ClaimedMessage>(sql`
    with next as (
      select message.id from webhook_messages message join webhook_endpoints endpoint on endpoint.id = endpoint_id
      where message.state = 'waiting' and next_at <= ${now} and stopped_at is null
        and endpoint_id <> all(${`{${unresponsive.join(",")}}`}::uuid[])
        and not exists (
          select from webhook_messages earlier
          where earlier.endpoint_id = message.endpoint_id and earlier.booking_id = message.booking_id
            and earlier.state = 'waiting' and earlier.event_id < message.event_id)
      order by next_at, event_id limit 1 for update of message skip locked
    ), claimed as (
      update webhook_messages message
      set tries = tries + 1, tried_at = ${now}, next_at = ${now} + ${LEASE_SECONDS} * interval '1 second'
      from next where message.id = next.id
      returning message.id, endpoint_id, kind, booking_id, message.at, tries
    )
    select claimed.*, number, url, secret, former_secret, former_secret_until
    from claimed join webhook_endpoints endpoint on endpoint.id = endpoint_id
      left join bookings on bookings.id = booking_id`)
  return rows[0] ?? null
}

type Outcome = {
  isDelivered: boolean
  isGone: boolean
  status: number | null
  answer: string | null
  failure: WebhookFailure | null
}

async function send(message: ClaimedMessage, at: Date, reach: Reach | undefined): Promise<Outcome> {
  const body = JSON.stringify(webhookBody(message))
  const response = await fetchUntrusted(message.url, {
    method: "POST",
    headers: { "content-type": "application/json", ...signatureHeaders(message, body, at) },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 4 * ANSWER_CHARACTERS,
    truncates: true,
    redirects: 0,
    ...(reach ? { reach } : {}),
  })
  if (!response.ok) return { isDelivered: false, isGone: false, status: null, answer: null, failure: response.error }
  const { status } = response.value
  const answer = response.value.body
    .toString("utf8")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .slice(0, ANSWER_CHARACTERS)
    .toWellFormed()
  return { isDelivered: status >= 200 && status < 300, isGone: status === 410, status, answer, failure: null }
}

function webhookBody({ kind, booking_id: id, number, at }: ClaimedMessage) {
  return {
    type: kind,
    timestamp: new Date(at).toISOString(),
    data:
      id === null
        ? {}
        : {
            bookingId: id,
            bookingNumber: Number(number),
            url: new URL(`/api/v1/bookings/${id}`, environment.origin).href,
          },
  }
}

function signatureHeaders(
  message: Pick<ClaimedMessage, "id" | "secret" | "former_secret" | "former_secret_until">,
  body: string,
  at: Date,
): Record<string, string> {
  const id = `msg_${message.id}`
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const isFormerValid = message.former_secret_until !== null && new Date(message.former_secret_until) > at
  const secrets = [message.secret, ...(message.former_secret !== null && isFormerValid ? [message.former_secret] : [])]
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  })
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") }
}

/** Changes nothing when the lease was lost meanwhile. */
async function recordOutcome(
  message: ClaimedMessage,
  { isDelivered, isGone, status, answer, failure }: Outcome,
  at: Date,
): Promise<void> {
  const retryAt = isDelivered ? null : nextAttempt(message.tries, at)
  const state = isDelivered ? "delivered" : retryAt ? "waiting" : "given-up"
  await transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update webhook_messages set state = ${state}, status = ${status}, answer = ${answer}, failure = ${failure},
        next_at = ${instant(retryAt ?? at)}
      where id = ${message.id} and tries = ${message.tries} and state = 'waiting'`)
    if (rowCount !== 1) return
    if (isDelivered) {
      await tx.execute(sql`
        update webhook_endpoints set failing_since = null where id = ${message.endpoint_id} and failing_since is not null`)
      return
    }
    const { rows } = await tx.execute<{ stopped: boolean }>(sql`
      update webhook_endpoints set failing_since = coalesce(failing_since, ${instant(at)}),
        stopped_at = case
          when ${isGone} or failing_since <= ${instant(at)} - ${STOP_AFTER_HOURS} * interval '1 hour' then ${instant(at)}
          else stopped_at end
      where id = ${message.endpoint_id} returning stopped_at is not null as stopped`)
    if (!rows[0]?.stopped) return
    // The URL may contain a secret and must not be logged.
    log.warn("A webhook was stopped", { webhook: message.endpoint_id, status, failure })
    await tx.execute(sql`
      update webhook_messages set state = 'given-up' where endpoint_id = ${message.endpoint_id} and state = 'waiting'`)
  })
}

export async function deleteOldWebhookMessages(at: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from webhook_messages where at < ${instant(at)} - ${periods.webhookMessageDays} * interval '1 day'`)
  return rowCount ?? 0
}

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
