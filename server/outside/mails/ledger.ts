import { type SQL, and, asc, desc, eq, inArray, or, sql } from "drizzle-orm"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import type { MailState, MailTab } from "../../../domain/content/mail-state.ts"
import { db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { findPayload } from "../../platform/queue/queue.ts"
import { type Page, PAGE_SIZE, pageAt } from "../../platform/lists.ts"
import { mailDetails, mails } from "../../platform/schema/mails.ts"
import { holdsLabel } from "../../platform/text-search.ts"
import type { MailAddress, MailName, MailOrder } from "../../platform/mail/mails.ts"
import { withoutSecrets } from "../../platform/mail/secrets.ts"
import { sentencesOf } from "../../platform/mail/sentences.ts"

export type LedgerLine = {
  id: Id
  template: MailName
  /** Empty where retention has erased it. */
  to: readonly MailAddress[]
  orderedAt: Date
  /** Not before: of an act that could still be undone. Null for at once. */
  startAfter: Date | null
  state: MailState
  tries: number
  /** When it was sent, kept, refused, given up or withdrawn. */
  settledAt: Date | null
  /** What the mail server said last, or what went wrong. */
  answer: string | null
  /** The mail that took the place of one that could not be delivered. */
  sentAgainAs: string | null
  bookingId: BookingId | null
}

const mailSorts = ["date", "destinataire"] as const
export type MailSort = (typeof mailSorts)[number]
/** A tab or a template that is null takes all. */
export type MailsAsked = {
  tab: MailTab | null
  template: MailName | null
  search: string
  sort: MailSort
  descending: boolean
  page: number
}

const undelivered = sql`${mails.state} in ('refused', 'failed') and ${mails.sentAgainAs} is null`

const tabs: Readonly<Record<MailTab, SQL>> = {
  waiting: eq(mails.state, "waiting"),
  sent: eq(mails.state, "sent"),
  kept: eq(mails.state, "kept"),
  failed: undelivered,
}

const line = {
  id: mails.id,
  template: sql<MailName>`${mails.template}`,
  to: mailDetails.recipients,
  orderedAt: mails.orderedAt,
  startAfter: mails.startAfter,
  state: mails.state,
  tries: mails.tries,
  settledAt: mails.settledAt,
  answer: mailDetails.answer,
  sentAgainAs: mails.sentAgainAs,
  bookingId: mails.bookingId,
}

/** One page of the mails, and how many there are. */
export async function listMails(asked: MailsAsked): Promise<Page<LedgerLine>> {
  const { tab, template, search, sort, descending, page } = asked
  const which = and(
    tab ? tabs[tab] : undefined,
    template ? eq(mails.template, template) : undefined,
    holdsLabel(mailDetails.words, search),
  )
  const by = sort === "date" ? mails.orderedAt : sql`${mailDetails.recipients} -> 0 ->> 'address'`
  const [total, rows] = await Promise.all([
    db
      .select({ total: sql<number>`count(*)::integer` })
      .from(mails)
      .innerJoin(mailDetails, eq(mailDetails.mailId, mails.id))
      .where(which)
      .then(([counted]) => counted?.total ?? 0),
    db
      .select(line)
      .from(mails)
      .innerJoin(mailDetails, eq(mailDetails.mailId, mails.id))
      .where(which)
      .orderBy(descending ? desc(by) : asc(by), desc(mails.orderedAt), asc(mails.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
  ])
  const at = pageAt(total, page)
  if (at.page !== page) return listMails({ ...asked, page: at.page })
  return { rows, total, page, pages: at.pages }
}

/** How many could not be delivered: what the owner should look at. */
export async function countUndeliveredMails(): Promise<number> {
  return db.$count(mails, undelivered)
}

/** Of a cart ordered whole one mail goes, in the name of its first booking: it is about them all. */
const ofWholeOrder: readonly MailName[] = ["cart-requested", "cart-requested-owner"]

/** Every mail about a booking, the first first; with the one that acknowledged the order which it is a part of. */
export async function mailsOf(bookingId: BookingId): Promise<LedgerLine[]> {
  return db
    .select(line)
    .from(mails)
    .innerJoin(mailDetails, eq(mailDetails.mailId, mails.id))
    .where(
      or(
        eq(mails.bookingId, bookingId),
        and(
          inArray(mails.template, ofWholeOrder),
          inArray(
            mails.bookingId,
            sql`(select alongside.id from bookings alongside join bookings own using (user_id, order_id) where own.id = ${bookingId})`,
          ),
        ),
      ),
    )
    .orderBy(asc(mails.orderedAt), asc(mails.id))
}

export type ReadMail = LedgerLine & { subject: string | null; text: string | null }

/**
 * One mail as it was written when it was last tried, or as it would be written now; without the secrets of its links.
 * Subject and text are null where they were erased. Null when there is no such mail.
 */
export async function readMail(id: Id): Promise<ReadMail | null> {
  const [row] = await db
    .select({ ...line, subject: mailDetails.subject, body: mailDetails.body, data: mailDetails.data })
    .from(mails)
    .innerJoin(mailDetails, eq(mailDetails.mailId, mails.id))
    .where(eq(mails.id, id))
  if (!row) return null
  const { subject, body, data, ...mail } = row
  if (subject !== null || data === null) return { ...mail, subject, text: body }
  const { composeMail } = await import("./compose.ts")
  const sentences = await orderedSentences(mail)
  const order = { ...orderOf({ ...mail, data }), ...(sentences && { sentences }) }
  const written = await composeMail(order, { withFiles: false })
  return { ...mail, subject: withoutSecrets(written.subject, data), text: withoutSecrets(written.text, data) }
}

/** The sentences that this mail was ordered with, while the queue has them; then those of the company today. */
async function orderedSentences({ id, template }: Pick<LedgerLine, "id" | "template">): Promise<Sentences | null> {
  const order = await findPayload("send-mail", id)
  return order ? (order.sentences ?? null) : sentencesOf(template, db)
}

function orderOf({ id, template, to, orderedAt, data }: LedgerLine & { data: unknown }): MailOrder {
  // The ledger holds what `orderMail` was given for that template.
  return { id, template, to, at: orderedAt.toISOString(), data } as MailOrder
}

/** Whether mails leave at all, or are kept in the outbox for want of a server (SMTP_URL). */
export function canDeliverMail(): boolean {
  return environment.smtpUrl !== null
}

/** For the operator: how many wait, since when the first of them, and how many could not be delivered. */
export async function mailFigures(): Promise<{ waiting: number; oldest: Date | null; undelivered: number }> {
  const [waiting] = await db
    .select({ count: sql<number>`count(*)::integer`, oldest: sql<string | null>`min(${mails.orderedAt})` })
    .from(mails)
    .where(eq(mails.state, "waiting"))
  return {
    waiting: waiting?.count ?? 0,
    oldest: waiting?.oldest ? new Date(waiting.oldest) : null,
    undelivered: await countUndeliveredMails(),
  }
}
