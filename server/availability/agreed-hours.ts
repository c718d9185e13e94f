import { sql } from "drizzle-orm"
import { type Day, dayInParis, eachDay, sortedDays } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type AgreedHours, hoursOfRental, withAgreedHours } from "../../domain/rental/periods.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Transaction } from "../platform/database.server.ts"
import { deleteEndedHolds } from "./holds.ts"
import { reuseFreeUnits } from "./rehouse.ts"
import { lockProducts } from "./ranges.ts"
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
  const productIds = [...new Set(held.map(({ productId }) => productId))].sort()
  await lockProducts(tx, productIds)
  for (const productId of productIds) await deleteEndedHolds(tx, { productId, at })
  const resized: Resizing[] = []
  for (const rental of held) {
    const times = withAgreedHours(rental.periods, hoursOfRental(rental, held, hours))
    const [from, until] = [times[0]?.from, times.at(-1)?.until]
    const rows = await lockRentedTime(tx, bookingId, rental.position)
    for (const [leg, row, end] of [
      ["out", rows[0], from],
      ["back", rows.toSorted((one, other) => (one.until < other.until ? -1 : 1)).at(-1), until],
    ] as const)
      if (row && end !== undefined) resized.push({ leg, row, end })
  }
  for (const resizing of resized) {
    const conflict = await findTimeConflict(tx, resizing)
    if (conflict) return err(conflict)
  }
  for (const resizing of resized) await resize(tx, resizing)
  await reuseFreeUnits(tx, { productIds, days: sortedDays(resized.flatMap(touchedDays)), at })
  return ok(null)
}

type RentedRow = { id: number; unit: number; unitId: number } & TimeRange
type Resizing = { leg: "out" | "back"; row: RentedRow; end: string }

async function lockRentedTime(tx: Transaction, bookingId: BookingId, rental: number): Promise<RentedRow[]> {
  const { rows } = await tx.execute<Record<"from" | "until", Date> & Omit<RentedRow, "from" | "until">>(sql`
    select occupancy.id::integer as id, number as unit, unit_id as "unitId", lower(rented) as from, upper(rented) as until
    from occupancy left join units on units.id = unit_id
    where booking_id = ${bookingId} and rental = ${rental} and rented is not null
    order by rented for update of occupancy`)
  return rows.map(({ from, until, ...row }) => ({
    ...row,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  }))
}

async function findTimeConflict(tx: Transaction, { leg, row, end }: Resizing): Promise<TimeConflict | null> {
  const grown = leg === "out" ? { from: end, until: row.from } : { from: row.until, until: end }
  if (grown.from >= grown.until) return null
  const { rows } = await tx.execute<{
    kind: "booking" | Exclude<TimeConflict["holder"]["kind"], "booking">
    number: number
    from: Date
    until: Date
  }>(sql`
    select kind, bookings.number::integer as number, lower(during) as from, upper(during) as until
    from occupancy left join bookings on bookings.id = booking_id
    where unit_id = ${row.unitId} and occupancy.id <> ${row.id}
      and during && tstzrange(${grown.from}::timestamptz, ${grown.until}::timestamptz)
    order by during limit 1`)
  const [other] = rows
  if (!other) return null
  const { kind, number, from, until } = other
  return {
    leg,
    unit: row.unit,
    holder: kind === "booking" ? { kind, number } : { kind },
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  }
}

/** The preparation stays where it is. */
async function resize(tx: Transaction, { leg, row, end }: Resizing): Promise<void> {
  await tx.execute(
    leg === "out"
      ? sql`
        update occupancy set rented = tstzrange(${end}::timestamptz, upper(rented)), during = tstzrange(
          case when lower(during) < lower(rented) then least(lower(during), ${end}::timestamptz) else ${end}::timestamptz end,
          upper(during))
        where id = ${row.id} and lower(rented) <> ${end}::timestamptz`
      : sql`
        update occupancy set rented = tstzrange(lower(rented), ${end}::timestamptz), during = tstzrange(lower(during),
          case when upper(during) > upper(rented) then greatest(upper(during), ${end}::timestamptz) else ${end}::timestamptz end)
        where id = ${row.id} and upper(rented) <> ${end}::timestamptz`,
  )
}

function touchedDays({ leg, row, end }: Resizing): Day[] {
  const days = [new Date(end), new Date(leg === "out" ? row.from : row.until)].map(dayInParis).sort()
  const [first, last] = days
  return first && last ? eachDay(first, last) : []
}
