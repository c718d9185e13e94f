import { eq } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import { type BookingStatus, statusAt } from "../../domain/booking/status.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Executor } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import type { Booking } from "../booking-record/booking.ts"

export type PreparingProblem =
  | { kind: "not-found" }
  /** What is confirmed is its owner's alone (D55). */
  | { kind: "not-allowed" }
  /** Not confirmed, or not any more. */
  | { kind: "not-confirmed"; status: BookingStatus }
  /** Its last day has passed. */
  | { kind: "over" }

/**
 * A booking whose customer may prepare its day: their own, confirmed, and not over. Under the lock of its row in a
 * transaction. For anybody else's it is as if it were not there.
 */
export async function preparable(
  executor: Executor,
  { actor, account }: Party,
  bookingId: BookingId,
  at: Date,
): Promise<Result<Booking, PreparingProblem>> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
  if (!booking || booking.userId !== account.id) return err({ kind: "not-found" })
  if (actor.kind !== "customer" || actor.id !== account.id) return err({ kind: "not-allowed" })
  const status = statusAt(booking, at)
  if (status !== "confirmed") return err({ kind: "not-confirmed", status })
  if (booking.lastDay < dayInParis(at)) return err({ kind: "over" })
  return ok(booking)
}

/** Whether the day of a booking can still be prepared, whoever asks. */
export function isToPrepare(booking: Booking, at: Date): boolean {
  return statusAt(booking, at) === "confirmed" && booking.lastDay >= dayInParis(at)
}
