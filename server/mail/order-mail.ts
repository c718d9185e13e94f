import { randomUUID } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import type { Sentences } from "../../domain/correspondence/sentences.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import { readSiteConfig } from "../content/site.ts"
import { type Executor, type Transaction, together } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"
import { environment } from "../environment.server.ts"
import { promised } from "../jobs/queue.ts"
import { profiles } from "../schema/accounts.ts"
import type { MailAddress, MailOrder, NewMail } from "./mails.ts"
import { wordsOf } from "./secrets.ts"
import { sentencesOf } from "./sentences.ts"

export type OrderOptions = {
  /** The booking that it is about: it keeps the mail's story. */
  bookingId?: BookingId
  /** Not before that instant: an act that can be undone tells nobody until it cannot. */
  startAfter?: Date
  /** The event that ordered it, whose undoing takes the mail back (`takeBackMails`); or the one just before it in its transaction. */
  event?: number | "just-recorded"
}

/**
 * Promises that a mail will go, in the transaction of what it tells: it enters the ledger and the queue, or neither.
 * Nothing is sent meanwhile: a job does it, as often as it takes. Answers the mail's id.
 */
export async function orderMail(
  tx: Transaction,
  mail: NewMail,
  at: Date,
  { bookingId, startAfter, event }: OrderOptions = {},
): Promise<Id> {
  const order = newOrder(mail, await sentencesOf(mail.template, tx), at)
  const send = await promisedMails([order], { bookingId, startAfter, event })
  await send(tx)
  return order.id
}

/** A mail to order, with what the company says in it. */
export function newOrder(mail: NewMail, sentences: Sentences | null, at: Date): MailOrder {
  return { ...mail, id: randomUUID(), at: at.toISOString(), ...(sentences && { sentences }) }
}

type GivenOptions = { [Name in keyof OrderOptions]: OrderOptions[Name] | undefined }

/**
 * Several mails of one turn: what will order them all, in two statements, once there is a transaction. They are sent as it
 * is called, among what else that transaction sends without waiting.
 */
export async function promisedMails(
  orders: readonly MailOrder[],
  options: GivenOptions,
): Promise<(tx: Transaction) => Promise<void>> {
  if (orders.length === 0) return () => Promise.resolve()
  const { startAfter } = options
  const promise = await promised(
    "send-mail",
    orders.map((order) => ({ payload: order, id: order.id, startAfter })),
  )
  return async (tx) => {
    await together(enterAll(tx, orders, options), promise(tx))
  }
}

const insertMails = preparedSql(
  "insert_mails",
  (given) => sql`
    with given as (
      select * from jsonb_to_recordset(${given("mails")}::jsonb)
        as mail (id uuid, template text, message_id text, at timestamptz, recipients jsonb, data jsonb, words text)),
    mail as (
      insert into mails (id, template, message_id, booking_id, event_id, ordered_at, start_after)
      select id, template, message_id, ${given("bookingId")}::uuid,
        case when ${given("isJustRecorded")}::boolean then currval('events_id_seq') else ${given("event")}::bigint end, at,
        ${given("startAfter")}::timestamptz
      from given
      on conflict (id) do nothing returning id)
    insert into mail_details (mail_id, recipients, data, words, is_indexed)
    select id, recipients, data, without_accents(words), false from mail join given using (id)`,
)

/** Writes down that this mail is to go, once however often it is called. */
export function enterInLedger(executor: Executor, order: MailOrder, options: GivenOptions = {}): Promise<void> {
  return enterAll(executor, [order], options)
}

async function enterAll(
  executor: Executor,
  orders: readonly MailOrder[],
  { bookingId, startAfter, event }: GivenOptions,
): Promise<void> {
  const { hostname } = new URL(environment.origin)
  await insertMails(executor).execute({
    mails: JSON.stringify(
      orders.map(({ id, template, at, to, data }) => ({
        id,
        template,
        message_id: `${id}@${hostname}`,
        at,
        recipients: to,
        data,
        words: wordsOf([to, data]),
      })),
    ),
    bookingId: bookingId ?? null,
    isJustRecorded: event === "just-recorded",
    event: event === "just-recorded" ? null : (event ?? null),
    startAfter: startAfter?.toISOString() ?? null,
  })
}

/** Who reads what is meant for the company: its own address, or the administrators until it has one. */
export async function ownerAddresses(executor: Executor): Promise<MailAddress[]> {
  const [{ companyEmail, companyName }, administrators] = await together(
    readSiteConfig(executor),
    administratorAddresses(executor),
  )
  return companyEmail ? [{ name: companyName, address: companyEmail }] : administrators
}

function administratorAddresses(executor: Executor): Promise<MailAddress[]> {
  return executor
    .select({ name: profiles.name, address: profiles.email })
    .from(profiles)
    .where(eq(profiles.role, "admin"))
    .orderBy(asc(profiles.createdAt))
    .execute()
}
