import { asc, eq } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { type Id, type ProfileId, isId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { customerNotes } from "../../platform/schema/accounts.ts"
import { lockFile } from "./lock-file.ts"

export type CustomerNote = { id: Id; at: Date; author: string; body: string }

/**
 * Keeps what an administrator writes down about a customer, for administrators only; the text is in no event. `id` comes
 * from the form: the same note sent twice is written once. Nothing is written about whose data was erased (D31).
 */
export async function addCustomerNote(
  actor: Administrator,
  customer: ProfileId,
  note: { id: Id; body: string },
  at: Date = new Date(),
): Promise<Result<null, { kind: "gone" }>> {
  return transaction(async (tx) => {
    if (!(await lockFile(tx, customer))) return err({ kind: "gone" })
    const written = await tx
      .insert(customerNotes)
      .values({
        id: note.id,
        profileId: customer,
        authorId: actor.id,
        authorName: actor.name,
        body: note.body,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: customerNotes.id })
    if (written.length > 0) await recordEvent(tx, { by: actor, action: "customer.noted", subject: customer, at })
    return ok(null)
  })
}

/** The oldest first. */
export async function notesOfCustomer(id: string): Promise<CustomerNote[]> {
  if (!isId(id)) return []
  return db
    .select({
      id: customerNotes.id,
      at: customerNotes.createdAt,
      author: customerNotes.authorName,
      body: customerNotes.body,
    })
    .from(customerNotes)
    .where(eq(customerNotes.profileId, id))
    .orderBy(asc(customerNotes.createdAt), asc(customerNotes.id))
}
