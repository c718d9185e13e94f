import { sql } from "drizzle-orm"
import type { MailState } from "../../domain/content/mail-state.ts"
import { db, transaction } from "../database.server.ts"
import { type Actor, recordEvent } from "../events/record.ts"
import { environment } from "../environment.server.ts"
import type { MailAddress, MailName, MailOrder } from "./mails.ts"

export type LedgerLine = { id: string; template: MailName; to: readonly MailAddress[]; orderedAt: Date; state: MailState }

/** As many as a screen shows at once. */
export const mailsAtOnce = 25

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

/** The mails of the last week, newest first: those of one state, or all; `page` counts from 1. */
export async function readMails(wanted: MailState | null, page: number): Promise<{ lines: LedgerLine[]; total: number }> {
  const chosen = wanted ? sql`where state = ${wanted}` : sql``
  const [rows, counted] = await Promise.all([
    db.execute<Row>(sql`select * from (${known}) mails ${chosen} order by created_on desc, id limit ${mailsAtOnce} offset ${(page - 1) * mailsAtOnce}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from (${known}) mails ${chosen}`),
  ])
  return { lines: rows.rows.map(lineOf), total: counted.rows[0]?.total ?? 0 }
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
