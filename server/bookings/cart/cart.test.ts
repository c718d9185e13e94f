import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { system, onOwnAccount } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { blockDays } from "../../availability/block.ts"
import { placeBooking } from "../place.ts"
import { productForRent } from "../../catalog/queries.ts"
import { db } from "../../platform/database.server.ts"
import { runJob } from "../../jobs/schedule.ts"
import { occupancy } from "../../platform/schema/availability.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { productOptions, products } from "../../platform/schema/catalog.ts"
import { type CartChoice, addToCart } from "./add.ts"
import { holdDays, holdDaysInCart } from "./hold.ts"
import { countCartLines, readCart } from "./read.ts"
import { clearCart, removeFromCart } from "./remove.ts"

const [day, next]: [Day, Day] = ["2027-06-12", "2027-06-13"]
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const wanted = (values: Partial<CartChoice> = {}): CartChoice => ({
  days: [day],
  options: [],
  photoPacks: 0,
  itemId: randomUUID(),
  ...values,
})

async function rentable(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await productForRent((await makeProduct(values)).id)
  if (!product) throw new Error("The product is not for rent")
  return product
}

async function added(...given: Parameters<typeof addToCart>) {
  const answer = await addToCart(...given)
  if (!answer.ok) throw new Error(answer.error.kind)
  return answer.value
}

beforeEach(() => makeFinanceSettings())

describe("adding to the cart", () => {
  test("makes a cart of thirty minutes, holds the days for its line, and shows it priced to the cent @S-cart-new @S-cart-hold @S-cart-item @C-carts-insert @C-cart-items @K-cart-30", async () => {
    const customer = await makeCustomer()
    const { id } = await makeProduct({ name: "Photomaton bois", price: 25_000 })
    const decor = await makeOption(id, { name: "Décor", price: 3_000, unit: "unit" })
    const light = await makeOption(id, { name: "Éclairage", price: 1_000, unit: "day", parentOptionId: decor.id })
    const product = await productForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const options = [
      { optionId: decor.id, quantity: 1 },
      { optionId: light.id, quantity: 1 },
    ]
    const { cartId, endsAt } = await added(
      onOwnAccount(customer),
      product,
      wanted({ days: [next, day], options, photoPacks: 2 }),
      now,
    )
    expect(endsAt).toEqual(minutes(30))

    const cart = await readCart(customer.id, now)
    expect(cart).toMatchObject({ id: cartId, state: "open", total: 60_800, endsAt: minutes(30) })
    expect(cart?.lines).toMatchObject([
      {
        product: { name: "Photomaton bois" },
        when: { dates: [day, next] },
        options,
        photoPacks: 2,
        offered: true,
        unavailable: [],
        changed: false,
      },
    ])
    expect(cart?.lines[0]?.price.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ["Photomaton bois", 50_000],
      ["Décor", 6_000],
      ["Éclairage", 2_000],
      ["Pack photo", 2_800],
    ])
    expect(await countCartLines(customer.id, now)).toBe(1)
    expect(await addToCart(onOwnAccount(await makeCustomer()), product, wanted(), minutes(29))).toEqual({
      ok: false,
      error: { kind: "days-taken", days: [day] },
    })
    expect((await addToCart(onOwnAccount(await makeCustomer()), product, wanted(), minutes(31))).ok).toBe(true)
  })

  test("goes to the cart that the wizard's hold began, and to a new one once it has ended", async () => {
    const customer = await makeCustomer()
    const product = await rentable()
    const held = await holdDays({ party: onOwnAccount(customer), product, days: [day], at: now })
    const first = await added(onOwnAccount(customer), product, wanted(), minutes(10))
    expect(held.ok && held.value).toEqual({ cartId: first.cartId, endsAt: first.endsAt })
    const second = await added(onOwnAccount(customer), product, wanted(), minutes(31))
    expect(second.cartId).not.toBe(first.cartId)
    expect(second.endsAt).toEqual(minutes(61))
  })

  test("the same form sent twice at once is one line, and sent again with another choice it replaces it", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 2 })
    const choice = wanted()
    await Promise.all([
      addToCart(onOwnAccount(customer), product, choice, now),
      addToCart(onOwnAccount(customer), product, choice, now),
    ])
    expect((await readCart(customer.id, now))?.lines).toHaveLength(1)
    expect(await db.$count(carts, eq(carts.userId, customer.id))).toBe(1)
    await added(onOwnAccount(customer), product, { ...choice, days: [next] }, now)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ id: choice.itemId, when: { dates: [next] } }])
    const held = await db.select({ day: occupancy.day }).from(occupancy).where(eq(occupancy.productId, product.id))
    expect(held).toEqual([{ day: next }])
  })

  test("never takes over a line that is somebody else's", async () => {
    const product = await rentable({ stock: 2 })
    const [owner, other] = [await makeCustomer(), await makeCustomer()]
    const choice = wanted()
    await added(onOwnAccount(owner), product, choice, now)
    const { itemId } = await added(onOwnAccount(other), product, choice, now)
    expect(itemId).not.toBe(choice.itemId)
    expect((await readCart(owner.id, now))?.lines).toMatchObject([{ id: choice.itemId }])
  })

  test("gives each of two lines a unit of its own, and refuses a third of two @S-no-double", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 2 })
    const { itemId } = await added(onOwnAccount(customer), product, wanted(), now)
    await added(onOwnAccount(customer), product, wanted(), now)
    expect(await addToCart(onOwnAccount(customer), product, wanted(), now)).toMatchObject({
      ok: false,
      error: { kind: "in-cart", line: { dates: [day] } },
    })
    await removeFromCart(onOwnAccount(customer), itemId)
    const stranger = onOwnAccount(await makeCustomer())
    await added(stranger, product, wanted(), now)
    expect(await addToCart(stranger, product, wanted(), now)).toMatchObject({ error: { kind: "in-cart" } })
    expect(await db.$count(occupancy, eq(occupancy.productId, product.id))).toBe(2)
    expect((await addToCart(onOwnAccount(await makeCustomer()), product, wanted(), now)).ok).toBe(false)
  })

  test("that only another line of the same cart stands in the way of is told so, its preparation included", async () => {
    const customer = onOwnAccount(await makeCustomer())
    const product = await rentable({ preparationDaysAfter: 1 })
    const { itemId } = await added(customer, product, wanted(), now)
    const inCart = { ok: false, error: { kind: "in-cart", line: { id: itemId, dates: [day] } } }
    expect(await addToCart(customer, product, wanted({ photoPacks: 2 }), now)).toEqual(inCart)
    expect(await addToCart(customer, product, wanted({ days: [next] }), now)).toEqual(inCart)
    expect((await added(customer, product, wanted({ itemId, photoPacks: 2 }), now)).itemId).toBe(itemId)
    expect((await addToCart(onOwnAccount(await makeCustomer()), product, wanted(), now)).ok).toBe(false)
  })

  test("of the last unit goes to one of many who reach for it at once @V-cart-taken", async () => {
    const product = await rentable()
    const customers = await Promise.all(Array.from({ length: 20 }, () => makeCustomer()))
    const answers = await Promise.all(
      customers.map((customer) => addToCart(onOwnAccount(customer), product, wanted(), now)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.$count(cartItems, eq(cartItems.productId, product.id))).toBe(1)
  })

  test("is refused without a day, on a closed day, with what is not offered, and beyond twenty lines @V-cart-date", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 30 })
    const refusal = async (values: Partial<CartChoice>) => {
      const answer = await addToCart(onOwnAccount(customer), product, wanted(values), now)
      return answer.ok ? null : answer.error.kind
    }
    expect(await refusal({ days: [] })).toBe("no-days")
    expect(await refusal({ days: ["2027-04-01"] })).toBe("outside-window")
    expect(await refusal({ options: [{ optionId: randomUUID(), quantity: 1 }] })).toBe("choice-refused")
    expect(await refusal({ photoPacks: -1 })).toBe("choice-refused")
    await blockDays(system, { productId: product.id, days: [next] }, now)
    expect(await refusal({ days: [next] })).toBe("days-taken")
    for (let line = 0; line < 20; line++) await added(onOwnAccount(customer), product, wanted(), now)
    expect(await refusal({})).toBe("too-many-items")
  })
})

