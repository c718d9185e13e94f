import { randomUUID } from "node:crypto"
import type { Transaction } from "../database.server.ts"
import { enqueue } from "../jobs/queue.ts"
import type { NewMail } from "./mails.ts"

/**
 * Promises that a mail will go, in the transaction of what it tells. Nothing is sent meanwhile: a job does it, as often
 * as it takes. Answers the mail's id.
 */
export async function orderMail(tx: Transaction, mail: NewMail, at: Date): Promise<string> {
  const id = randomUUID()
  await enqueue(tx, "send-mail", { ...mail, id, at: at.toISOString() }, { id })
  return id
}
