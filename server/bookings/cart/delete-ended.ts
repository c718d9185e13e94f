import { lt, sql } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import { deleteEndedHolds } from "../../availability/holds.ts"
import { rehouseAll } from "../../availability/rehouse.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { carts } from "../../platform/schema/bookings.ts"

/** Ended carts stay renewable for a while (D49). */
export async function deleteEndedCarts(at: Date): Promise<{ holds: number; ended: number }> {
  const holds = await deleteEndedHolds(db, { at })
  await transaction((tx) => rehouseAll(tx, at))
  const ended = await db
    .delete(carts)
    .where(lt(carts.expiresAt, sql`${at.toISOString()}::timestamptz - ${`${periods.endedCartDays} days`}::interval`))
  return { holds, ended: ended.rowCount ?? 0 }
}
