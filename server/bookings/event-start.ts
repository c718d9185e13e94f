import { eq } from "drizzle-orm"
import { type Party, system } from "../../domain/accounts/party.ts"
import type { EventStart } from "../../domain/booking/event-start.ts"
import { occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import type { ClockTime } from "../../domain/clock.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { bookingStops } from "../../domain/rental/rental-times.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Booking } from "../booking-record/booking.ts"
import { readRentals } from "../booking-record/rentals.ts"
import { readHours } from "../booking-record/hours.ts"
import { readEventStarts } from "../booking-record/event-starts.ts"
import { withdrawMovedShifts } from "../booking-record/withdraw-shifts.ts"
import { noHours } from "../../domain/booking/hours.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { eventStarts } from "../platform/schema/day.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

type EventStartProblem = { kind: "not-asked" }

/** Asked with a delivery, from the request to the last day. */
export function asksEventStart(booking: Booking, at: Date): boolean {
  return booking.isDelivery && occupiesDays(effectiveStatus(booking, at)) && booking.returnsOn >= dayInParis(at)
}

/** null takes the answer back. */
export async function tellEventStart({
  party,
  bookingId,
  startsAt,
  at = new Date(),
}: {
  party: Party
  bookingId: BookingId
  startsAt: ClockTime | null
  at?: Date
}): Promise<Result<null, EventStartProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || booking.userId !== party.account.id || !asksEventStart(booking, at))
      return err({ kind: "not-asked" })
    const stored = (await readEventStarts([bookingId], tx)).get(bookingId) ?? null
    if (stored === startsAt) return ok(null)
    if (startsAt === null) await tx.delete(eventStarts).where(eq(eventStarts.bookingId, bookingId))
    else
      await tx
        .insert(eventStarts)
        .values({ bookingId, startsAt, toldAt: at })
        .onConflictDoUpdate({ target: eventStarts.bookingId, set: { startsAt, toldAt: at } })
    await recordEvent(tx, {
      by: party,
      action: "booking.event-start-told",
      subject: bookingId,
      details: { startsAt },
      at,
    })
    const hours = (await readHours([bookingId], tx)).get(bookingId) ?? noHours
    await withdrawMovedShifts(tx, {
      by: system,
      booking,
      before: { hours, eventStartsAt: stored },
      after: { hours, eventStartsAt: startsAt },
      at,
    })
    return ok(null)
  })
}

/** null without a delivery. */
export async function readEventStart({ id, isDelivery }: Booking): Promise<EventStart | null> {
  if (!isDelivery) return null
  const [starts, hours, rentals] = await Promise.all([readEventStarts([id]), readHours([id]), readRentals([id])])
  const stops = bookingStops(rentals.get(id) ?? [], { isDelivery, hours: hours.get(id) })
  return toEventStart(starts.get(id), stops)
}

export function toEventStart(startsAt: ClockTime | undefined, stops: ReturnType<typeof bookingStops>): EventStart {
  return { startsAt: startsAt ?? null, delivery: stops.find(({ leg }) => leg === "out")?.window ?? null }
}
