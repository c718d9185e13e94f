import { and, asc, desc, sql } from "drizzle-orm"
import type { Actor } from "../../domain/accounts/party.ts"
import type { MailState } from "../../domain/content/mail-state.ts"
import { db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { environment } from "../environment.server.ts"
import { mailWords } from "../jobs/mail-words.ts"
import { type Page, PAGE_SIZE, pageAt } from "../lists.ts"
import { holdsWords } from "../text-search.ts"
import type { MailAddress, MailName, MailOrder } from "./mails.ts"

export type LedgerLine = {
  id: string
  template: MailName
  to: readonly MailAddress[]
  orderedAt: Date
  state: MailState
}

export const mailSorts = ["date", "destinataire"] as const
export type MailSort = (typeof mailSorts)[number]
/** A state or a template that is null takes all. */
export type MailsAsked = {
  state: MailState | null
  template: MailName | null
  search: string
  sort: MailSort
  descending: boolean
  page: number
}

// A handler's words are what a completed job keeps: the name of a file, "refused: 550", or what the server said.
const state = sql<MailState>`case
  when state in ('failed', 'cancelled') then 'failed'
  when state <> 'completed' then 'waiting'
  when output ->> 'value' like 'refused: %' then 'failed'
  when output ->> 'value' like '%.eml' then 'kept'
  else 'sent' end`

const known = sql`select id, data, created_on, ${state} as state from pgboss.job where name = 'send-mail'`

type Row = { id: string; data: MailOrder; created_on: string; state: MailState }

const lineOf = ({ id, data, created_on, state }: Row): LedgerLine => ({
  id,
  template: data.template,
  to: data.to,
  orderedAt: new Date(created_on),
  state,
})

/** One page of the mails of the last week, and how many there are, in one look at them. */
export async function listMails(asked: MailsAsked): Promise<Page<LedgerLine>> {
  const { state: wanted, template, search, sort, descending, page } = asked
  const which =
    and(
      wanted ? sql`state = ${wanted}` : undefined,
      template ? sql`data ->> 'template' = ${template}` : undefined,
      holdsWords(sql.raw(mailWords), search),
    ) ?? sql`true`
  const by = sort === "date" ? sql`created_on` : sql`address`
  const order = sql`order by ${descending ? desc(by) : asc(by)}, created_on desc, id`
  const { rows } = await db.execute<{ total: number } & (Row | { id: null })>(sql`
    with found as materialized (select id, created_on, ${sort === "date" ? sql`''` : sql`data -> 'to' -> 0 ->> 'address'`} as address from (${known}) mails where ${which}),
      page as (select found.*, mail.data, mail.state
        from (select * from found ${order} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}) found join (${known}) mail on mail.id = found.id)
    select (select count(*)::integer from found) as total, page.* from (values (1)) always left join page on true ${order}`)
  const total = rows[0]?.total ?? 0
  const at = pageAt(total, page)
  if (at.page !== page) return listMails({ ...asked, page: at.page })
  return { rows: rows.flatMap((row) => (row.id === null ? [] : lineOf(row))), total, page, pages: at.pages }
}

/** How many failed: what the owner should look at. */
export async function countFailedMails(): Promise<number> {
  const { rows } = await db.execute<{ failed: number }>(
    sql`select count(*)::integer as failed from (${known}) mails where state = 'failed'`,
  )
  return rows[0]?.failed ?? 0
}

/** One mail as it was, or would be, written today; null when there is none of that id any more. */
export async function readMail(id: string): Promise<(LedgerLine & { subject: string; text: string }) | null> {
  const { rows } = await db.execute<Row>(sql`select * from (${known}) mails where id = ${id}`)
  const [row] = rows
  if (!row) return null
  const { composeMail } = await import("./compose.ts")
  const { subject, text } = await composeMail(withoutKey(row.data))
  return { ...lineOf(row), subject, text }
}

/** Whoever reads the link that chooses somebody's password could become them, an administrator too: nobody but they reads it. */
function withoutKey(order: MailOrder): MailOrder {
  return order.template === "password-link" ? { ...order, data: { ...order.data, token: "…" } } : order
}

/** Whether mails leave at all, or are kept in the outbox for want of a server (SMTP_URL). */
export function canDeliverMail(): boolean {
  return environment.smtpUrl !== null
}

/** Puts a failed mail on its way again, once however often it is asked. False when it is not a failed one (any more). */
export async function retryMail(actor: Actor, id: string, at: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const { rows } = await tx.execute<{ template: string }>(sql`
      update pgboss.job set state = 'retry', retry_count = 0, start_after = now(), started_on = null, completed_on = null, output = null
      where name = 'send-mail' and id = ${id} and ${state} = 'failed'
      returning data ->> 'template' as template`)
    const [mail] = rows
    if (!mail) return false
    await recordEvent(tx, { by: actor, action: "mail.retried", subject: id, details: { template: mail.template }, at })
    return true
  })
}