describe("a line of the cart", () => {
  test("that is removed lets go of its days at once; so do all of them when the cart is cleared @S-cart-remove @S-cart-clear @C-cart-items", async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()]
    const product = await rentable()
    const { itemId, cartId } = await added(onOwnAccount(customer), product, wanted(), now)
    await added(onOwnAccount(customer), product, wanted({ days: [next] }), now)
    expect(await removeFromCart(onOwnAccount(other), itemId)).toBe(false)
    expect(await clearCart(onOwnAccount(other), cartId)).toBe(false)
    expect((await readCart(customer.id, now))?.lines).toHaveLength(2)
    expect(await removeFromCart(onOwnAccount(customer), itemId)).toBe(true)
    expect(await removeFromCart(onOwnAccount(customer), itemId)).toBe(false)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ when: { dates: [next] } }])
    expect((await addToCart(onOwnAccount(other), product, wanted(), now)).ok).toBe(true)
    expect(await clearCart(onOwnAccount(customer), cartId)).toBe(true)
    expect(await clearCart(onOwnAccount(customer), cartId)).toBe(false)
    expect(await readCart(customer.id, now)).toBeNull()
    expect((await addToCart(onOwnAccount(other), product, wanted({ days: [next] }), now)).ok).toBe(true)
  })

  test("keeps its days while the wizard holds others, and when those are let go", async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()]
    const product = await rentable({ preparationDaysAfter: 1 })
    await added(onOwnAccount(customer), product, wanted(), now)
    await holdDays({ party: onOwnAccount(customer), product, days: [day, "2027-06-20"], at: now })
    await holdDays({ party: onOwnAccount(customer), product, days: ["2027-06-25"], at: now })
    expect((await addToCart(onOwnAccount(other), product, wanted(), now)).ok).toBe(false)
    expect((await addToCart(onOwnAccount(other), product, wanted({ days: [next] }), now)).ok).toBe(false)
    expect((await addToCart(onOwnAccount(other), product, wanted({ days: ["2027-06-20"] }), now)).ok).toBe(true)
  })

  test("becomes an order: it leaves the cart, and its days are the booking's", async () => {
    const customer = await makeCustomer()
    const product = await rentable()
    const { itemId } = await added(onOwnAccount(customer), product, wanted(), now)
    await added(onOwnAccount(customer), product, wanted({ days: [next] }), now)
    const placed = await placeBooking({
      party: onOwnAccount(customer),
      order: makeOrder(product.id, [day], { cartItem: itemId }),
      at: now,
    })
    expect(placed.ok).toBe(true)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ when: { dates: [next] }, unavailable: [] }])
    // Ordered through the wizard by itself, without coming from the cart: the same.
    expect(
      (await placeBooking({ party: onOwnAccount(customer), order: makeOrder(product.id, [next]), at: now })).ok,
    ).toBe(true)
    expect(await readCart(customer.id, now)).toBeNull()
    expect(await db.$count(occupancy, sql`${occupancy.productId} = ${product.id} and kind = 'booking'`)).toBe(2)
  })

  test("of two lines for the same days, the one that is not ordered keeps its machine", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 2 })
    await added(onOwnAccount(customer), product, wanted(), now)
    const { itemId } = await added(onOwnAccount(customer), product, wanted(), now)
    expect(
      (
        await placeBooking({
          party: onOwnAccount(customer),
          order: makeOrder(product.id, [day], { cartItem: itemId }),
          at: now,
        })
      ).ok,
    ).toBe(true)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ when: { dates: [day] }, unavailable: [] }])
    const { rows } = await db.execute(sql`select kind from occupancy where product_id = ${product.id} order by kind`)
    expect(rows).toEqual([{ kind: "booking" }, { kind: "hold" }])
  })

  test("says what has changed since: an option withdrawn, days lost, a product not for rent any more", async () => {
    const customer = await makeCustomer()
    const { id } = await makeProduct()
    const option = await makeOption(id)
    const product = await productForRent(id)
    if (!product) throw new Error("The product is not for rent")
    await added(onOwnAccount(customer), product, wanted({ options: [{ optionId: option.id, quantity: 1 }] }), now)
    await db.delete(productOptions).where(eq(productOptions.id, option.id))
    expect(await readCart(customer.id, now)).toMatchObject({
      total: 25_000,
      lines: [{ changed: true, options: [], unavailable: [] }],
    })
    await placeBooking({ party: onOwnAccount(await makeCustomer()), order: makeOrder(id, [day]), at: minutes(31) })
    expect(await readCart(customer.id, minutes(32))).toMatchObject({
      state: "expired",
      total: 0,
      lines: [{ unavailable: [day] }],
    })
    await db.update(products).set({ isActive: false }).where(eq(products.id, id))
    expect(await readCart(customer.id, now)).toMatchObject({ total: 0, lines: [{ offered: false }] })
  })
})

