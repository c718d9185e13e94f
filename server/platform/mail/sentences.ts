import { sql } from "drizzle-orm"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import type { Executor } from "../database.server.ts"
import type { MailName } from "./mails.ts"

/** What the company says in its own words in that mail; null where it says it in ours. */
export async function sentencesOf(template: MailName, executor: Executor): Promise<Sentences | null> {
  const {
    rows: [row],
  } = await executor.execute<Sentences & { version: number }>(sql`
    select subject, greeting, intro, closing, version from mail_sentences where template = ${template}`)
  if (!row) return null
  const { subject, greeting, intro, closing } = row
  return { subject, greeting, intro, closing }
}
