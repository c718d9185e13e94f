import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays } from "../../domain/day.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import {
  makeAccountHolder,
  makeAdministrator,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
  usualTerms,
} from "../../tests/factories.ts"
import { holdDays } from "./cart/hold.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { cancelOwnBooking } from "./cancel.ts"
import { placeBooking } from "./place.ts"
import { refuseCustomerRequests } from "./refuse-requests.ts"

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

const dayAt = (index: number) => addDays("2027-06-01", index)
const run = (from: number, count: number) => Array.from({ length: count }, (_, index) => dayAt(from + index))

describe("pending requests of a customer (D40)", () => {
  test("twenty requests may be pending: the next is refused until one is confirmed or expires @K-open-requests", async () => {
    const customer = ownAccountParty(await makeAccountHolder())
    const product = await makeProduct({ stock: 30 })
    const orders = Array.from({ length: 20 }, (_, index) => makeOrder(product.id, [dayAt(index)]))
    for (const order of orders) expect((await placeBooking({ party: customer, order, at: now })).ok).toBe(true)
    const next = makeOrder(product.id, ["2027-07-10"])
    const refused = { ok: false, error: { kind: "too-many-open", max: 20 } }
    expect(await placeBooking({ party: customer, order: next, at: now })).toEqual(refused)
    const [first] = orders
    if (!first) throw new Error("There is no order")
    expect(await placeBooking({ party: customer, order: first, at: now })).toMatchObject({
      ok: true,
      value: { repeated: true },
    })
    expect((await placeBooking({ party: ownAccountParty(await makeAccountHolder()), order: next, at: now })).ok).toBe(
      true,
    )
    await db
      .update(bookings)
      .set({ status: "confirmed", agreement: usualTerms })
      .where(eq(bookings.idempotencyKey, first.idempotencyKey))
    expect((await placeBooking({ party: customer, order: next, at: now })).ok).toBe(true)
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.idempotencyKey, first.idempotencyKey))
    const last = makeOrder(product.id, ["2027-07-11"])
    expect(await placeBooking({ party: customer, order: last, at: now })).toEqual(refused)
    expect(
      (await placeBooking({ party: customer, order: last, at: new Date(now.getTime() + 8 * 24 * 3_600_000) })).ok,
    ).toBe(true)
  })

  test("concurrent requests are counted in turn: forty posts give twenty requests", async () => {
    const customer = ownAccountParty(await makeAccountHolder())
    const product = await makeProduct({ stock: 50 })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(index)]), at: now }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    expect(await db.$count(bookings)).toBe(20)
  })

  test("an order sent twice at the limit gets the same reply twice", async () => {
    const customer = ownAccountParty(await makeAccountHolder())
    const product = await makeProduct({ stock: 50 })
    for (let index = 0; index < 19; index++)
      await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(index)]), at: now })
    const last = makeOrder(product.id, [dayAt(30)])
    const answers = await Promise.all([
      placeBooking({ party: customer, order: last, at: now }),
      placeBooking({ party: customer, order: last, at: now }),
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
  })

  test("an unverified address may send five requests a day, withdrawn or not: each is a mail to it", async () => {
    const customer = ownAccountParty(await makeAccountHolder({ emailVerified: false }))
    const product = await makeProduct()
    const hour = (count: number) => new Date(now.getTime() + count * 3_600_000)
    for (let index = 0; index < 5; index++) {
      const placed = await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(40)]), at: hour(index) })
      if (!placed.ok) throw new Error(placed.error.kind)
      const { id } = placed.value.booking
      expect((await cancelOwnBooking(customer, id, { expected: { retained: 0, refund: 0 } }, hour(index))).ok).toBe(
        true,
      )
    }
    const next = makeOrder(product.id, [dayAt(40)])
    expect(await placeBooking({ party: customer, order: next, at: hour(5) })).toEqual({
      ok: false,
      error: { kind: "email-unverified", max: 5 },
    })
    expect((await placeBooking({ party: customer, order: next, at: hour(24) })).ok).toBe(true)
  })

  test("pending requests block sixty days at most, however few they are", async () => {
    const customer = ownAccountParty(await makeAccountHolder())
    const product = await makeProduct({ stock: 5 })
    expect((await placeBooking({ party: customer, order: makeOrder(product.id, run(0, 40)), at: now })).ok).toBe(true)
    expect(await placeBooking({ party: customer, order: makeOrder(product.id, run(0, 21)), at: now })).toEqual({
      ok: false,
      error: { kind: "too-many-open-days", max: 60, waiting: 40 },
    })
    expect((await placeBooking({ party: customer, order: makeOrder(product.id, run(0, 20)), at: now })).ok).toBe(true)
  })

  test("two machines on the same days block their days twice", async () => {
    const customer = ownAccountParty(await makeAccountHolder())
    const product = await makeProduct({ stock: 5 })
    const rental = { productId: product.id, days: run(0, 20), options: [], photoPacks: 0 }
    const both = makeOrder(product.id, [], { rentals: [rental, rental] })
    expect((await placeBooking({ party: customer, order: both, at: now })).ok).toBe(true)
    expect(await placeBooking({ party: customer, order: makeOrder(product.id, run(0, 21)), at: now })).toEqual({
      ok: false,
      error: { kind: "too-many-open-days", max: 60, waiting: 40 },
    })
  })

  test("an unconfirmed address may have five pending requests", async () => {
    const customer = ownAccountParty(await makeAccountHolder({ emailVerified: false }))
    const product = await makeProduct({ stock: 30 })
    for (let index = 0; index < 5; index++)
      expect((await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(index)]), at: now })).ok).toBe(
        true,
      )
    expect(await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(9)]), at: now })).toEqual({
      ok: false,
      error: { kind: "email-unverified", max: 5 },
    })
    // The owner may book by phone beyond the limits of the customer's form.
    const owner = await makeAdministrator()
    const byOwner = {
      actor: { kind: "administrator" as const, id: owner.id, name: owner.name },
      account: customer.account,
    }
    expect((await placeBooking({ party: byOwner, order: makeOrder(product.id, [dayAt(9)]), at: now })).ok).toBe(true)
  })
})

