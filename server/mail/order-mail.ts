import { randomUUID } from "node:crypto"
import { type Placeholder, type SQL, asc, eq, sql } from "drizzle-orm"
import type { Sentences } from "../../domain/correspondence/sentences.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import { readSiteConfig } from "../content/site.ts"
import { type Executor, type Transaction, together } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"
import { environment } from "../environment.server.ts"
import { insertJobs } from "../jobs/insert-jobs.ts"
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
  await orderMails(tx, [order], { bookingId, startAfter, event })
  return order.id
}

/** A mail to order, with what the company says in it. */
export function newOrder(mail: NewMail, sentences: Sentences | null, at: Date): MailOrder {
  return { ...mail, id: randomUUID(), at: at.toISOString(), ...(sentences && { sentences }) }
}

type GivenOptions = { [Name in keyof OrderOptions]: OrderOptions[Name] | undefined }

/**
 * Orders several mails of one turn as one statement: the ledger, and the jobs that send them. It needs no answer, and may be
 * sent among what else a transaction sends without waiting (`inOneFlight`).
 */
export async function orderMails(tx: Transaction, orders: readonly MailOrder[], options: GivenOptions): Promise<void> {
  if (orders.length > 0) await orderAll(tx).execute(valuesOf(orders, options))
}

/** The orders of mails as they were given, and their rows in the ledger; to be followed by the rows of their details. */
function ledgerOf(given: (name: string) => Placeholder): SQL {
  return sql`
    given as materialized (
      select (data ->> 'id')::uuid as id, data, (${given("words")}::text[])[place] as words,
        ${given("startAfter")}::timestamptz as start_after
      from jsonb_array_elements(${given("orders")}::jsonb) with ordinality as each (data, place)),
    mail as (
      insert into mails (id, template, message_id, booking_id, event_id, ordered_at, start_after)
      select id, data ->> 'template', id || '@' || ${given("hostname")}::text, ${given("bookingId")}::uuid,
        case when ${given("isJustRecorded")}::boolean then currval('events_id_seq') else ${given("event")}::bigint end,
        (data ->> 'at')::timestamptz, start_after
      from given
      on conflict (id) do nothing returning id)`
}

const detailsOf = sql`
    insert into mail_details (mail_id, recipients, data, words, is_indexed)
    select id, data -> 'to', data -> 'data', without_accents(words), false from mail join given using (id)`

const orderAll = preparedSql(
  "order_mails",
  (given) => sql`with ${ledgerOf(given)}, details as (${detailsOf}) ${insertJobs("send-mail", sql.raw("given"))}`,
)

const enterAll = preparedSql("enter_in_ledger", (given) => sql`with ${ledgerOf(given)} ${detailsOf}`)

/** Writes down that this mail is to go, once however often it is called. */
export async function enterInLedger(executor: Executor, order: MailOrder, options: GivenOptions = {}): Promise<void> {
  await enterAll(executor).execute(valuesOf([order], options))
}

function valuesOf(orders: readonly MailOrder[], { bookingId, startAfter, event }: GivenOptions) {
  return {
    orders: JSON.stringify(orders),
    words: orders.map(({ to, data }) => wordsOf([to, data])),
    hostname: new URL(environment.origin).hostname,
    bookingId: bookingId ?? null,
    isJustRecorded: event === "just-recorded",
    event: event === "just-recorded" ? null : (event ?? null),
    startAfter: startAfter?.toISOString() ?? null,
  }
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
