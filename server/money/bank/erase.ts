import { sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { transaction } from "../../platform/database.server.ts"

export async function eraseBankLines(at: Date): Promise<number> {
  const oldest = addDays(dayInParis(at), -periods.bankLineDays)
  return transaction(async (tx) => {
    const lines = await tx.execute(sql`delete from bank_lines where booked_on < ${oldest}::date`)
    await tx.execute(sql`
      delete from bank_statements where not exists (select from bank_lines where statement_id = bank_statements.id)`)
    const tables = await tx.execute(sql`
      delete from bank_tables_waiting
      where brought_at < ${at.toISOString()}::timestamptz - ${`${periods.bankTableDays} days`}::interval`)
    return (lines.rowCount ?? 0) + (tables.rowCount ?? 0)
  })
}
