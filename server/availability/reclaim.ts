import { sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import {
  type Claim,
  type BusyUnit,
  chooseUnits,
  isHomeless,
  occupiedSpan,
  unitNumbers,
  withPreparation,
} from "../../domain/availability/units.ts"
import { type Day } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type ClaimRequest, DaysTaken, claimChosenUnits, findOccupiedUnits, readHeldDays } from "./claim.ts"
import { findClaims } from "./booked-units.ts"
import { reuseFreeUnits } from "./rehouse.ts"
import { lockProducts } from "./ranges.ts"

type RentalRequest = ClaimRequest & { occupant: { kind: "booking" } }

/**
 * Throws DaysTaken. Days that closed meanwhile stay the rental's own. The caller must refuse the returned expired
 * requests.
 */
export async function reclaimDays(tx: Transaction, request: RentalRequest): Promise<BookingId[]> {
  const { productId, stock, occupant } = request
  const { bookingId, rental } = occupant
  await lockProducts(tx, [productId])
  const freed = (await findClaims(tx, bookingId)).filter((claim) => claim.rental === rental)
  await tx.execute(sql`delete from occupancy where booking_id = ${bookingId} and rental = ${rental}`)
  const freedUnits = new Set(freed.map(unitKey))
  const held = await readHeldDays(tx, request)
  const occupied = (await findOccupiedUnits(tx, { ...request, held })).filter(
    (each) => !each.closed || !freedUnits.has(unitKey(each)),
  )
  const claims =
    chooseSameUnit({ days: held, stock }, freed, occupied) ??
    chooseUnits(held, stock, occupied) ??
    keepClaims({ days: held, stock }, freed)
  if (claims === null) throw new DaysTaken()
  const expiredIds = await claimChosenUnits(tx, request, claims)
  const claimedUnits = new Set(claims.map(unitKey))
  await reuseFreeUnits(tx, {
    productIds: [productId],
    days: freed.filter((claimedUnit) => !claimedUnits.has(unitKey(claimedUnit))).map(({ day }) => day),
    at: request.at,
  })
  return expiredIds
}

/** null when the previous claims are on several units, or on one that is not free. */
export function chooseSameUnit(
  { days, stock }: Pick<RentalRequest, "days" | "stock">,
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

/** A rental without a unit stays so as long as it takes no other day. */
function keepClaims(
  { days, stock }: Pick<RentalRequest, "days" | "stock">,
  previous: readonly Claim[],
): Claim[] | null {
  const rented = days.flatMap((day) => previous.find((claim) => claim.day === day && claim.role === "rental") ?? [])
  return rented.length === days.length && rented.some(isHomeless) ? withPreparation(rented, stock) : null
}

function unitKey({ unit, day }: { unit: number; day: Day }): string {
  return `${unit}/${day}`
}
