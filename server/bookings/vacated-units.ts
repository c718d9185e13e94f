import type { Staff } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { findPlannedBookings } from "../availability/planning.ts"
import type { MovedStay } from "../availability/rehouse.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"

/** `toUnit` is null for a rental that has no unit any more (D62). */
export type VacatedBooking = {
  id: BookingId
  number: number
  clientName: string
  days: Day[]
  toUnit: number | null
}

export type NeedsConsent = { kind: "needs-consent"; bookings: VacatedBooking[] }

/** Rolls the transaction back. */
export class ConsentMissing extends Error {
  override name = "ConsentMissing"
  readonly problem: NeedsConsent
  constructor(bookings: VacatedBooking[]) {
    super("Bookings would lose their unit")
    this.problem = { kind: "needs-consent", bookings }
  }
}

type Vacated = { actor: Staff; moved: readonly MovedStay[]; accepted: readonly string[] | "all"; at: Date }

/** Throws ConsentMissing when a booking would lose its unit that the owner was not told of. */
export async function recordVacatedBookings(
  tx: Transaction,
  { actor, moved, accepted, at }: Vacated,
): Promise<VacatedBooking[]> {
  const stays = moved.flatMap(({ bookingId, ...stay }) => (bookingId === null ? [] : [{ ...stay, bookingId }]))
  const bookings = await findPlannedBookings(
    stays.map(({ bookingId }) => bookingId),
    at,
    tx,
  )
  const vacated = stays.flatMap(({ bookingId, days, toUnit }) => {
    const booking = bookings.get(bookingId)
    return booking ? [{ id: booking.id, number: booking.number, clientName: booking.clientName, days, toUnit }] : []
  })
  const isAccepted = (id: string) => accepted === "all" || accepted.includes(id)
  if (vacated.some(({ id, toUnit }) => toUnit === null && !isAccepted(id))) throw new ConsentMissing(vacated)
  for (const { bookingId: subject, fromUnit, toUnit, days } of stays) {
    if (fromUnit === null) continue
    if (toUnit === null)
      await recordEvent(tx, { by: actor, action: "booking.unhoused", subject, details: { fromUnit, days }, at })
    else
      await recordEvent(tx, {
        by: actor,
        action: "booking.unit-moved",
        subject,
        details: { fromUnit, toUnit, days },
        at,
      })
  }
  return vacated
}
