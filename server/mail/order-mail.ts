import { randomUUID } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import type { BookingId, Id } from "../../domain/id.ts"
import { readSiteConfig } from "../content/site.ts"
import type { Executor, Transaction } from "../database.server.ts"
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
  const id = randomUUID()
  const sentences = await sentencesOf(mail.template, tx)
  const order: MailOrder = { ...mail, id, at: at.toISOString(), ...(sentences && { sentences }) }
  await enterInLedger(tx, order, { bookingId, startAfter, event })
  await enqueue(tx, "send-mail", order, { id, ...(startAfter && { startAfter }) })
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
  const { companyEmail, companyName } = await readSiteConfig(executor)
  if (companyEmail) return [{ name: companyName, address: companyEmail }]
  const administrators = await executor
    .select({ name: profiles.name, address: profiles.email })
    .from(profiles)
    .where(eq(profiles.role, "admin"))
    .orderBy(asc(profiles.createdAt))
  return administrators
}
