import { data } from "react-router"
import type { Leg } from "../../../domain/booking/route.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import type { JobSheet } from "../../../server/bookings/job-sheets.ts"
import { findOwnStops } from "../../../server/booking-record/shifts.ts"

/** A foreign stop answers as one that does not exist. */
export async function requireOwnStop(visitor: Visitor, bookingId: BookingId, legs: readonly Leg[], at: Date) {
  const isOwn = await findOwnStops({ person: visitor.profile, at })
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
