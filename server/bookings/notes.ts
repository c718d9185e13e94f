import { asc, eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type BookingId, type Id, isId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookingNotes, bookings } from "../platform/schema/bookings.ts"

export type BookingNote = { id: Id; at: Date; author: string; body: string }

/**
 * Keeps what an administrator writes down about a booking, for administrators only (the text is in no event, which
 * could be shown elsewhere and is never erased). `id` comes from the form: the same note sent twice is written once.
 */
export async function addNote(
  actor: Administrator,
  bookingId: BookingId,
  note: { id: Id; body: string },
  at: Date = new Date(),
): Promise<Result<null, { kind: "not-found" }>> {
  return transaction(async (tx) => {
    const [booking] = await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId))
    if (!booking) return err({ kind: "not-found" })
    const written = await tx
      .insert(bookingNotes)
      .values({ id: note.id, bookingId, authorId: actor.id, authorName: actor.name, body: note.body, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: bookingNotes.id })
    if (written.length > 0) {
      await recordEvent(tx, { by: actor, action: "booking.noted", subject: bookingId, at })
    }
    return ok(null)
  })
}

/** The oldest first. */
export async function notesOf(bookingId: string): Promise<BookingNote[]> {
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