describe("the days held by a cart (D40)", () => {
  const rentable = async () => {
    const product = await readProductForRent((await makeProduct({ stock: 2 })).id)
    if (!product) throw new Error("The product is not for rent")
    return product
  }

  test("a cart holds sixty days at most over all products, also for concurrent holds", async () => {
    const customer = ownAccountParty(await makeAccountHolder())
    const products = await Promise.all(Array.from({ length: 8 }, rentable))
    const answers = await Promise.all(
      products.map((product) => holdDays({ party: customer, product, days: run(0, 20), at: now })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: { kind: "too-many-held", max: 60 } })
    expect(await db.$count(unitDays)).toBe(60)
  })

  test("an account's holds are limited in rate, from any network", async () => {
    const [customer, other] = [ownAccountParty(await makeAccountHolder()), ownAccountParty(await makeAccountHolder())]
    const product = await rentable()
    let refused = null
    for (let attempt = 0; attempt < 70 && refused === null; attempt++) {
      const held = await holdDays({ party: customer, product, days: [dayAt(attempt % 2)], at: now })
      refused = held.ok ? null : held.error
    }
    expect(refused).toEqual({ kind: "throttled", retryAfterSeconds: 1 })
    expect((await holdDays({ party: other, product, days: [dayAt(0)], at: now })).ok).toBe(true)
  })
})

test("the owner refuses all of a person's pending requests and frees their holds at once", async () => {
  const owner = await makeAdministrator()
  const [customer, other] = [ownAccountParty(await makeAccountHolder()), ownAccountParty(await makeAccountHolder())]
  const product = await makeProduct({ stock: 1 })
  for (const index of [0, 1, 2])
    await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(index)]), at: now })
  await placeBooking({ party: other, order: makeOrder(product.id, [dayAt(5)]), at: now })
  const rented = await readProductForRent(product.id)
  if (rented) await holdDays({ party: customer, product: rented, days: [dayAt(7)], at: now })
  const acting = { kind: "administrator" as const, id: owner.id, name: owner.name }
  expect(await refuseCustomerRequests(acting, customer.account.id, now)).toBe(3)
  expect(await db.select({ day: unitDays.day }).from(unitDays)).toEqual([{ day: dayAt(5) }])
  expect(await refuseCustomerRequests(acting, customer.account.id, now)).toBe(0)
  expect(await refuseCustomerRequests(acting, crypto.randomUUID(), now)).toBe(0)
})
