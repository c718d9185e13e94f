import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { system, ownAccountParty } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { blockDays } from "../../availability/block.ts"
import { placeBooking } from "../place.ts"
import { readProductForRent } from "../../catalog/queries.ts"
import { db } from "../../platform/database.server.ts"
import { runJob } from "../../jobs/schedule.ts"
import { unitDays } from "../../../tests/unit-days.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { productOptions, products } from "../../platform/schema/catalog.ts"
import { type CartChoice, addToCart } from "./add.ts"
import { holdDays, holdDaysInCart } from "./hold.ts"
import { countCartLines, readCart } from "./read.ts"
import { clearCart, removeFromCart } from "./remove.ts"

const [day, next]: [Day, Day] = ["2027-06-12", "2027-06-13"]
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const makeChoice = (values: Partial<CartChoice> = {}): CartChoice => ({
  days: [day],
  options: [],
  photoPacks: 0,
  itemId: randomUUID(),
  ...values,
})

async function rentable(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await readProductForRent((await makeProduct(values)).id)
  if (!product) throw new Error("The product is not for rent")
  return product
}

async function addOrThrow(...args: Parameters<typeof addToCart>) {
  const answer = await addToCart(...args)
  if (!answer.ok) throw new Error(answer.error.kind)
  return answer.value
}

beforeEach(() => makeFinanceSettings())

describe("adding to the cart", () => {
  test("adding makes a cart of thirty minutes, holds the days and prices the line to the cent @S-cart-new @S-cart-hold @S-cart-item @C-carts-insert @C-cart-items @K-cart-30", async () => {
    const customer = await makeCustomer()
    const { id } = await makeProduct({ name: "Photomaton bois", price: 25_000 })
    const decor = await makeOption(id, { name: "Décor", price: 3_000, unit: "unit" })
    const light = await makeOption(id, { name: "Éclairage", price: 1_000, unit: "day", parentOptionId: decor.id })
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const options = [
      { optionId: decor.id, quantity: 1 },
      { optionId: light.id, quantity: 1 },
    ]
    const { cartId, endsAt } = await addOrThrow(
      ownAccountParty(customer),
      product,
      makeChoice({ days: [next, day], options, photoPacks: 2 }),
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
    expect(await addToCart(ownAccountParty(await makeCustomer()), product, makeChoice(), minutes(29))).toEqual({
      ok: false,
      error: { kind: "days-taken", days: [day] },
    })
    expect((await addToCart(ownAccountParty(await makeCustomer()), product, makeChoice(), minutes(31))).ok).toBe(true)
  })

  test("adding uses the cart of the wizard's hold, and a new one once it has ended", async () => {
    const customer = await makeCustomer()
    const product = await rentable()
    const held = await holdDays({ party: ownAccountParty(customer), product, days: [day], at: now })
    const first = await addOrThrow(ownAccountParty(customer), product, makeChoice(), minutes(10))
    expect(held.ok && held.value).toEqual({ cartId: first.cartId, endsAt: first.endsAt })
    const second = await addOrThrow(ownAccountParty(customer), product, makeChoice(), minutes(31))
    expect(second.cartId).not.toBe(first.cartId)
    expect(second.endsAt).toEqual(minutes(61))
  })

  test("a form sent twice at once is one line, and sent again with another choice replaces it", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 2 })
    const choice = makeChoice()
    await Promise.all([
      addToCart(ownAccountParty(customer), product, choice, now),
      addToCart(ownAccountParty(customer), product, choice, now),
    ])
    expect((await readCart(customer.id, now))?.lines).toHaveLength(1)
    expect(await db.$count(carts, eq(carts.userId, customer.id))).toBe(1)
    await addOrThrow(ownAccountParty(customer), product, { ...choice, days: [next] }, now)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ id: choice.itemId, when: { dates: [next] } }])
    const held = await db.select({ day: unitDays.day }).from(unitDays).where(eq(unitDays.productId, product.id))
    expect(held).toEqual([{ day: next }])
  })

  test("adding never takes over another customer's line", async () => {
    const product = await rentable({ stock: 2 })
    const [owner, other] = [await makeCustomer(), await makeCustomer()]
    const choice = makeChoice()
    await addOrThrow(ownAccountParty(owner), product, choice, now)
    const { itemId } = await addOrThrow(ownAccountParty(other), product, choice, now)
    expect(itemId).not.toBe(choice.itemId)
    expect((await readCart(owner.id, now))?.lines).toMatchObject([{ id: choice.itemId }])
  })

  test("two lines get a unit each, and a third one of two units is refused @S-no-double", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 2 })
    const { itemId } = await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    expect(await addToCart(ownAccountParty(customer), product, makeChoice(), now)).toMatchObject({
      ok: false,
      error: { kind: "in-cart", line: { dates: [day] } },
    })
    await removeFromCart(ownAccountParty(customer), itemId)
    const stranger = ownAccountParty(await makeCustomer())
    await addOrThrow(stranger, product, makeChoice(), now)
    expect(await addToCart(stranger, product, makeChoice(), now)).toMatchObject({ error: { kind: "in-cart" } })
    expect(await db.$count(unitDays, eq(unitDays.productId, product.id))).toBe(2)
    expect((await addToCart(ownAccountParty(await makeCustomer()), product, makeChoice(), now)).ok).toBe(false)
  })

  test("a conflict with the same cart's own line says so, including its preparation", async () => {
    const customer = ownAccountParty(await makeCustomer())
    const product = await rentable({ preparationDaysAfter: 1 })
    const { itemId } = await addOrThrow(customer, product, makeChoice(), now)
    const inCart = { ok: false, error: { kind: "in-cart", line: { id: itemId, dates: [day] } } }
    expect(await addToCart(customer, product, makeChoice({ photoPacks: 2 }), now)).toEqual(inCart)
    expect(await addToCart(customer, product, makeChoice({ days: [next] }), now)).toEqual(inCart)
    expect((await addOrThrow(customer, product, makeChoice({ itemId, photoPacks: 2 }), now)).itemId).toBe(itemId)
    expect((await addToCart(ownAccountParty(await makeCustomer()), product, makeChoice(), now)).ok).toBe(false)
  })

  test("the last unit goes to one of many concurrent customers @V-cart-taken", async () => {
    const product = await rentable()
    const customers = await Promise.all(Array.from({ length: 20 }, () => makeCustomer()))
    const answers = await Promise.all(
      customers.map((customer) => addToCart(ownAccountParty(customer), product, makeChoice(), now)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db.$count(cartItems, eq(cartItems.productId, product.id))).toBe(1)
  })

  test("a missing or closed day, an unknown offer or a twenty-first line is refused @V-cart-date", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 30 })
    const refusal = async (values: Partial<CartChoice>) => {
      const answer = await addToCart(ownAccountParty(customer), product, makeChoice(values), now)
      return answer.ok ? null : answer.error.kind
    }
    expect(await refusal({ days: [] })).toBe("no-days")
    expect(await refusal({ days: ["2027-04-01"] })).toBe("outside-window")
    expect(await refusal({ options: [{ optionId: randomUUID(), quantity: 1 }] })).toBe("choice-refused")
    expect(await refusal({ photoPacks: -1 })).toBe("choice-refused")
    await blockDays(system, { productId: product.id, days: [next] }, now)
    expect(await refusal({ days: [next] })).toBe("days-taken")
    for (let line = 0; line < 20; line++) await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    expect(await refusal({})).toBe("too-many-items")
  })
})

