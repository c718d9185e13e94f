import type { SQL } from "drizzle-orm"
import type { Transaction } from "../database.server.ts"
import { dropFromPayloads } from "../queue/job-table.ts"

/**
 * Takes whom these mails go to, and what they are written from, out of their jobs: the queue keeps a job for a week after
 * it is done, and the secrets of links stand in its order (decision 23). `which` selects their ids; to be called once no
 * try follows.
 */
export async function emptyOrder(tx: Transaction, which: SQL): Promise<void> {
  await dropFromPayloads(tx, "send-mail", { fields: ["data", "to"], ids: which })
}
