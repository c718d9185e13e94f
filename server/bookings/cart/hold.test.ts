import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import type { DaysProblem } from "../../../domain/availability/rentable-days.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import { makeCustomer, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { beforeNextTransaction } from "../../../tests/harness/before-transaction.ts"
import { blockDays } from "../../availability/block.ts"
import { placeBooking } from "../place.ts"
import { type ProductForRent, readProductForRent } from "../../catalog/queries.ts"
import { db } from "../../platform/database.server.ts"
import { system, ownAccountParty } from "../../../domain/accounts/party.ts"
import { unitDays } from "../../../tests/unit-days.ts"
import { carts } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { addToCart } from "./add.ts"
import { holdDays, holdDaysInCart } from "./hold.ts"

const today = dayInParis(now)

async function rentable(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await readProductForRent((await makeProduct(values)).id)
  if (!product) throw new Error("The product is not for rent")
  return product
}

const run = (count: number) => Array.from({ length: count }, (_, index) => addDays(today, 10 + index))

/** Days refused for a product with three days of notice and a horizon of a hundred. */
const refusals: [string, Day[], DaysProblem][] = [
  ["without a day", [], { kind: "no-days" }],
  ["of 61 days", run(61), { kind: "too-many-days", max: 60 }],
  ["of a day that is over", [addDays(today, -1)], { kind: "outside-window", why: "past", days: [addDays(today, -1)] }],
  ["too soon", [addDays(today, 2)], { kind: "outside-window", why: "too-soon", days: [addDays(today, 2)] }],
  ["too far away", [addDays(today, 101)], { kind: "outside-window", why: "too-far", days: [addDays(today, 101)] }],
]

/** Every way to book or hold days. */
const ways: Record<string, (product: ProductForRent, days: Day[]) => Promise<{ ok: boolean; error?: unknown }>> = {
  "a hold": async (product, days) => holdDays({ party: ownAccountParty(await makeCustomer()), product, days, at: now }),
  "a hold in a cart that is named": async (product, days) => {
    const customer = await makeCustomer()
    const begun = await holdDays({
      party: ownAccountParty(customer),
      product: await rentable(),
      days: [addDays(today, 10)],
      at: now,
    })
    return holdDaysInCart({
      party: ownAccountParty(customer),
      cartId: begun.ok ? begun.value.cartId : crypto.randomUUID(),
      product,
      days,
      at: now,
    })
  },
  "a line of the cart": async (product, days) =>
    addToCart(
      ownAccountParty(await makeCustomer()),
      product,
      { days, options: [], photoPacks: 0, itemId: crypto.randomUUID() },
      now,
    ),
  "an order": async (product, days) =>
    placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(product.id, days), at: now }),
}

describe.each(Object.entries(ways))("%s", (_, take) => {
  const windowed = { minimumNoticeDays: 3, furthestDays: 100 }

  test.each(refusals)("%s is refused with the reason, and nothing is stored", async (_of, days, error) => {
    const product = await rentable(windowed)
    expect(await take(product, days)).toEqual({ ok: false, error })
    expect(await db.$count(unitDays, eq(unitDays.productId, product.id))).toBe(0)
  })

  test("a choice of fifty-nine days inside the window passes, including a day its cart may hold", async () => {
    const product = await rentable(windowed)
    expect((await take(product, run(59))).ok).toBe(true)
    expect(await db.$count(unitDays, eq(unitDays.productId, product.id))).toBe(59)
  })

  test("a product withdrawn since it was displayed is refused", async () => {
    const product = await rentable()
    const closed = { ...product, isActive: false }
    await db.execute(`update products set is_active = false where id = '${product.id}'`)
    expect(await take(closed, [addDays(today, 10)])).toEqual({ ok: false, error: { kind: "not-for-rent" } })
  })

  test("a day closed by the owner is refused and named", async () => {
    const product = await rentable({ stock: 2 })
    const [free, closed] = [addDays(today, 10), addDays(today, 11)]
    await blockDays(system, { productId: product.id, days: [closed] }, now)
    expect(await take(product, [free, closed])).toEqual({ ok: false, error: { kind: "days-taken", days: [closed] } })
    expect((await take(product, [free])).ok).toBe(true)
  })
})

describe("a hold racing another transaction", () => {
  const days = run(2)

  test("a hold moves to another unit when its own is taken just before its transaction", async () => {
    const product = await rentable({ stock: 2 })
    const [first, second] = [ownAccountParty(await makeCustomer()), ownAccountParty(await makeCustomer())]
    beforeNextTransaction(() => holdDays({ party: first, product, days, at: now }))
    expect((await holdDays({ party: second, product, days, at: now })).ok).toBe(true)
    expect(await db.$count(unitDays, eq(unitDays.productId, product.id))).toBe(4)
  })

  test("a hold is refused entirely when the stock falls just before its transaction", async () => {
    const product = await rentable({ stock: 2 })
    const [first, second] = [ownAccountParty(await makeCustomer()), await makeCustomer()]
    await holdDays({ party: first, product, days, at: now })
    beforeNextTransaction(() => db.update(products).set({ stock: 1 }).where(eq(products.id, product.id)))
    expect(await holdDays({ party: ownAccountParty(second), product, days, at: now })).toEqual({
      ok: false,
      error: { kind: "days-taken", days },
    })
    expect(await db.$count(carts, eq(carts.userId, second.id))).toBe(0)
  })

  test("a hold joins the cart that another tab created just before its transaction", async () => {
    const account = await makeCustomer()
    const customer = ownAccountParty(account)
    const product = await rentable({ stock: 2 })
    const line = { days: days.slice(0, 1), options: [], photoPacks: 0, itemId: crypto.randomUUID() }
    beforeNextTransaction(() => addToCart(customer, product, line, now))
    const held = await holdDays({ party: customer, product, days, at: now })
    expect(await db.$count(carts, eq(carts.userId, account.id))).toBe(1)
    // The line's day is the customer's own already.
    const rows = await db.select({ day: unitDays.day }).from(unitDays).where(eq(unitDays.productId, product.id))
    expect(rows.map(({ day }) => day).sort()).toEqual(days)
    expect(held.ok).toBe(true)
  })

  test("a hold beyond the limit of days is rolled back entirely, with its cart", async () => {
    const account = await makeCustomer()
    const requestedProducts = await Promise.all(Array.from({ length: 3 }, () => rentable()))
    const answers = []
    for (const product of requestedProducts)
      answers.push(await holdDays({ party: ownAccountParty(account), product, days: run(59), at: now }))
    expect(answers.map((answer) => (answer.ok ? "held" : answer.error.kind))).toContain("too-many-held")
    const last = requestedProducts.at(-1)
    expect(last && (await db.$count(unitDays, eq(unitDays.productId, last.id)))).toBe(0)
  })
})
