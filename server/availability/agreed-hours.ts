import { sql } from "drizzle-orm"
import type { BookingId } from "../../domain/id.ts"
import { type AgreedHours, hoursOfRental, withAgreedHours } from "../../domain/rental/periods.ts"
import { productsOf } from "../../domain/rental/parts.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Transaction } from "../platform/database.server.ts"
import { type RentalClaim, findClaims } from "./booked-units.ts"
import { deleteEndedHolds } from "./holds.ts"
import { isoTime, lockProducts, toRange } from "./ranges.ts"
import { reuseFreeUnits } from "./rehouse.ts"
import { type RentalDays, addUpRentals } from "./rentals.ts"

/** Another occupant has the unit when it would go out earlier or come back later. */
export type TimeConflict = {
  leg: "out" | "back"
  unit: number
  holder: { kind: "booking"; number: number } | { kind: "hold" | "outside" | "repair" | "quote" }
} & TimeRange

type Fitting = { bookingId: BookingId; rentals: readonly RentalDays[]; hours: AgreedHours; at: Date }

/** Makes the occupied time as long as the agreed hours need, and no longer. Nothing changes on a conflict. */
export async function fitAgreedHours(
  tx: Transaction,
  { bookingId, rentals, hours, at }: Fitting,
): Promise<Result<null, TimeConflict>> {
  const held = addUpRentals(rentals)
  const productIds = productsOf(held)
  await lockProducts(tx, productIds)
  for (const productId of productIds) await deleteEndedHolds(tx, { productId, at })
  const claims = await findClaims(tx, bookingId)
  const resized = held.flatMap((rental) => {
    const times = withAgreedHours(rental.periods, hoursOfRental(rental, held, hours))
    const own = claims.filter((claim) => claim.rental === rental.position)
    return resizeClaims(own, { from: times[0]?.from, until: times.at(-1)?.until })
  })
  for (const claim of resized) {
    const conflict = await findTimeConflict(tx, claim)
    if (conflict) return err(conflict)
  }
  for (const { id, held: during, rented } of resized)
    await tx.execute(
      sql`update occupancy set during = ${toRange(during)}, rented = ${toRange(rented)} where id = ${id}`,
    )
  await reuseFreeUnits(tx, { productIds, at })
  return ok(null)
}

type RentedClaim = RentalClaim & { rented: TimeRange }
type ResizedClaim = RentedClaim & { before: TimeRange }

/** The preparation stays where it is. */
function resizeClaims(
  claims: readonly RentalClaim[],
  ends: { [end in keyof TimeRange]: string | undefined },
): ResizedClaim[] {
  const rented = claims.filter((claim): claim is RentedClaim => claim.rented !== null)
  const first = rented[0]?.rented.from
  const last = rented
    .map((claim) => claim.rented.until)
    .sort()
    .at(-1)
  return rented.flatMap((claim) => {
    const { held, rented: before } = claim
    const from = (before.from === first && ends.from) || before.from
    const until = (before.until === last && ends.until) || before.until
    if (from === before.from && until === before.until) return []
    const grown = {
      from: held.from < before.from && held.from < from ? held.from : from,
      until: held.until > before.until && held.until > until ? held.until : until,
    }
    return [{ ...claim, held: grown, rented: { from, until }, before: held }]
  })
}

/** `before` is the time that the claim has now. */
export async function findTimeConflict(
  tx: Transaction,
  { id, unit, productId, held, before }: Pick<ResizedClaim, "id" | "unit" | "productId" | "held" | "before">,
): Promise<TimeConflict | null> {
  const { rows } = await tx.execute<TimeRange & { kind: TimeConflict["holder"]["kind"]; number: number }>(sql`
    select kind, bookings.number::integer as number, ${isoTime(sql`lower(during)`)} as from, ${isoTime(sql`upper(during)`)} as until
    from occupancy join units on units.id = unit_id left join bookings on bookings.id = booking_id
    where occupancy.product_id = ${productId} and units.number = ${unit} and occupancy.id <> ${id} and during && ${toRange(held)}
    order by during limit 1`)
  const [other] = rows
  if (!other) return null
  const { kind, number, from, until } = other
  const leg = until <= before.from ? "out" : "back"
  return { leg, unit, holder: kind === "booking" ? { kind, number } : { kind }, from, until }
}
