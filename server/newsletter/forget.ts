import { and, eq, lt } from "drizzle-orm"
import { periods } from "../../domain/retention/periods.ts"
import { db } from "../database.server.ts"
import { newsletterSubscriptions } from "../schema/content.ts"

/**
 * Deletes the addresses that we have no reason to keep: never confirmed 30 days after their link ended, or gone for
 * three years. The privacy page says both periods. Answers how many there were of each.
 */
export async function forgetSubscriptions(at: Date): Promise<{ unconfirmed: number; left: number }> {
  const { status, requestedAt, unsubscribedAt } = newsletterSubscriptions
  const asked = new Date(at)
  asked.setUTCDate(asked.getUTCDate() - periods.newsletterConfirmDays - periods.newsletterPendingDays)
  const gone = new Date(at)
  gone.setUTCFullYear(gone.getUTCFullYear() - periods.newsletterLeftYears)
  const unconfirmed = await db.delete(newsletterSubscriptions).where(and(eq(status, "pending"), lt(requestedAt, asked)))
  const left = await db.delete(newsletterSubscriptions).where(and(eq(status, "unsubscribed"), lt(unsubscribedAt, gone)))
  return { unconfirmed: unconfirmed.rowCount ?? 0, left: left.rowCount ?? 0 }
}
