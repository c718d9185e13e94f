import { sql } from "drizzle-orm"
import type { Transaction } from "../../server/database.server.ts"

/**
 * Counts what is in these tables after the 1st, 4th, 16th … of many inserts. Triggers plan by what was there when they
 * first ran: a table that was empty then is read from end to end for each row, however large it has become.
 */
export async function knowAfter(tx: Transaction, inserts: number, tables: string): Promise<void> {
  if (Number.isInteger(Math.log2(inserts) / 2)) await tx.execute(sql`analyze ${sql.raw(tables)}`)
}
