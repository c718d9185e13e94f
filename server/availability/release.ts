import { sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Claim, withPreparation } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"
import { deleteEndedHolds } from "./holds.ts"
import { placeOutsideEvents } from "./outside.ts"

export async function releaseBookingDays(
  tx: Transaction,
  productId: ProductId,
  bookingId: BookingId,
): Promise<Claim[]> {
  const { rows } = await tx.execute<Claim>(sql`
    with freed as (delete from occupancy where booking_id = ${bookingId} returning unit, day, role)
    select unit, day, role from freed order by day, unit`)
  await fillBlocks(
    tx,
    productId,
    rows.map(({ day }) => day),
  )
  return rows
}

type BookedDays = { id: BookingId; productId: ProductId; dates: readonly Day[] }

/** Throws when the booking does not hold one of its days. */
export async function releaseOtherDays(tx: Transaction, { id, productId, dates }: BookedDays): Promise<void> {
  const [product] = (
    await tx.execute<{ preparationBefore: number; preparationAfter: number; stock: number }>(sql`
      select preparation_days_before as "preparationBefore", preparation_days_after as "preparationAfter", stock
      from products where id = ${productId}`)
  ).rows
  if (!product) throw new Error(`Booking ${id} has no product`)
  const { rows: occupied } = await tx.execute<Claim>(sql`
    select unit, day, role from occupancy where booking_id = ${id} order by day, unit for update`)
  const rented = dates.map((day) => {
    const own = occupied.filter((claim) => claim.day === day)
    const claim = own.find(({ role }) => role === "rental") ?? own[0]
    if (!claim) throw new Error(`Booking ${id} does not hold ${day}`)
    return { unit: claim.unit, day }
  })
  const remaining = withPreparation(rented, { ...product, units: product.stock })
  const roles = new Map(remaining.map(({ unit, day, role }) => [`${unit}/${day}`, role]))
  const freed = occupied.filter(({ unit, day }) => !roles.has(`${unit}/${day}`))
  const changed = occupied.flatMap((claim) => {
    const role = roles.get(`${claim.unit}/${claim.day}`)
    return role === undefined || role === claim.role ? [] : [{ ...claim, role }]
  })
  for (const { unit, day } of freed)
    await tx.execute(sql`delete from occupancy where booking_id = ${id} and unit = ${unit} and day = ${day}`)
  for (const { unit, day, role } of changed)
    await tx.execute(
      sql`update occupancy set role = ${role} where booking_id = ${id} and unit = ${unit} and day = ${day}`,
    )
  await fillBlocks(
    tx,
    productId,
    freed.map(({ day }) => day),
  )
}

/** Places outside events first (decision 64), then blocks the free units of closed days (D7). */
export async function fillBlocks(tx: Transaction, productId: ProductId, days: readonly Day[]): Promise<void> {
  return fillBlocksForProducts(tx, [productId], days)
}

export async function fillBlocksForProducts(
  tx: Transaction,
  productIds: readonly ProductId[],
  days: readonly Day[],
): Promise<void> {
  if (days.length === 0) return
  const products = sql`${sql.param(productIds)}::uuid[]`
  const closed = sql`${sql.param(sortedDays(days))}::date[]`
  await deleteEndedHolds(tx, { productIds, days })
  await placeOutsideEvents(tx, productIds, days)
  await tx.execute(sql`
    insert into occupancy (product_id, unit, day, kind)
    select product.id, unit, closed.date, 'block'
    from products product
      join available_dates closed on closed.product_id = product.id and not closed.is_available
      cross join generate_series(1, product.stock) unit
    where product.id = any(${products}) and closed.date = any(${closed})
    order by product.id, closed.date, unit
    on conflict on constraint occupancy_one_occupant do nothing`)
}
