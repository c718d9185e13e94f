import { and, eq, ne } from "drizzle-orm"
import type { Transaction } from "../database.server.ts"
import { deleteJobs } from "../queue/queue.ts"
import { mails } from "../schema/mails.ts"

/**
 * Takes back the mails that an event ordered, in the transaction that undoes it. False when one of them has left
 * already, or is about to: then nothing may be undone any more, because somebody has been told.
 */
export async function takeBackMails(tx: Transaction, event: number, at: Date): Promise<boolean> {
  const withdrawn = await tx
    .update(mails)
    .set({ state: "withdrawn", settledAt: at })
    .where(and(eq(mails.eventId, event), eq(mails.state, "waiting"), eq(mails.tries, 0)))
    .returning({ id: mails.id })
  const left = await tx.$count(mails, and(eq(mails.eventId, event), ne(mails.state, "withdrawn")))
  if (left > 0) return false
  if (withdrawn.length > 0)
    await deleteJobs(
      tx,
      "send-mail",
      withdrawn.map(({ id }) => id),
    )
  return true
}