describe("a cart that has ended", () => {
  test("is still shown, until something new is in the valid one or the sweep has come a day later", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 3 })
    const { cartId } = await added(onOwnAccount(customer), product, wanted(), now)
    expect(await readCart(customer.id, minutes(31))).toMatchObject({ id: cartId, state: "expired" })
    expect(await countCartLines(customer.id, minutes(31))).toBe(0)
    await holdDays({ party: onOwnAccount(customer), product, days: [next], at: minutes(31) })
    expect(await readCart(customer.id, minutes(31))).toMatchObject({ id: cartId, state: "expired" })
    const later = await added(onOwnAccount(customer), product, wanted({ days: [next] }), minutes(31))
    expect(await readCart(customer.id, minutes(31))).toMatchObject({ id: later.cartId, state: "open" })
    await runJob("release-holds", minutes(62 + 24 * 60))
    expect(await readCart(customer.id, minutes(62 + 24 * 60))).toBeNull()
  })
})

describe("holding dates for a cart that is named", () => {
  test("is for its own customer, while it has not ended", async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()]
    const product = await rentable()
    const held = await holdDays({ party: onOwnAccount(customer), product, days: [day], at: now })
    const cartId = held.ok ? held.value.cartId : crypto.randomUUID()
    expect(await holdDaysInCart({ party: onOwnAccount(customer), cartId, product, days: [next], at: now })).toEqual({
      ok: true,
      value: { cartId, endsAt: minutes(30) },
    })
    expect((await addToCart(onOwnAccount(other), product, wanted({ days: [next] }), now)).ok).toBe(false)
    for (const [who, at, id] of [
      [other, now, cartId],
      [customer, minutes(31), cartId],
      [customer, now, crypto.randomUUID()],
    ] as const) {
      expect(await holdDaysInCart({ party: onOwnAccount(who), cartId: id, product, days: ["2027-07-01"], at })).toEqual(
        {
          ok: false,
          error: { kind: "not-found" },
        },
      )
    }
  })
})
