import { sql } from "drizzle-orm"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import type { Executor } from "../database.server.ts"
import type { MailName } from "./mails.ts"

/** null when the standard wording applies. */
export async function readSentences(template: MailName, executor: Executor): Promise<Sentences | null> {
  const {
    rows: [row],
  } = await executor.execute<Sentences & { version: number }>(sql`
    select subject, greeting, intro, closing, version from mail_sentences where template = ${template}`)
  if (!row) return null
  const { subject, greeting, intro, closing } = row
  return { subject, greeting, intro, closing }
}
