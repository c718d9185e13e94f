import { and, asc, desc, sql } from "drizzle-orm"
import type { MailState } from "../../domain/content/mail-state.ts"
import { db, transaction } from "../database.server.ts"
import { type Actor, recordEvent } from "../events/record.ts"
import { environment } from "../environment.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../lists.ts"
import { holdsWords, withoutAccents } from "../text-search.ts"
import type { MailAddress, MailName, MailOrder } from "./mails.ts"

export type LedgerLine = { id: string; template: MailName; to: readonly MailAddress[]; orderedAt: Date; state: MailState }

export const mailSorts = ["date", "destinataire"] as const
export type MailSort = (typeof mailSorts)[number]
/** A state or a template that is null takes all. */
export type MailsAsked = { state: MailState | null; template: MailName | null; search: string; sort: MailSort; descending: boolean; page: number }

// A handler's words are what a completed job keeps: the name of a file, "refused: 550", or what the server said.
const state = sql<MailState>`case
  when state in ('failed', 'cancelled') then 'failed'
  when state <> 'completed' then 'waiting'
  when output ->> 'value' like 'refused: %' then 'failed'
  when output ->> 'value' like '%.eml' then 'kept'
  else 'sent' end`

const known = sql`select id, data, created_on, ${state} as state from pgboss.job where name = 'send-mail'`

type Row = { id: string; data: MailOrder; created_on: string; state: MailState }

const lineOf = ({ id, data, created_on, state }: Row): LedgerLine => ({ id, template: data.template, to: data.to, orderedAt: new Date(created_on), state })

// Whom it went to and what it says; not the names that JSON gives to it, nor the secret of a link.
const words = withoutAccents(sql`(
  jsonb_path_query_array(data, '$.to[*].*')::text || ' ' ||
  jsonb_path_query_array(data, '$.data.keyvalue() ? (@.key != "token").value')::text)`)

/**
 * One page of the mails of the last week. The queue's table is its own and has no index for words, so that each mail of
 * the week is looked at: once, for the page and for the count.
 */
export async function listMails(asked: MailsAsked): Promise<Page<LedgerLine>> {
  const { state: wanted, template, search, sort, descending, page } = asked
  const which = and(wanted ? sql`state = ${wanted}` : undefined, template ? sql`data ->> 'template' = ${template}` : undefined, holdsWords(words, search)) ?? sql`true`
  const by = sort === "date" ? sql`created_on` : sql`data -> 'to' -> 0 ->> 'address'`
  const order = sql`order by ${descending ? desc(by) : asc(by)}, created_on desc, id`
  const { rows } = await db.execute<{ total: number } & (Row | { id: null })>(sql`
    with found as materialized (select * from (${known}) mails where ${which})
    select (select count(*)::integer from found) as total, page.* from (values (1)) always
    left join (select * from found ${order} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}) page on true ${order}`)
  const total = rows[0]?.total ?? 0
  const at = pageAt(total, page)
  if (at.page !== page) return listMails({ ...asked, page: at.page })
  return { rows: rows.flatMap((row) => (row.id === null ? [] : lineOf(row))), total, page, pages: at.pages }
}

/** How many failed: what the owner should look at. */
export async function countFailedMails(): Promise<number> {
  const { rows } = await db.execute<{ failed: number }>(sql`select count(*)::integer as failed from (${known}) mails where state = 'failed'`)
  return rows[0]?.failed ?? 0
}

/** One mail as it was, or would be, written today; null when there is none of that id any more. */
export async function readMail(id: string): Promise<(LedgerLine & { subject: string; text: string }) | null> {
  const { rows } = await db.execute<Row>(sql`select * from (${known}) mails where id = ${id}`)
  const [row] = rows
  if (!row) return null
  const { composeMail } = await import("./compose.ts")
  const { subject, text } = await composeMail(row.data)
  return { ...lineOf(row), subject, text }
}

/** Whether mails leave at all, or are kept in the outbox for want of a server (SMTP_URL). */
export function mailsLeave(): boolean {
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
    await recordEvent(tx, { actor, action: "mail.retried", subject: { kind: "mail", id }, details: { template: mail.template }, at })
    return true
  })
}
