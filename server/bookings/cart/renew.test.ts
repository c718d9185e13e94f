import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Party, ownAccountParty } from "../../../domain/accounts/party.ts"
import { MAX_CART_ITEMS } from "../../../domain/cart/cart.ts"
import type { Day } from "../../../domain/day.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { placeBooking } from "../place.ts"
import { readProductForRent } from "../../catalog/queries.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { unitDays } from "../../../tests/unit-days.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { addToCart } from "./add.ts"
import { readCart } from "./read.ts"
import { removeFromCart } from "./remove.ts"
import { renewCart } from "./renew.ts"

const weekend: Day[] = ["2027-06-12", "2027-06-13"]
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

async function withCart() {
  const party: Party = ownAccountParty(await makeCustomer())
  const products = [await makeProduct({ name: "Photomaton bois" }), await makeProduct({ name: "Borne de table" })]
  for (const { id } of products) {
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const line = { days: weekend, options: [], photoPacks: 0, itemId: randomUUID() }
    const added = await addToCart(party, product, line, now)
    if (!added.ok) throw new Error(added.error.kind)
  }
  const cart = await readCart(party.account.id, now)
  if (!cart) throw new Error("There is no cart")
  return { party, cartId: cart.id, products }
}

describe("a cart that has ended", () => {
  test("an expired cart is renewed with all its lines, held again for the full 30 minutes (D49)", async () => {
    const { party, cartId } = await withCart()
    expect(await renewCart(party, cartId, after(10))).toEqual({ ok: false, error: { kind: "nothing-to-renew" } })
    const renewed = await renewCart(party, cartId, after(40))
    expect(renewed).toMatchObject({ ok: true, value: { endsAt: after(70) } })
    const cart = await readCart(party.account.id, after(60))
    expect(cart).toMatchObject({ state: "open", lines: [{ unavailable: [] }, { unavailable: [] }] })
    const held = await db.select().from(unitDays)
    expect(held.map(({ holdEndsAt }) => holdEndsAt)).toEqual(Array.from({ length: 4 }, () => after(70)))
    expect(await db.select().from(carts)).toHaveLength(1)
    // A second press, or another customer, changes nothing.
    expect(await renewCart(party, cartId, after(41))).toEqual({ ok: false, error: { kind: "nothing-to-renew" } })
  })

  test("a cart without room in the current one is not renewed, and both stay as they are @R-cart", async () => {
    const { party, cartId, products } = await withCart()
    const product = await readProductForRent((await makeProduct({ stock: MAX_CART_ITEMS })).id)
    if (!product) throw new Error("The product is not for rent")
    for (let lines = 0; lines < MAX_CART_ITEMS - 1; lines++) {
      const line = { days: weekend.slice(1), options: [], photoPacks: 0, itemId: randomUUID() }
      expect((await addToCart(party, product, line, after(35))).ok).toBe(true)
    }
    expect(await renewCart(party, cartId, after(40))).toEqual({
      ok: false,
      error: { kind: "too-many-items", max: MAX_CART_ITEMS },
    })
    expect(await db.select().from(cartItems).where(eq(cartItems.cartId, cartId))).toHaveLength(products.length)
    const [one] = (await readCart(party.account.id, after(40)))?.lines ?? []
    if (!one) throw new Error("The cart is empty")
    await removeFromCart(party, one.id)
    expect((await renewCart(party, cartId, after(40))).ok).toBe(true)
    expect((await readCart(party.account.id, after(40)))?.lines).toHaveLength(MAX_CART_ITEMS)
  })

  test("no cart is created when the expired lines are deleted at that very moment", async () => {
    const { party, cartId } = await withCart()
    let renewed: ReturnType<typeof renewCart> | null = null
    await transaction(async (tx) => {
      await lockProfile(tx, party.account.id)
      renewed = renewCart(party, cartId, after(40))
      // The renewal has read its lines, and waits for the profile's lock.
      await expect
        .poll(() => db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`), {
          timeout: 10_000,
        })
        .toBeGreaterThan(0)
      await tx.delete(carts).where(eq(carts.id, cartId))
    })
    expect(await renewed).toEqual({ ok: false, error: { kind: "nothing-to-renew" } })
    expect(await db.$count(carts)).toBe(0)
  })

  test("an expired cart stays as it is when a part of it is booked, which is named", async () => {
    const { party, cartId, products } = await withCart()
    const [, table] = products
    if (!table) throw new Error("There is no product")
    const other = ownAccountParty(await makeCustomer())
    expect((await placeBooking({ party: other, order: makeOrder(table.id, ["2027-06-13"]), at: after(35) })).ok).toBe(
      true,
    )
    expect(await renewCart(party, cartId, after(40))).toMatchObject({
      ok: false,
      error: { kind: "lines-taken", lines: [{ productName: "Borne de table" }] },
    })
    expect(await db.select().from(cartItems).where(eq(cartItems.cartId, cartId))).toHaveLength(2)
    expect(await renewCart(other, cartId, after(40))).toEqual({ ok: false, error: { kind: "nothing-to-renew" } })
  })
})
