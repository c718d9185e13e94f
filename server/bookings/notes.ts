import { asc, eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { type BookingId, type Id, isId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookingNotes, bookings } from "../platform/schema/bookings.ts"

export type BookingNote = { id: Id; at: Date; author: string; body: string }

/** Events are never erased, so none holds the text. */
export async function addNote(
  actor: Staff,
  bookingId: BookingId,
  note: { id: Id; body: string },
  at: Date = new Date(),
): Promise<Result<null, { kind: "not-found" }>> {
  return transaction(async (tx) => {
    const [booking] = await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId))
    if (!booking) return err({ kind: "not-found" })
    const inserted = await tx
      .insert(bookingNotes)
      .values({ id: note.id, bookingId, authorId: actor.id, authorName: actor.name, body: note.body, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: bookingNotes.id })
    if (inserted.length > 0) {
      await recordEvent(tx, { by: actor, action: "booking.noted", subject: bookingId, at })
    }
    return ok(null)
  })
}

export async function listBookingNotes(bookingId: string): Promise<BookingNote[]> {
  if (!isId(bookingId)) return []
  return db
    .select({
      id: bookingNotes.id,
      at: bookingNotes.createdAt,
      author: bookingNotes.authorName,
      body: bookingNotes.body,
    })
    .from(bookingNotes)
    .where(eq(bookingNotes.bookingId, bookingId))
    .orderBy(asc(bookingNotes.createdAt), asc(bookingNotes.id))
}
