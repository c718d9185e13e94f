import { sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { type Claim, type BusyUnit, chooseUnits, occupiedSpan, unitNumbers } from "../../domain/availability/units.ts"
import { type Day } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type ClaimRequest, DaysTaken, claimChosenUnits, findOccupiedUnits } from "./claim.ts"
import { findClaims } from "./booked-units.ts"
import { placeOutsideEvents } from "./outside.ts"
import { lockProducts } from "./ranges.ts"

type RentalRequest = ClaimRequest & { occupant: { kind: "booking" } }

/**
 * Throws DaysTaken. Days that closed meanwhile stay the rental's own. The caller must refuse the returned expired
 * requests.
 */
export async function reclaimDays(tx: Transaction, request: RentalRequest): Promise<BookingId[]> {
  const { productId, days, stock, occupant } = request
  const { bookingId, rental } = occupant
  await lockProducts(tx, [productId])
  const freed = (await findClaims(tx, bookingId)).filter((claim) => claim.rental === rental)
  await tx.execute(sql`delete from occupancy where booking_id = ${bookingId} and rental = ${rental}`)
  const freedUnits = new Set(freed.map(unitKey))
  // Only a closed day can still occupy a unit that was just freed.
  const occupied = (await findOccupiedUnits(tx, request)).filter((claimedUnit) => !freedUnits.has(unitKey(claimedUnit)))
  const claims = chooseSameUnit(request, freed, occupied) ?? chooseUnits(days, stock, occupied)
  if (claims === null) throw new DaysTaken()
  const expiredIds = await claimChosenUnits(tx, request, claims)
  const claimedUnits = new Set(claims.map(unitKey))
  await placeOutsideEvents(
    tx,
    [productId],
    freed.filter((claimedUnit) => !claimedUnits.has(unitKey(claimedUnit))).map(({ day }) => day),
  )
  return expiredIds
}

function chooseSameUnit(
  { days, stock }: RentalRequest,
  previous: readonly BusyUnit[],
  occupied: readonly BusyUnit[],
): Claim[] | null {
  const [unit, ...others] = [...new Set(previous.map((claimedUnit) => claimedUnit.unit))]
  if (unit === undefined || others.length > 0) return null
  const otherUnits = unitNumbers(stock).filter((each) => each !== unit)
  const blockedUnits = days
    .flatMap((day) => occupiedSpan(day, stock))
    .flatMap((day): BusyUnit[] => otherUnits.map((each) => ({ unit: each, day })))
  return chooseUnits(days, stock, [...occupied, ...blockedUnits])
}

function unitKey({ unit, day }: { unit: number; day: Day }): string {
  return `${unit}/${day}`
}
