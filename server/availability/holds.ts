import { type SQL, sql } from "drizzle-orm"
import type { CartId, ProductId, ProfileId } from "../../domain/id.ts"
import type { TimeRange } from "../../domain/rental/rental.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"

/** Also days kept for a quote. */
function isEndedHold(at: Date): SQL {
  return sql`(hold_ends_at <= ${at.toISOString()})`
}

export function isEndedOrOwnHold({ customerId, at }: { customerId: ProfileId | null; at: Date }): SQL {
  return sql`(kind in ('hold', 'quote') and (hold_ends_at <= ${at.toISOString()}
      or cart_id is not null and cart_id in (select id from carts where user_id = ${customerId})))`
}

/** Locks in the order of all claims to avoid deadlocks (D7). */
export async function deleteEndedHolds(
  executor: Executor,
  { productId, at }: { productId?: ProductId; at: Date },
): Promise<number> {
  const { rowCount } = await executor.execute(sql`
    delete from occupancy where id in (
      select id from occupancy
      where ${productId ? sql`product_id = ${productId} and` : sql``} ${isEndedHold(at)}
      order by id for update)`)
  return rowCount ?? 0
}

export function countEndedHolds(at: Date): SQL {
  return sql`(select count(*) from occupancy where ${isEndedHold(at)})`
}

export async function releaseCartHolds(tx: Transaction, cartId: CartId): Promise<void> {
  await tx.execute(sql`delete from occupancy where cart_id = ${cartId}`)
}

export async function releaseCustomerHolds(tx: Transaction, customerId: ProfileId): Promise<void> {
  await tx.execute(sql`delete from occupancy where cart_id in (select id from carts where user_id = ${customerId})`)
}

/** Itself, or the parts of a bundle. */
function machinesOf(productId: ProductId): SQL {
  return sql`(
    select part_id from bundle_parts where bundle_id = ${productId}
    union select id from products where id = ${productId} and kind <> 'bundle')`
}

export async function releaseWizardHolds(tx: Transaction, cartId: CartId, productId: ProductId): Promise<void> {
  await tx.execute(sql`
    delete from occupancy
    where cart_id = ${cartId} and product_id in ${machinesOf(productId)} and cart_item_id is null`)
}

export async function releaseCustomerWizardHolds(
  tx: Transaction,
  customerId: ProfileId,
  productId: ProductId,
): Promise<void> {
  await tx.execute(sql`
    delete from occupancy where product_id in ${machinesOf(productId)} and kind = 'hold' and cart_item_id is null
      and cart_id in (select id from carts where user_id = ${customerId})`)
}

/** Skips ended holds: the days may be somebody else's. */
export async function extendCartHolds(
  tx: Transaction,
  { cartId, endsAt, at }: { cartId: CartId; endsAt: Date; at: Date },
): Promise<void> {
  await tx.execute(sql`
    update occupancy set hold_ends_at = ${endsAt.toISOString()}
    where cart_id = ${cartId} and kind = 'hold' and hold_ends_at > ${at.toISOString()}`)
}

export async function countHeldDays(tx: Transaction, cartId: CartId): Promise<number> {
  const { rows } = await tx.execute<{ days: number }>(sql`
    select count(distinct (coalesce(cart_item_id, product_id), day))::integer as days
    from unit_days where cart_id = ${cartId} and role = 'rental'`)
  return rows[0]?.days ?? 0
}

export function hasHolds(cart: SQL): SQL {
  return sql`exists (select from occupancy where cart_id = ${cart})`
}

type CartHold = { cartId: CartId; endsAt: Date; extended: number }

/** A cart that holds all of this time. */
export async function findCartHold({
  customerId,
  productId,
  times,
  at,
}: {
  customerId: ProfileId
  productId: ProductId
  times: readonly TimeRange[]
  at: Date
}): Promise<CartHold | null> {
  const { rows } = await db.execute<{ cart_id: CartId; ends: Date; extended: number }>(sql`
    select cart_id, min(hold_ends_at) as ends, max(carts.extended) as extended
    from occupancy join carts on carts.id = cart_id
    where product_id in ${machinesOf(productId)} and kind = 'hold' and carts.user_id = ${customerId}
      and hold_ends_at > ${at.toISOString()}
    group by cart_id
    having count(distinct product_id) = (select count(*) from ${machinesOf(productId)} machine) and range_agg(rented) @> (
      select range_agg(tstzrange(("time" ->> 'from')::timestamptz, ("time" ->> 'until')::timestamptz))
      from jsonb_array_elements(${JSON.stringify(times)}::jsonb) "time")`)
  const [row] = rows
  return row ? { cartId: row.cart_id, endsAt: new Date(row.ends), extended: row.extended } : null
}
