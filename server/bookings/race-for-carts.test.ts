import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { type Party, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { makeAccountHolder, makeFinanceSettings, makeProduct, now } from "../../tests/factories.ts"
import { addToCart } from "./cart/add.ts"
import { readCart } from "./cart/read.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { changeStock } from "./change-stock.ts"
import { db, transaction } from "../platform/database.server.ts"
import { occupancy } from "../platform/schema/availability.ts"
import { cartItems, carts } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { listOrderBookings } from "../booking-record/booking-rows.ts"
import { type CartOrder, placeCart } from "./place-cart.ts"

const weekend: Day[] = ["2027-06-11", "2027-06-12"]
const ended = new Date(now.getTime() + 31 * 60_000)

/** The cart must have ended, so that the next customer can choose the same days. */
async function withEndedCart(ids: readonly ProductId[]): Promise<[Party, CartOrder]> {
  const party = ownAccountParty(await makeAccountHolder())
  for (const [index, id] of ids.entries()) {
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const line = { days: weekend, options: [], photoPacks: 0, itemId: randomUUID() }
    const added = await addToCart(party, product, line, new Date(now.getTime() + index))
    if (!added.ok) throw new Error(added.error.kind)
  }
  const cart = await readCart(party.account.id, now)
  if (!cart) throw new Error("The cart is empty")
  await db.update(occupancy).set({ holdEndsAt: now }).where(eq(occupancy.cartId, cart.id))
  const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
  const order = { cartId: cart.id, expectedDigest: cart.digest, isDelivery: false, address, expectedTotal: null }
  return [party, { ...order, idempotencyKey: randomUUID() }]
}

test(
  "eight customers racing for falling stock never get more units than exist, and losers keep their carts @S-cart-whole @S-no-double",
  { timeout: 60_000 },
  async () => {
    await makeFinanceSettings()
    const [rare, plenty] = [await makeProduct({ stock: 2 }), await makeProduct({ stock: 20 })]
    const orders: [Party, CartOrder][] = []
    // Half of the carts have the scarce product as their last line.
    for (let index = 0; index < 8; index++) {
      const ids = [rare.id, plenty.id]
      orders.push(await withEndedCart(index % 2 === 0 ? ids : ids.toReversed()))
    }
    const lowering = transaction((tx) => changeStock(tx, rare.id, 1, ended)).then(
      () => "lowered",
      // The two winners were faster than the lower stock, so their units stay.
      () => "needed",
    )
    const answers = await Promise.all(
      orders.map(([party, order]) => Promise.all([placeCart(party, order, ended), placeCart(party, order, ended)])),
    )
    const lowered = await lowering
    const [stockNow] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, rare.id))
    expect(stockNow?.stock).toBe(lowered === "lowered" ? 1 : 2)

    let winners = 0
    for (const [index, [party, order]] of orders.entries()) {
      const placed = await listOrderBookings(party.account.id, order.idempotencyKey)
      const ids = placed.map(({ id }) => id)
      for (const answer of answers[index] ?? []) {
        if (answer.ok) expect(answer.value.bookings.map(({ id }) => id)).toEqual(ids)
        else expect(answer.error.kind).toBe("lines-refused")
      }
      expect([0, 1]).toContain(ids.length)
      if (ids.length > 0) winners++
      const remainingLines = await db
        .select({ id: cartItems.id })
        .from(cartItems)
        .innerJoin(carts, eq(carts.id, cartItems.cartId))
        .where(eq(carts.userId, party.account.id))
      expect(remainingLines).toHaveLength(ids.length > 0 ? 0 : 2)
    }
    expect(winners).toBeGreaterThan(0)
    expect(winners).toBeLessThanOrEqual(stockNow?.stock ?? 0)
    const { rows } = await db.execute<{ product: ProductId; claimed: number; unit: number }>(sql`
        select product_id as product, count(*)::integer as claimed, max(unit)::integer as unit from unit_days
        where kind = 'booking' and product_id in (${rare.id}, ${plenty.id}) group by product_id`)
    for (const { claimed } of rows) expect(claimed).toBe(winners * weekend.length)
    expect(rows.find(({ product }) => product === rare.id)?.unit).toBeLessThanOrEqual(stockNow?.stock ?? 0)
  },
)
