import { sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"

export async function lockProfile(tx: Transaction, id: ProfileId): Promise<void> {
  await tx.execute(sql`select 1 from profiles where id = ${id} for no key update`)
}
