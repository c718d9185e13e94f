import { randomUUID } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import type { Sentences } from "../../domain/correspondence/sentences.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import { readSiteConfig } from "../content/site.ts"
import { type Executor, type Transaction, together } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"
import { environment } from "../environment.server.ts"
import { enqueue } from "../jobs/queue.ts"
import { profiles } from "../schema/accounts.ts"
import type { MailAddress, MailOrder, NewMail } from "./mails.ts"
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
export async function orderMail(
  tx: Transaction,
  mail: NewMail,
  at: Date,
  { bookingId, startAfter, event }: OrderOptions = {},
): Promise<Id> {
  return orderMailWithSentences(tx, mail, await sentencesOf(mail.template, tx), at, { bookingId, startAfter, event })
}

/** The same for who has read already what the company says in that mail. */
export async function orderMailWithSentences(
  tx: Transaction,
  mail: NewMail,
  sentences: Sentences | null,
  at: Date,
  { bookingId, startAfter, event }: { [Name in keyof OrderOptions]: OrderOptions[Name] | undefined },
): Promise<Id> {
  const id = randomUUID()
  const order: MailOrder = { ...mail, id, at: at.toISOString(), ...(sentences && { sentences }) }
  await together(
    enterInLedger(tx, order, { bookingId, startAfter, event }),
    enqueue(tx, "send-mail", order, { id, ...(startAfter && { startAfter }) }),
  )
  return id
}

const insertMail = preparedSql<{ id: Id }>(
  "insert_mail",
  (given) => sql`
    with mail as (
      insert into mails (id, template, message_id, booking_id, event_id, ordered_at, start_after)
      values (${given("id")}::uuid, ${given("template")}, ${given("messageId")}, ${given("bookingId")}::uuid,
        ${given("event")}::bigint, ${given("at")}::timestamptz, ${given("startAfter")}::timestamptz)
      on conflict (id) do nothing returning id)
    insert into mail_details (mail_id, recipients, data, words)
    select id, ${given("to")}::jsonb, ${given("data")}::jsonb, without_accents(${given("words")}) from mail
    returning mail_id as id`,
)

/** Writes down that this mail is to go, once however often it is called. */
export async function enterInLedger(
  executor: Executor,
  order: MailOrder,
  { bookingId, startAfter, event }: { [Name in keyof OrderOptions]: OrderOptions[Name] | undefined } = {},
): Promise<void> {
  await insertMail(executor).execute({
    id: order.id,
    template: order.template,
    messageId: `${order.id}@${new URL(environment.origin).hostname}`,
    bookingId: bookingId ?? null,
    event: event ?? null,
    at: order.at,
    startAfter: startAfter?.toISOString() ?? null,
    to: JSON.stringify(order.to),
    data: JSON.stringify(order.data),
    words: wordsOf([order.to, order.data]),
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
