import { sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { type Claim, type TakenUnit, chooseUnits, spanOf } from "../../domain/availability/units.ts"
import { type Day } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type ClaimRequest, DaysTaken, takeUnits, takenUnits } from "./claim.ts"
import { fillBlocks } from "./release.ts"

type BookingClaim = ClaimRequest & { occupant: { kind: "booking" } }

/**
 * Gives a booking other days, inside one transaction: what it had is freed and what it will have is claimed, or neither.
 * Throws DaysTaken when a day has no unit left; the transaction is then undone, and the old days were never lost.
 * A day that the booking has already stays its own although the owner has closed it since. The machine stays the same
 * when it can. Answers the same requests as `claimDays`.
 */
export async function reclaimDays(tx: Transaction, request: BookingClaim): Promise<BookingId[]> {
  const { productId, days, stock, occupant } = request
  const freed = await tx.execute<TakenUnit>(sql`
    delete from occupancy where booking_id = ${occupant.bookingId} returning unit, day`)
  const own = new Set(freed.rows.map(placeOf))
  // What is taken at a place that was just freed is taken by nobody but a closed day.
  const taken = (await takenUnits(tx, request)).filter((place) => !own.has(placeOf(place)))
  const claims = staying(request, freed.rows, taken) ?? chooseUnits(days, stock, taken)
  if (claims === null) throw new DaysTaken()
  const ended = await takeUnits(tx, request, claims)
  const now = new Set(claims.map(placeOf))
  await fillBlocks(
    tx,
    productId,
    freed.rows.filter((place) => !now.has(placeOf(place))).map(({ day }) => day),
  )
  return ended
}

/** The same with nothing but the unit that the booking has: null when it had several, or when that one is not free. */
function staying(
  { days, stock }: BookingClaim,
  had: readonly TakenUnit[],
  taken: readonly TakenUnit[],
): Claim[] | null {
  const [unit, ...others] = [...new Set(had.map((place) => place.unit))]
  if (unit === undefined || others.length > 0) return null
  const rest = Array.from({ length: stock.units }, (_, index) => index + 1).filter((each) => each !== unit)
  const elsewhere = days
    .flatMap((day) => spanOf(day, stock))
    .flatMap((day): TakenUnit[] => rest.map((each) => ({ unit: each, day })))
  return chooseUnits(days, stock, [...taken, ...elsewhere])
}

function placeOf({ unit, day }: { unit: number; day: Day }): string {
  return `${unit}/${day}`
}
