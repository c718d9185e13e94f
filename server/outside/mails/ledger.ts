import { type SQL, and, asc, desc, eq, inArray, or, sql } from "drizzle-orm"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import type { MailState, MailTab } from "../../../domain/content/mail-state.ts"
import { db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { findPayload } from "../../platform/queue/queue.ts"
import { type Page, PAGE_SIZE, clampPage } from "../../platform/pagination.ts"
import { mailDetails, mails } from "../../platform/schema/mails.ts"
import { matchesAllWords } from "../../platform/text-search.ts"
import type { MailAddress, MailName, MailOrder } from "../../platform/mail/mails.ts"
import { redactSecrets } from "../../platform/mail/secrets.ts"
import { readSentences } from "../../platform/mail/sentences.ts"

export type LedgerLine = {
  id: Id
  template: MailName
  /** Empty after retention erased it. */
  to: readonly MailAddress[]
  orderedAt: Date
  /** Delayed while its act can be undone; null sends at once. */
  startAfter: Date | null
  state: MailState
  tries: number
  settledAt: Date | null
  /** Last reply of the mail server, or the error. */
  answer: string | null
  /** Id of the resent mail. */
  sentAgainAs: string | null
  bookingId: BookingId | null
}

const mailSorts = ["date", "destinataire"] as const
type MailSort = (typeof mailSorts)[number]
/** null matches everything. */
export type MailQuery = {
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

const mailColumns = {
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

export async function listMails(query: MailQuery): Promise<Page<LedgerLine>> {
  const { tab, template, search, sort, descending, page } = query
  const condition = and(
    tab ? tabs[tab] : undefined,
    template ? eq(mails.template, template) : undefined,
    matchesAllWords(mailDetails.words, search),
  )
  const by = sort === "date" ? mails.orderedAt : sql`${mailDetails.recipients} -> 0 ->> 'address'`
  const [total, rows] = await Promise.all([
    db
      .select({ total: sql<number>`count(*)::integer` })
      .from(mails)
      .innerJoin(mailDetails, eq(mailDetails.mailId, mails.id))
      .where(condition)
      .then(([counted]) => counted?.total ?? 0),
    db
      .select(mailColumns)
      .from(mails)
      .innerJoin(mailDetails, eq(mailDetails.mailId, mails.id))
      .where(condition)
      .orderBy(descending ? desc(by) : asc(by), desc(mails.orderedAt), asc(mails.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
  ])
  const at = clampPage(total, page)
  if (at.page !== page) return listMails({ ...query, page: at.page })
  return { rows, total, page, pages: at.pages }
}

export async function countUndeliveredMails(): Promise<number> {
  return db.$count(mails, undelivered)
}

/** One mail covers a whole cart, under its first booking. */
const cartTemplates: readonly MailName[] = ["cart-requested", "cart-requested-owner"]

/** Includes the acknowledgement of the cart it belongs to. */
export async function listBookingMails(bookingId: BookingId): Promise<LedgerLine[]> {
  return db
    .select(mailColumns)
    .from(mails)
    .innerJoin(mailDetails, eq(mailDetails.mailId, mails.id))
    .where(
      or(
        eq(mails.bookingId, bookingId),
        and(
          inArray(mails.template, cartTemplates),
          inArray(
            mails.bookingId,
            sql`(select alongside.id from bookings alongside join bookings own using (user_id, idempotency_key) where own.id = ${bookingId})`,
          ),
        ),
      ),
    )
    .orderBy(asc(mails.orderedAt), asc(mails.id))
}

type ReadMail = LedgerLine & { subject: string | null; text: string | null }

/**
 * As last tried, or as it would be written now, without the secrets of its links. Subject and text are null once
 * erased.
 */
export async function readMail(id: Id): Promise<ReadMail | null> {
  const [row] = await db
    .select({ ...mailColumns, subject: mailDetails.subject, body: mailDetails.body, data: mailDetails.data })
    .from(mails)
    .innerJoin(mailDetails, eq(mailDetails.mailId, mails.id))
    .where(eq(mails.id, id))
  if (!row) return null
  const { subject, body, data, ...mail } = row
  if (subject !== null || data === null) return { ...mail, subject, text: body }
  const { composeMail } = await import("./compose.ts")
  const sentences = await readOrderedSentences(mail)
  const order = { ...toMailOrder({ ...mail, data }), ...(sentences && { sentences }) }
  const written = await composeMail(order, { withFiles: false })
  return { ...mail, subject: redactSecrets(written.subject, data), text: redactSecrets(written.text, data) }
}

/** The queue's sentences, or the current ones once the queue has deleted the mail. */
async function readOrderedSentences({ id, template }: Pick<LedgerLine, "id" | "template">): Promise<Sentences | null> {
  const order = await findPayload("send-mail", id)
  return order ? (order.sentences ?? null) : readSentences(template, db)
}

function toMailOrder({ id, template, to, orderedAt, data }: LedgerLine & { data: unknown }): MailOrder {
  // The ledger stores exactly the data `orderMail` received for this template.
  return { id, template, to, at: orderedAt.toISOString(), data } as MailOrder
}

/** Without SMTP_URL mails stay in the outbox. */
export function canDeliverMail(): boolean {
  return environment.smtpUrl !== null
}

export async function readMailFigures(): Promise<{ waiting: number; oldest: Date | null; undelivered: number }> {
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