describe("a line of the cart", () => {
  test("removing a line frees its days at once, and clearing the cart frees them all @S-cart-remove @S-cart-clear @C-cart-items", async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()]
    const product = await rentable()
    const { itemId, cartId } = await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    await addOrThrow(ownAccountParty(customer), product, makeChoice({ days: [next] }), now)
    expect(await removeFromCart(ownAccountParty(other), itemId)).toBe(false)
    expect(await clearCart(ownAccountParty(other), cartId)).toBe(false)
    expect((await readCart(customer.id, now))?.lines).toHaveLength(2)
    expect(await removeFromCart(ownAccountParty(customer), itemId)).toBe(true)
    expect(await removeFromCart(ownAccountParty(customer), itemId)).toBe(false)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ when: { dates: [next] } }])
    expect((await addToCart(ownAccountParty(other), product, makeChoice(), now)).ok).toBe(true)
    expect(await clearCart(ownAccountParty(customer), cartId)).toBe(true)
    expect(await clearCart(ownAccountParty(customer), cartId)).toBe(false)
    expect(await readCart(customer.id, now)).toBeNull()
    expect((await addToCart(ownAccountParty(other), product, makeChoice({ days: [next] }), now)).ok).toBe(true)
  })

  test("a line keeps its days while the wizard holds others, and when those are released", async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()]
    const product = await rentable({ preparationDaysAfter: 1 })
    await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    await holdDays({ party: ownAccountParty(customer), product, days: [day, "2027-06-20"], at: now })
    await holdDays({ party: ownAccountParty(customer), product, days: ["2027-06-25"], at: now })
    expect((await addToCart(ownAccountParty(other), product, makeChoice(), now)).ok).toBe(false)
    expect((await addToCart(ownAccountParty(other), product, makeChoice({ days: [next] }), now)).ok).toBe(false)
    expect((await addToCart(ownAccountParty(other), product, makeChoice({ days: ["2027-06-20"] }), now)).ok).toBe(true)
  })

  test("an ordered line leaves the cart, and its days are the booking's", async () => {
    const customer = await makeCustomer()
    const product = await rentable()
    const { itemId } = await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    await addOrThrow(ownAccountParty(customer), product, makeChoice({ days: [next] }), now)
    const placed = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(product.id, [day], { cartItem: itemId }),
      at: now,
    })
    expect(placed.ok).toBe(true)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ when: { dates: [next] }, unavailable: [] }])
    // An order through the wizard without the cart has the same effect.
    expect(
      (await placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [next]), at: now })).ok,
    ).toBe(true)
    expect(await readCart(customer.id, now)).toBeNull()
    expect(await db.$count(unitDays, sql`${unitDays.productId} = ${product.id} and kind = 'booking'`)).toBe(2)
  })

  test("the unordered one of two lines for the same days keeps its unit", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 2 })
    await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    const { itemId } = await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    expect(
      (
        await placeBooking({
          party: ownAccountParty(customer),
          order: makeOrder(product.id, [day], { cartItem: itemId }),
          at: now,
        })
      ).ok,
    ).toBe(true)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ when: { dates: [day] }, unavailable: [] }])
    const { rows } = await db.execute(sql`select kind from unit_days where product_id = ${product.id} order by kind`)
    expect(rows).toEqual([{ kind: "booking" }, { kind: "hold" }])
  })

  test("a line keeps one of two options that have become a choice, and says so", async () => {
    const customer = await makeCustomer()
    const { id } = await makeProduct()
    const options = [await makeOption(id), await makeOption(id)]
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const choice = makeChoice({ options: options.map((option) => ({ optionId: option.id, quantity: 1 })) })
    await addOrThrow(ownAccountParty(customer), product, choice, now)
    await db.update(productOptions).set({ choiceGroup: "Fond" }).where(eq(productOptions.productId, id))
    expect(await readCart(customer.id, now)).toMatchObject({
      total: 28_000,
      lines: [{ changed: true, options: [{ optionId: options[0]?.id }] }],
    })
  })

  test("a line reports changes: an option withdrawn, days lost, a product no longer for rent", async () => {
    const customer = await makeCustomer()
    const { id } = await makeProduct()
    const option = await makeOption(id)
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    await addOrThrow(
      ownAccountParty(customer),
      product,
      makeChoice({ options: [{ optionId: option.id, quantity: 1 }] }),
      now,
    )
    await db.delete(productOptions).where(eq(productOptions.id, option.id))
    expect(await readCart(customer.id, now)).toMatchObject({
      total: 25_000,
      lines: [{ changed: true, options: [], unavailable: [] }],
    })
    await placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(id, [day]), at: minutes(31) })
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
  test("the cart stays visible until a valid one has a line, or the sweep removes it a day later", async () => {
    const customer = await makeCustomer()
    const product = await rentable({ stock: 3 })
    const { cartId } = await addOrThrow(ownAccountParty(customer), product, makeChoice(), now)
    expect(await readCart(customer.id, minutes(31))).toMatchObject({ id: cartId, state: "expired" })
    expect(await countCartLines(customer.id, minutes(31))).toBe(0)
    await holdDays({ party: ownAccountParty(customer), product, days: [next], at: minutes(31) })
    expect(await readCart(customer.id, minutes(31))).toMatchObject({ id: cartId, state: "expired" })
    const later = await addOrThrow(ownAccountParty(customer), product, makeChoice({ days: [next] }), minutes(31))
    expect(await readCart(customer.id, minutes(31))).toMatchObject({ id: later.cartId, state: "open" })
    await runJob("release-holds", minutes(62 + 24 * 60))
    expect(await readCart(customer.id, minutes(62 + 24 * 60))).toBeNull()
  })
})

describe("holding dates for a given cart", () => {
  test("only the cart's own customer can use it, while it has not ended", async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()]
    const product = await rentable()
    const held = await holdDays({ party: ownAccountParty(customer), product, days: [day], at: now })
    const cartId = held.ok ? held.value.cartId : crypto.randomUUID()
    expect(await holdDaysInCart({ party: ownAccountParty(customer), cartId, product, days: [next], at: now })).toEqual({
      ok: true,
      value: { cartId, endsAt: minutes(30) },
    })
    expect((await addToCart(ownAccountParty(other), product, makeChoice({ days: [next] }), now)).ok).toBe(false)
    for (const [who, at, id] of [
      [other, now, cartId],
      [customer, minutes(31), cartId],
      [customer, now, crypto.randomUUID()],
    ] as const) {
      expect(
        await holdDaysInCart({ party: ownAccountParty(who), cartId: id, product, days: ["2027-07-01"], at }),
      ).toEqual({
        ok: false,
        error: { kind: "not-found" },
      })
    }
  })
})
