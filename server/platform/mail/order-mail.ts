import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Executor, Transaction } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { enqueueAll } from "../queue/queue.ts"
import type { MailOrder, NewMail } from "./mails.ts"
import { wordsOf } from "./secrets.ts"
import { sentencesOf } from "./sentences.ts"

export type OrderOptions = {
  /** The booking that it is about: it keeps the mail's story. */
  bookingId?: BookingId
  /** Not before that instant: an act that can be undone tells nobody until it cannot. */
  startAfter?: Date
  /** The event that ordered it, whose undoing takes the mail back (`takeBackMails`). */
  event?: number
}

/**
 * Promises that a mail will go, in the transaction of what it tells: it enters the ledger and the queue, or neither.
 * Nothing is sent meanwhile: a job does it, as often as it takes. Answers the mail's id.
 */
export async function orderMail(tx: Transaction, mail: NewMail, at: Date, options: OrderOptions = {}): Promise<Id> {
  const order = newOrder(mail, await sentencesOf(mail.template, tx), at)
  await orderMails(tx, [order], options)
  return order.id
}

/** A mail to order, with what the company says in it. */
export function newOrder(mail: NewMail, sentences: Sentences | null, at: Date): MailOrder {
  return { ...mail, id: randomUUID(), at: at.toISOString(), ...(sentences && { sentences }) }
}

/** Orders several mails of one turn: they enter the ledger and the queue, or neither does. */
export async function orderMails(
  tx: Transaction,
  orders: readonly MailOrder[],
  options: OrderOptions = {},
): Promise<void> {
  if (orders.length === 0) return
  await enterInLedger(tx, orders, options)
  const { startAfter } = options
  await enqueueAll(
    tx,
    "send-mail",
    orders.map((order) => ({ payload: order, id: order.id, ...(startAfter && { startAfter }) })),
  )
}

/** Writes down that these mails are to go, once however often it is called. */
export async function enterInLedger(
  executor: Executor,
  orders: readonly MailOrder[],
  { bookingId, startAfter, event }: OrderOptions = {},
): Promise<void> {
  const words = sql.param(orders.map(({ to, data }) => wordsOf([to, data])))
  await executor.execute(sql`
    with given as materialized (
      select (data ->> 'id')::uuid as id, data, (${words}::text[])[place] as words
      from jsonb_array_elements(${JSON.stringify(orders)}::jsonb) with ordinality as each (data, place)),
    mail as (
      insert into mails (id, template, message_id, booking_id, event_id, ordered_at, start_after)
      select id, data ->> 'template', id || '@' || ${new URL(environment.origin).hostname}::text,
        ${bookingId ?? null}::uuid, ${event ?? null}::bigint, (data ->> 'at')::timestamptz,
        ${startAfter?.toISOString() ?? null}::timestamptz
      from given
      on conflict (id) do nothing returning id)
    insert into mail_details (mail_id, recipients, data, words)
    select id, data -> 'to', data -> 'data', without_accents(words) from mail join given using (id)`)
}
