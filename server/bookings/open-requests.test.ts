import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { onOwnAccount } from "../../domain/accounts/party.ts"
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
import { productForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { occupancy } from "../platform/schema/availability.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { cancelOwnBooking } from "./cancel.ts"
import { placeBooking } from "./place.ts"
import { refuseRequestsOf } from "./refuse-requests.ts"

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

const dayAt = (index: number) => addDays("2027-06-01", index)
const run = (from: number, count: number) => Array.from({ length: count }, (_, index) => dayAt(from + index))

describe("the requests that wait (D40)", () => {
  test("are twenty at most for one customer: the next is refused, until one is confirmed or its time has run out @K-open-requests", async () => {
    const customer = onOwnAccount(await makeAccountHolder())
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
    expect((await placeBooking({ party: onOwnAccount(await makeAccountHolder()), order: next, at: now })).ok).toBe(true)
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

  test("are counted one after the other when they come at once: forty posts give twenty requests", async () => {
    const customer = onOwnAccount(await makeAccountHolder())
    const product = await makeProduct({ stock: 50 })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(index)]), at: now }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    expect(await db.$count(bookings)).toBe(20)
  })

  test("of an order sent twice at the very end of the count, both are told the same", async () => {
    const customer = onOwnAccount(await makeAccountHolder())
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

  test("of an address that nobody has shown to be theirs are five a day, given up or not: each is a mail to it", async () => {
    const customer = onOwnAccount(await makeAccountHolder({ emailVerified: false }))
    const product = await makeProduct()
    const hour = (count: number) => new Date(now.getTime() + count * 3_600_000)
    for (let index = 0; index < 5; index++) {
      const placed = await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(40)]), at: hour(index) })
      if (!placed.ok) throw new Error(placed.error.kind)
      const { id } = placed.value.booking
      expect((await cancelOwnBooking(customer, id, { shown: { kept: 0, refund: 0 } }, hour(index))).ok).toBe(true)
    }
    const next = makeOrder(product.id, [dayAt(40)])
    expect(await placeBooking({ party: customer, order: next, at: hour(5) })).toEqual({
      ok: false,
      error: { kind: "email-unverified", max: 5 },
    })
    expect((await placeBooking({ party: customer, order: next, at: hour(24) })).ok).toBe(true)
  })

  test("block sixty days at most, however few they are", async () => {
    const customer = onOwnAccount(await makeAccountHolder())
    const product = await makeProduct({ stock: 5 })
    expect((await placeBooking({ party: customer, order: makeOrder(product.id, run(0, 40)), at: now })).ok).toBe(true)
    expect(await placeBooking({ party: customer, order: makeOrder(product.id, run(0, 21)), at: now })).toEqual({
      ok: false,
      error: { kind: "too-many-open-days", max: 60, waiting: 40 },
    })
    expect((await placeBooking({ party: customer, order: makeOrder(product.id, run(0, 20)), at: now })).ok).toBe(true)
  })

  test("are five for an address that nobody has confirmed", async () => {
    const customer = onOwnAccount(await makeAccountHolder({ emailVerified: false }))
    const product = await makeProduct({ stock: 30 })
    for (let index = 0; index < 5; index++)
      expect((await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(index)]), at: now })).ok).toBe(
        true,
      )
    expect(await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(9)]), at: now })).toEqual({
      ok: false,
      error: { kind: "email-unverified", max: 5 },
    })
    // The owner takes on the phone what the customer's own form may not send.
    const owner = await makeAdministrator()
    const byOwner = {
      actor: { kind: "administrator" as const, id: owner.id, name: owner.name },
      account: customer.account,
    }
    expect((await placeBooking({ party: byOwner, order: makeOrder(product.id, [dayAt(9)]), at: now })).ok).toBe(true)
  })
})

describe("the days that a cart holds (D40)", () => {
  const rentable = async () => {
    const product = await productForRent((await makeProduct({ stock: 2 })).id)
    if (!product) throw new Error("The product is not for rent")
    return product
  }

  test("are sixty at most, over all products, also when they are asked for at once", async () => {
    const customer = onOwnAccount(await makeAccountHolder())
    const products = await Promise.all(Array.from({ length: 8 }, rentable))
    const answers = await Promise.all(
      products.map((product) => holdDays({ party: customer, product, days: run(0, 20), at: now })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: { kind: "too-many-held", max: 60 } })
    expect(await db.$count(occupancy)).toBe(60)
  })

  test("are not asked for again and again by one account, wherever from", async () => {
    const [customer, other] = [onOwnAccount(await makeAccountHolder()), onOwnAccount(await makeAccountHolder())]
    const product = await rentable()
    let refused = null
    for (let asked = 0; asked < 70 && refused === null; asked++) {
      const held = await holdDays({ party: customer, product, days: [dayAt(asked % 2)], at: now })
      refused = held.ok ? null : held.error
    }
    expect(refused).toEqual({ kind: "throttled", retryAfterSeconds: 1 })
    expect((await holdDays({ party: other, product, days: [dayAt(0)], at: now })).ok).toBe(true)
  })
})

test("the owner refuses all that one person has waiting, and frees what they hold, at once", async () => {
  const owner = await makeAdministrator()
  const [customer, other] = [onOwnAccount(await makeAccountHolder()), onOwnAccount(await makeAccountHolder())]
  const product = await makeProduct({ stock: 1 })
  for (const index of [0, 1, 2])
    await placeBooking({ party: customer, order: makeOrder(product.id, [dayAt(index)]), at: now })
  await placeBooking({ party: other, order: makeOrder(product.id, [dayAt(5)]), at: now })
  const rented = await productForRent(product.id)
  if (rented) await holdDays({ party: customer, product: rented, days: [dayAt(7)], at: now })
  const acting = { kind: "administrator" as const, id: owner.id, name: owner.name }
  expect(await refuseRequestsOf(acting, customer.account.id, now)).toBe(3)
  expect(await db.select({ day: occupancy.day }).from(occupancy)).toEqual([{ day: dayAt(5) }])
  expect(await refuseRequestsOf(acting, customer.account.id, now)).toBe(0)
  expect(await refuseRequestsOf(acting, crypto.randomUUID(), now)).toBe(0)
})
