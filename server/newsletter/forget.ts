import { and, eq, lt } from "drizzle-orm"
import { db } from "../database.server.ts"
import { newsletterSubscriptions } from "../schema/content.ts"
import { CONFIRM_WITHIN_DAYS } from "./queries.ts"

/** After its link has ended, an address that was not confirmed: long enough for the owner to see who found the mail too late. */
export const PENDING_KEPT_DAYS = 30
/** An address that has left stays this long, as the proof of when it joined and when it left. */
export const LEFT_KEPT_YEARS = 3

/**
 * Deletes the addresses that we have no reason to keep: never confirmed 30 days after their link ended, or gone for
 * three years. The privacy page says both periods. Answers how many there were of each.
 */
export async function forgetSubscriptions(at: Date): Promise<{ unconfirmed: number; left: number }> {
  const { status, requestedAt, unsubscribedAt } = newsletterSubscriptions
  const asked = new Date(at)
  asked.setUTCDate(asked.getUTCDate() - CONFIRM_WITHIN_DAYS - PENDING_KEPT_DAYS)
  const gone = new Date(at)
  gone.setUTCFullYear(gone.getUTCFullYear() - LEFT_KEPT_YEARS)
  const unconfirmed = await db.delete(newsletterSubscriptions).where(and(eq(status, "pending"), lt(requestedAt, asked)))
  const left = await db.delete(newsletterSubscriptions).where(and(eq(status, "unsubscribed"), lt(unsubscribedAt, gone)))
  return { unconfirmed: unconfirmed.rowCount ?? 0, left: left.rowCount ?? 0 }
}
