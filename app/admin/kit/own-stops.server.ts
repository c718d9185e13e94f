import { data } from "react-router"
import type { Leg } from "../../../domain/booking/route.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import type { JobSheet } from "../../../server/bookings/job-sheets.ts"
import { listOwnStops } from "../../../server/booking-record/shifts.ts"

type StopKey = { bookingId: BookingId; leg: Leg }

/** Crew works on its own stops, from the day before to the day after; everybody else on all (D72). */
export async function mayWorkOn({ role, profile }: Visitor, at: Date): Promise<(stop: StopKey) => boolean> {
  if (role !== "crew") return () => true
  const own = await listOwnStops(profile.id, at)
  return (stop) => own.some(({ bookingId, leg }) => bookingId === stop.bookingId && leg === stop.leg)
}

/** A foreign stop answers as one that does not exist. */
export async function requireOwnStop(visitor: Visitor, bookingId: BookingId, legs: readonly Leg[], at: Date) {
  const isOwn = await mayWorkOn(visitor, at)
  if (!legs.some((leg) => isOwn({ bookingId, leg }))) throw data(null, { status: 404 })
}

export function isDayOfCrew(day: Day, at: Date): boolean {
  const today = dayInParis(at)
  return day >= addDays(today, -1) && day <= addDays(today, 1)
}

/** Crew reads what is still to collect and no other price, and neither e-mail nor notes of the office (D72). */
export function jobFor({ role }: Visitor, job: JobSheet): JobSheet {
  return role === "crew"
    ? { ...job, total: null, paymentStatus: null, client: { ...job.client, email: "" }, notes: [] }
    : job
}
