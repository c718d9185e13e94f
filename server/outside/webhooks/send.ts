import { createHmac } from "node:crypto"
import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { STOP_AFTER_HOURS, type WebhookFailure, nextTry } from "../../../domain/webhooks/kinds.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import { type Reach, ask } from "../../platform/outbound/ask.ts"

const TIMEOUT_MS = 10_000
/** Of an answer, what is kept to be read. */
const ANSWER_CHARACTERS = 1000
/** Longer than a try can last: by then anyone who had the message is gone, and it goes again under the same id. */
const LEASE_SECONDS = 60
/** Programs are slow, each at its own pace. */
const CONCURRENCY = 4
/** A message waits no longer than that for its first try. */
const POLL_MS = 2000
/** A run ends before its job is taken for lost; the next one goes on. */
const RUN_MS = 60_000

type Claimed = {
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

/**
 * Sends what is due, each booking's messages to an endpoint one after the other: the next one waits until the one before
 * was taken or given up. An endpoint that does not answer is left alone for the rest of the run. Once `stopping` is aborted
 * nothing more is begun. Says what it did.
 */
export async function sendWebhooks(at: Date = new Date(), reach?: Reach, stopping?: AbortSignal): Promise<string> {
  const begun = performance.now()
  const until = begun + RUN_MS
  // A run lasts: each message's lease, and the instant that is signed, begin when it is taken.
  const now = () => new Date(at.getTime() + performance.now() - begun)
  const goesOn = () => performance.now() < until && stopping?.aborted !== true
  const silent = new Set<Id>()
  let [taken, failed] = [0, 0]
  const worker = async () => {
    while (goesOn()) {
      const message = await claim(now(), [...silent])
      if (!message) return
      const outcome = await send(message, now(), reach)
      await note(message, outcome, now())
      if (outcome.isTaken) taken++
      else {
        failed++
        silent.add(message.endpoint_id)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return `${taken} taken, ${failed} failed`
}

/** Looks for what is due every two seconds, in the process that does the jobs; stopping waits for what is on its way alone. */
export function keepSendingWebhooks(): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let isFailing = false
  const look = async () => {
    try {
      await sendWebhooks(new Date(), undefined, stopping.signal)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn("Webhooks cannot be sent, and are tried again", { error })
      isFailing = true
    }
  }
  const looking = setInterval(() => {
    running ??= look().finally(() => (running = null))
  }, POLL_MS)
  return {
    async stop() {
      clearInterval(looking)
      stopping.abort()
      await running
    },
  }
}

/** The next message that is due, for this worker alone until its lease ends. A try counts from here: a kill is one too. */
async function claim(at: Date, silent: readonly Id[]): Promise<Claimed | null> {
  const now = instant(at)
  const { rows } = await db.execute<Claimed>(sql`
    with next as (
      select message.id from webhook_messages message join webhook_endpoints endpoint on endpoint.id = endpoint_id
      where message.state = 'waiting' and next_at <= ${now} and stopped_at is null
        and endpoint_id <> all(${`{${silent.join(",")}}`}::uuid[])
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
  isTaken: boolean
  isGone: boolean
  status: number | null
  answer: string | null
  failure: WebhookFailure | null
}

async function send(message: Claimed, at: Date, reach: Reach | undefined): Promise<Outcome> {
  const body = JSON.stringify(bodyOf(message))
  const asked = await ask(message.url, {
    method: "POST",
    headers: { "content-type": "application/json", ...signed(message, body, at) },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 4 * ANSWER_CHARACTERS,
    cutsLongAnswers: true,
    redirects: 0,
    ...(reach ? { reach } : {}),
  })
  if (!asked.ok) return { isTaken: false, isGone: false, status: null, answer: null, failure: asked.error }
  const { status } = asked.value
  const answer = asked.value.body
    .toString("utf8")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .slice(0, ANSWER_CHARACTERS)
    .toWellFormed()
  return { isTaken: status >= 200 && status < 300, isGone: status === 410, status, answer, failure: null }
}

/** Ids and the address by which the API answers, and nothing of a person. */
function bodyOf({ kind, booking_id: id, number, at }: Claimed) {
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

/** The headers of Standard Webhooks: the id stays the same at each try, the instant and the signature are of this one. */
function signed(
  message: Pick<Claimed, "id" | "secret" | "former_secret" | "former_secret_until">,
  body: string,
  at: Date,
): Record<string, string> {
  const id = `msg_${message.id}`
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const isFormerGood = message.former_secret_until !== null && new Date(message.former_secret_until) > at
  const secrets = [message.secret, ...(message.former_secret !== null && isFormerGood ? [message.former_secret] : [])]
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  })
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") }
}

/** What became of it. Whoever lost the lease meanwhile changes nothing. */
async function note(message: Claimed, { isTaken, isGone, status, answer, failure }: Outcome, at: Date): Promise<void> {
  const again = isTaken ? null : nextTry(message.tries, at)
  const state = isTaken ? "delivered" : again ? "waiting" : "given-up"
  await transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update webhook_messages set state = ${state}, status = ${status}, answer = ${answer}, failure = ${failure},
        next_at = ${instant(again ?? at)}
      where id = ${message.id} and tries = ${message.tries} and state = 'waiting'`)
    if (rowCount !== 1) return
    if (isTaken) {
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
    // The address may carry a secret of the other program's, and is in no line of the log.
    log.warn("A webhook is asked no more", { webhook: message.endpoint_id, status, failure })
    await tx.execute(sql`
      update webhook_messages set state = 'given-up' where endpoint_id = ${message.endpoint_id} and state = 'waiting'`)
  })
}

/** Removes messages after their time, whatever became of them. Answers how many. */
export async function forgetWebhookMessages(at: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from webhook_messages where at < ${instant(at)} - ${periods.webhookMessageDays} * interval '1 day'`)
  return rowCount ?? 0
}

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
