import { lt, sql } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import { deleteEndedHolds } from "../../availability/holds.ts"
import { db } from "../../platform/database.server.ts"
import { carts } from "../../platform/schema/bookings.ts"

/**
 * Frees the days of carts that have ended, and removes the carts once nobody takes them up again (D49). Answers how many
 * there were of each.
 */
export async function forgetEndedCarts(at: Date): Promise<{ holds: number; ended: number }> {
  const holds = await deleteEndedHolds(db, { at })
  const ended = await db
    .delete(carts)
    .where(lt(carts.expiresAt, sql`${at.toISOString()}::timestamptz - ${`${periods.endedCartDays} days`}::interval`))
  return { holds, ended: ended.rowCount ?? 0 }
}
