import type { Party } from "../../domain/accounts/party.ts"
import { type BookingStatus, effectiveStatus } from "../../domain/booking/status.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Executor } from "../platform/database.server.ts"
import type { Booking } from "../booking-record/booking.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

export type PreparingProblem =
  | { kind: "not-found" }
  /** Reserved to the account's owner (D55). */
  | { kind: "not-allowed" }
  | { kind: "not-confirmed"; status: BookingStatus }
  | { kind: "over" }

/** Locks the booking's row. */
export async function findPreparableBooking(
  executor: Executor,
  { actor, account }: Party,
  bookingId: BookingId,
  at: Date,
): Promise<Result<Booking, PreparingProblem>> {
  const booking = await lockBooking(executor, bookingId)
  if (!booking || booking.userId !== account.id) return err({ kind: "not-found" })
  if (actor.kind !== "customer" || actor.id !== account.id) return err({ kind: "not-allowed" })
  const status = effectiveStatus(booking, at)
  if (status !== "confirmed") return err({ kind: "not-confirmed", status })
  if (booking.returnsOn < dayInParis(at)) return err({ kind: "over" })
  return ok(booking)
}

export function canBePrepared(booking: Booking, at: Date): boolean {
  return effectiveStatus(booking, at) === "confirmed" && booking.returnsOn >= dayInParis(at)
}
