import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Executor, Transaction } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { enqueueAll } from "../queue/queue.ts"
import type { MailOrder, NewMail } from "./mails.ts"
import { searchableText } from "./secrets.ts"
import { readSentences } from "./sentences.ts"

export type OrderOptions = {
  bookingId?: BookingId
  startAfter?: Date
  eventId?: number
}

/** Commits with the caller's transaction. */
export async function orderMail(tx: Transaction, mail: NewMail, at: Date): Promise<Id> {
  const order = newOrder(mail, await readSentences(mail.template, tx), at)
  await orderMails(tx, [order])
  return order.id
}

export function newOrder(mail: NewMail, sentences: Sentences | null, at: Date): MailOrder {
  return { ...mail, id: randomUUID(), at: at.toISOString(), ...(sentences && { sentences }) }
}

export async function orderMails(
  tx: Transaction,
  orders: readonly MailOrder[],
  options: OrderOptions = {},
): Promise<void> {
  if (orders.length === 0) return
  await recordMails(tx, orders, options)
  const { startAfter } = options
  await enqueueAll(
    tx,
    "send-mail",
    orders.map((order) => ({ payload: order, id: order.id, ...(startAfter && { startAfter }) })),
  )
}

/** Idempotent. */
export async function recordMails(
  executor: Executor,
  orders: readonly MailOrder[],
  { bookingId, startAfter, eventId }: OrderOptions = {},
): Promise<void> {
  const searchTexts = sql.param(orders.map(({ to, data }) => searchableText([to, data])))
  await executor.execute(sql`
    with ordered as materialized (
      select (data ->> 'id')::uuid as id, data, (${searchTexts}::text[])[place] as words
      from jsonb_array_elements(${JSON.stringify(orders)}::jsonb) with ordinality as each (data, place)),
    mail as (
      insert into mails (id, template, message_id, booking_id, event_id, ordered_at, start_after)
      select id, data ->> 'template', id || '@' || ${new URL(environment.origin).hostname}::text,
        ${bookingId ?? null}::uuid, ${eventId ?? null}::bigint, (data ->> 'at')::timestamptz,
        ${startAfter?.toISOString() ?? null}::timestamptz
      from ordered
      on conflict (id) do nothing returning id)
    insert into mail_details (mail_id, recipients, data, words)
    select id, data -> 'to', data -> 'data', without_accents(words) from mail join ordered using (id)`)
}
