import { asc, eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type Id, type ProfileId, isId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { customerNotes } from "../../platform/schema/accounts.ts"
import { lockCustomerFile } from "./lock-customer.ts"

export type CustomerNote = { id: Id; at: Date; author: string; body: string }

/** Keeps the text out of events, which are never erased; `id` makes a repeated post harmless. */
export async function addCustomerNote(
  actor: Staff,
  customer: ProfileId,
  note: { id: Id; body: string },
  at: Date = new Date(),
): Promise<Result<null, { kind: "gone" }>> {
  return transaction(async (tx) => {
    if (!(await lockCustomerFile(tx, customer))) return err({ kind: "gone" })
    const inserted = await tx
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
    if (inserted.length > 0) await recordEvent(tx, { by: actor, action: "customer.noted", subject: customer, at })
    return ok(null)
  })
}

export async function listCustomerNotes(id: string): Promise<CustomerNote[]> {
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
