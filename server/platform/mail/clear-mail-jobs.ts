import type { SQL } from "drizzle-orm"
import type { Transaction } from "../database.server.ts"
import { removePayloadFields } from "../queue/job-table.ts"

/** Jobs stay for a week, with link secrets inside (decision 23). Call only after the last try. */
export async function clearMailJobs(tx: Transaction, mailIds: SQL): Promise<void> {
  await removePayloadFields(tx, "send-mail", { fields: ["data", "to"], ids: mailIds })
}
