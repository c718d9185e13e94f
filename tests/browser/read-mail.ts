import { readFile, readdir } from "node:fs/promises"
import path from "node:path"
import { readMail } from "../../server/outside/mails/mail-text.fixture.ts"
import { type Shop, expect } from "../harness/shop.ts"
import { joinMailJobs } from "../harness/jobs.ts"

/**
 * A queued mail's data as JSON, then its stored file: nothing else holds the links' secrets (decision 23). Empty
 * without a mail. `template` is a LIKE pattern.
 */
async function lastMail(shop: Shop, template: string, to?: string): Promise<string> {
  const [mail] = await shop.sql<{ id: string; data: unknown }>(
    `select mails.id, job.data -> 'data' as data
     from mails join mail_details on mail_id = mails.id
       ${joinMailJobs}
     where template like $1 and ($2::text is null or recipients -> 0 ->> 'address' = $2)
     order by job.created_on desc nulls last, ordered_at desc limit 1`,
    [template, to ?? null],
  )
  if (!mail) return ""
  if (mail.data !== null) return JSON.stringify(mail.data)
  const folder = path.join(shop.dataDir, "outbox")
  const file = (await readdir(folder)).find((name) => name.endsWith(`-${mail.id.slice(0, 8)}.eml`))
  return file ? readMail(await readFile(path.join(folder, file), "utf8")).text : ""
}

/** Waits for the mail, and returns the pattern's match. */
export async function matchInMail(shop: Shop, template: string, pattern: RegExp, to?: string): Promise<string> {
  let matched = ""
  await expect(async () => {
    const match = pattern.exec(await lastMail(shop, template, to))
    matched = match?.slice(1).join("") ?? ""
    expect(matched).not.toBe("")
  }).toPass({ timeout: 30_000, intervals: [100] })
  return matched
}

export function readMailedToken(shop: Shop, template: string, to?: string): Promise<string> {
  return matchInMail(shop, template, /\b([0-9a-f]{36})\b/, to)
}
