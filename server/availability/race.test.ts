import { eq, sql } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import { dropOccupancyKey, raceForLastUnit, raceWithoutLock, restoreOccupancyKey } from "../../tests/last-unit.ts"
import { makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { placeBooking } from "../bookings/place.ts"
import { holdDays } from "../bookings/cart/hold.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { changeStock } from "../bookings/change-stock.ts"
import { db, transaction } from "../platform/database.server.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { carts } from "../platform/schema/bookings.ts"
import { claimProduct, withClaimRetry } from "./claim.ts"

const day = "2027-06-12"
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

async function rentable(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await readProductForRent((await makeProduct(values)).id)
  if (!product) throw new Error("The product is not for rent")
  return product
}

describe("the last unit", () => {
  afterEach(async () => {
    const there = await db.execute(sql`select 1 from pg_constraint where conname = 'occupancy_one_occupant'`)
    if (there.rowCount === 0) await restoreOccupancyKey()
  })

  test("the last unit goes to exactly one of fifty concurrent customers, round after round @S-blocking @S-no-double", async () => {
    for (let round = 0; round < 3; round++) {
      const { winners, refusals } = await raceForLastUnit(50)
      expect(winners).toBe(1)
      expect(new Set(refusals)).toEqual(new Set(["days-taken"]))
    }
  })

  test("the database's constraint alone lets one of unequal ranges in @E-occupancy @S-no-double", async () => {
    expect(await raceWithoutLock(6)).toBe(1)
  })

  test("several would get the unit without the constraint, so the race is real @E-occupancy @S-no-double", async () => {
    await dropOccupancyKey()
    const rounds = []
    for (let round = 0; round < 5; round++) rounds.push(await raceWithoutLock(50))
    expect(Math.max(...rounds)).toBeGreaterThanOrEqual(2)
  })

  test("three units go to exactly three of fifty customers @S-no-double", async () => {
    const product = await rentable({ stock: 3 })
    const customers = await Promise.all(Array.from({ length: 50 }, () => makeCustomer()))
    const answers = await Promise.all(
      customers.map((customer) =>
        placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [day]), at: now }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
  })
})

test("twelve customers booking three units twice each, while the stock falls, never get more than exist @S-no-double", async () => {
  for (let round = 0; round < 2; round++) {
    const { id } = await rentable({ stock: 3 })
    const orders = await Promise.all(
      Array.from({ length: 12 }, async () => [ownAccountParty(await makeCustomer()), makeOrder(id, [day])] as const),
    )
    const lowering = transaction((tx) => changeStock(tx, id, 2, now)).then(
      () => 2,
      // The three bookings were faster than the lower stock, so their units stay.
      () => 3,
    )
    const answers = await Promise.all(
      orders.map(([party, order]) =>
        Promise.all([placeBooking({ party, order, at: now }), placeBooking({ party, order, at: now })]),
      ),
    )
    const stock = await lowering
    const placed = answers.map(([one, other]) => {
      if (!one.ok || !other.ok)
        return [one.ok ? "placed" : one.error.kind, other.ok ? "placed" : other.error.kind].join()
      expect(other.value.booking.id).toBe(one.value.booking.id)
      return "both"
    })
    expect(placed.filter((outcome) => outcome === "both")).toHaveLength(stock)
    expect(new Set(placed)).toEqual(new Set(["both", "days-taken,days-taken"]))
    const occupied = await db.select({ unit: unitDays.unit }).from(unitDays).where(eq(unitDays.productId, id))
    expect(occupied).toHaveLength(stock)
    expect(Math.max(...occupied.map(({ unit }) => unit))).toBe(stock)
  }
})

test("twelve customers holding three units twice each, while the stock falls, never get more than exist @S-no-double", async () => {
  for (let round = 0; round < 2; round++) {
    const product = await rentable({ stock: 3 })
    const customers = await Promise.all(Array.from({ length: 12 }, async () => ownAccountParty(await makeCustomer())))
    const lowering = transaction((tx) => changeStock(tx, product.id, 2, now)).then(
      () => 2,
      () => 3,
    )
    const answers = await Promise.all(
      customers.map((party) =>
        Promise.all([
          holdDays({ party, product, days: [day], at: now }),
          holdDays({ party, product, days: [day], at: now }),
        ]),
      ),
    )
    const stock = await lowering
    const holders = answers.filter((both) => both.some(({ ok }) => ok))
    const carts = holders.map((both) => new Set(both.flatMap((held) => (held.ok ? [held.value.cartId] : []))).size)
    expect(carts).toEqual(Array<number>(stock).fill(1))
    const occupied = await db.select({ unit: unitDays.unit }).from(unitDays).where(eq(unitDays.productId, product.id))
    expect(occupied.map(({ unit }) => unit).sort()).toEqual([1, 2, 3].slice(0, stock))
  }
})

describe("a hold", () => {
  test("a hold blocks the day for others until it ends, and never for its own customer @S-cart-valid @C-carts-read @S-hold-own", async () => {
    const product = await rentable()
    const [first, second] = [await makeCustomer(), await makeCustomer()]
    expect((await holdDays({ party: ownAccountParty(first), product, days: [day], at: now })).ok).toBe(true)
    expect(await holdDays({ party: ownAccountParty(second), product, days: [day], at: minutes(29) })).toEqual({
      ok: false,
      error: { kind: "days-taken", days: [day] },
    })
    expect(
      (await placeBooking({ party: ownAccountParty(second), order: makeOrder(product.id, [day]), at: minutes(29) })).ok,
    ).toBe(false)
    expect(
      (await placeBooking({ party: ownAccountParty(first), order: makeOrder(product.id, [day]), at: minutes(29) })).ok,
    ).toBe(true)
  })

  test("an expired hold frees its unit, before any job has swept it @S-cart-valid @C-carts-read @K-cart-30 @S-hold-ended", async () => {
    const product = await rentable()
    const [first, second] = [await makeCustomer(), await makeCustomer()]
    expect((await holdDays({ party: ownAccountParty(first), product, days: [day], at: now })).ok).toBe(true)
    expect(
      (await placeBooking({ party: ownAccountParty(second), order: makeOrder(product.id, [day]), at: minutes(31) })).ok,
    ).toBe(true)
    expect(
      (await placeBooking({ party: ownAccountParty(first), order: makeOrder(product.id, [day]), at: minutes(31) })).ok,
    ).toBe(false)
  })

  test("an expired hold goes to exactly one of many concurrent customers @S-hold-ended", async () => {
    const product = await rentable()
    expect((await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: now })).ok).toBe(
      true,
    )
    const others = await Promise.all(Array.from({ length: 30 }, () => makeCustomer()))
    const answers = await Promise.all(
      others.map((customer) =>
        placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [day]), at: minutes(31) }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("a hold moves with the customer's choice, and frees the days left behind", async () => {
    const product = await rentable()
    const [first, second] = [await makeCustomer(), await makeCustomer()]
    await holdDays({ party: ownAccountParty(first), product, days: [day, "2027-06-13"], at: now })
    await holdDays({ party: ownAccountParty(first), product, days: ["2027-06-13"], at: now })
    expect((await holdDays({ party: ownAccountParty(second), product, days: [day], at: now })).ok).toBe(true)
  })
})

describe("claims of several units and products", () => {
  test("claims in opposite order never deadlock @S-no-deadlock", async () => {
    const products = [await rentable({ stock: 2, preparationDaysAfter: 1 }), await rentable({ stock: 2 })]
    const weekend: Day[] = [day, "2027-06-13"]
    const claimAll = async (reverse: boolean) => {
      const customer = await makeCustomer()
      return withClaimRetry(async (tx) => {
        const [cart] = await tx
          .insert(carts)
          .values({ userId: customer.id, expiresAt: minutes(30) })
          .returning()
        if (!cart) throw new Error("No cart was made")
        const sorted = products.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        for (const product of sorted) {
          await claimProduct(tx, {
            product,
            days: reverse ? weekend.toReversed() : weekend,
            occupant: { kind: "hold", cartId: cart.id, endsAt: minutes(30) },
            customerId: customer.id,
            at: now,
          })
        }
        return "claimed" as const
      })
    }
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => claimAll(index % 2 === 0)))
    expect(answers.filter((answer) => answer === "claimed")).toHaveLength(2)
    expect(answers.filter((answer) => answer === "days-taken")).toHaveLength(22)
  })

  test("claims in the wrong order still succeed: a deadlock is retried", async () => {
    const [one, two] = [await rentable({ stock: 30 }), await rentable({ stock: 30 })]
    const customer = await makeCustomer()
    const hold = async (order: (typeof one)[]) =>
      transaction(async (tx) => {
        const [cart] = await tx
          .insert(carts)
          .values({ userId: customer.id, expiresAt: minutes(30) })
          .returning()
        if (!cart) throw new Error("No cart was made")
        for (const product of order) {
          await tx.execute(sql`select 1 from products where id = ${product.id} for update`)
          await tx.execute(sql`select pg_sleep(0.02)`)
        }
      })
    await expect(Promise.all([hold([one, two]), hold([two, one])])).resolves.toHaveLength(2)
  })
})
