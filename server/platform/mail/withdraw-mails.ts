import { and, eq, ne } from "drizzle-orm"
import type { Transaction } from "../database.server.ts"
import { deleteJobs } from "../queue/queue.ts"
import { mails } from "../schema/mails.ts"

/** False when a mail has already left: the act must then not be undone. */
export async function withdrawMails(tx: Transaction, eventId: number, at: Date): Promise<boolean> {
  const withdrawn = await tx
    .update(mails)
    .set({ state: "withdrawn", settledAt: at })
    .where(and(eq(mails.eventId, eventId), eq(mails.state, "waiting"), eq(mails.tries, 0)))
    .returning({ id: mails.id })
  const remaining = await tx.$count(mails, and(eq(mails.eventId, eventId), ne(mails.state, "withdrawn")))
  if (remaining > 0) return false
  if (withdrawn.length > 0)
    await deleteJobs(
      tx,
      "send-mail",
      withdrawn.map(({ id }) => id),
    )
  return true
}
