import { type SQL, sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { CartId, ProductId, ProfileId } from "../../domain/id.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"

/** True of a row of `occupancy` that a cart held and holds no more; without `at`, by the database's clock. */
function endedHold(at?: Date): SQL {
  return sql`(kind = 'hold' and hold_ends_at <= ${at ? at.toISOString() : sql`now()`})`
}

/** A hold that stops nobody: it has ended, or it is the customer's own. A stranger's `customerId` is null. */
export function endedOrOwnHold({ customerId, at }: { customerId: ProfileId | null; at: Date }): SQL {
  return sql`(kind = 'hold' and (hold_ends_at <= ${at.toISOString()}
      or cart_id in (select id from carts where user_id = ${customerId})))`
}

/** Locks these holds in the one order of all claims, so that no two transactions wait for each other (D7). */
export async function deleteHolds(executor: Executor, which: SQL): Promise<number> {
  const { rowCount } = await executor.execute(sql`
    delete from occupancy using (
      select product_id as p, unit as u, day as d from occupancy
      where ${which}
      order by product_id, day, unit
      for update
    ) yielding
    where product_id = p and unit = u and day = d`)
  return rowCount ?? 0
}

/** Deletes what carts hold no more, of everything or of some products and days; without `at`, by the database's clock. */
export async function deleteEndedHolds(
  executor: Executor,
  { productIds, days, at }: { productIds?: readonly ProductId[]; days?: readonly Day[]; at?: Date },
): Promise<number> {
  const ofProducts = productIds ? sql`product_id = any(${sql.param(productIds)}::uuid[]) and ` : sql``
  const onDays = days ? sql`day = any(${sql.param(days)}::date[]) and ` : sql``
  return deleteHolds(executor, sql`${ofProducts}${onDays}${endedHold(at)}`)
}

/** How many ended holds nobody has deleted yet, as a subquery. */
export function countEndedHolds(at: Date): SQL {
  return sql`(select count(*) from occupancy where ${endedHold(at)})`
}

export async function releaseCartHolds(tx: Transaction, cartId: CartId): Promise<void> {
  await tx.execute(sql`delete from occupancy where cart_id = ${cartId}`)
}

/** Lets go what all carts of a customer hold. */
export async function releaseCustomerHolds(tx: Transaction, customerId: ProfileId): Promise<void> {
  await tx.execute(sql`delete from occupancy where cart_id in (select id from carts where user_id = ${customerId})`)
}

/** Lets go the days that the wizard held for a product; those of the cart's own lines stay. */
export async function releaseWizardHolds(tx: Transaction, cartId: CartId, productId: ProductId): Promise<void> {
  await tx.execute(sql`
    delete from occupancy
    where cart_id = ${cartId} and product_id = ${productId} and cart_item_id is null`)
}

/** Lets go what the wizard held of a product in any cart of a customer. */
export async function releaseCustomerWizardHolds(
  tx: Transaction,
  customerId: ProfileId,
  productId: ProductId,
): Promise<void> {
  await tx.execute(sql`
    delete from occupancy where product_id = ${productId} and kind = 'hold' and cart_item_id is null
      and cart_id in (select id from carts where user_id = ${customerId})`)
}

/** Leaves what has ended: somebody else may have the days. */
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
    select count(*)::integer as days from occupancy where cart_id = ${cartId} and role = 'rental'`)
  return rows[0]?.days ?? 0
}

/** True of a cart that holds days, ended or not; `cart` is its id in the statement. */
export function holdsDays(cart: SQL): SQL {
  return sql`exists (select from occupancy where cart_id = ${cart})`
}

export type HeldDays = { cartId: CartId; endsAt: Date; days: number; extended: number }

/** The carts of a customer that hold some of these days of a product, and how many of them. */
export async function findHeldDays({
  customerId,
  productId,
  days,
  at,
}: {
  customerId: ProfileId
  productId: ProductId
  days: readonly Day[]
  at: Date
}): Promise<HeldDays[]> {
  const { rows } = await db.execute<{ cart_id: CartId; ends: Date; days: number; extended: number }>(sql`
    select cart_id, min(hold_ends_at) as ends, count(distinct day)::integer as days, max(carts.extended) as extended
    from occupancy join carts on carts.id = cart_id
    where product_id = ${productId} and kind = 'hold' and role = 'rental' and carts.user_id = ${customerId}
      and hold_ends_at > ${at.toISOString()} and day = any(${sql.param(days)}::date[])
    group by cart_id`)
  return rows.map(({ cart_id: cartId, ends, ...held }) => ({ cartId, endsAt: new Date(ends), ...held }))
}
