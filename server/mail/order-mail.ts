import { randomUUID } from "node:crypto"
import type { Transaction, Executor } from "../database.server.ts"
import { enqueue } from "../jobs/queue.ts"
import type { NewMail, MailAddress } from "./mails.ts"
import { asc, eq } from "drizzle-orm"
import { readSiteConfig } from "../content/site.ts"
import { profiles } from "../schema/accounts.ts"

export type OrderOptions = {
  /** The booking that it is about. */
  bookingId?: string
  /** Not before that instant: an act that can be undone tells nobody until it cannot. */
  startAfter?: Date
  /** The event that ordered it, whose undoing takes the mail back. */
  event?: number
}

/**
 * Promises that a mail will go, in the transaction of what it tells. Nothing is sent meanwhile: a job does it, as often
 * as it takes. Answers the mail's id.
 */
export async function orderMail(
  tx: Transaction,
  mail: NewMail,
  at: Date,
  { startAfter }: OrderOptions = {},
): Promise<string> {
  const id = randomUUID()
  await enqueue(tx, "send-mail", { ...mail, id, at: at.toISOString() }, { id, ...(startAfter && { startAfter }) })
  return id
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
