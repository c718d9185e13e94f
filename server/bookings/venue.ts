import { inArray } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import type { Venue } from "../../domain/booking/venue.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok } from "../../domain/result.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { venueChecklists } from "../platform/schema/day.ts"
import { type PreparingProblem, findPreparableBooking } from "./preparing.ts"

export async function describeVenue(
  party: Party,
  bookingId: BookingId,
  venue: Venue,
  at: Date = new Date(),
): Promise<Result<null, PreparingProblem>> {
  return transaction(async (tx) => {
    const allowed = await findPreparableBooking(tx, party, bookingId, at)
    if (!allowed.ok) return allowed
    const values = { ...venue, filledAt: at }
    await tx
      .insert(venueChecklists)
      .values({ bookingId, ...values })
      .onConflictDoUpdate({ target: venueChecklists.bookingId, set: values })
    await recordEvent(tx, {
      by: party,
      action: "booking.venue-described",
      subject: bookingId,
      details: { powerNear: venue.powerNear, floorFits: venue.floorFits },
      at,
    })
    return ok(null)
  })
}

export async function readVenues(
  ids: readonly BookingId[],
  executor: Executor = db,
): Promise<ReadonlyMap<BookingId, Venue>> {
  if (ids.length === 0) return new Map()
  const rows = await executor
    .select()
    .from(venueChecklists)
    .where(inArray(venueChecklists.bookingId, [...ids]))
  return new Map(rows.map(({ bookingId, ...venue }) => [bookingId, venue]))
}
