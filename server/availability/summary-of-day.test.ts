import fc from "fast-check"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { placeBooking } from "../bookings/place.ts"
import { holdDays } from "../bookings/cart/hold.ts"
import { listActiveProducts, readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { financeSettings } from "../platform/schema/settings.ts"
import { type DaySummary, findDayAvailability, summarizeDay } from "./queries.ts"

beforeEach(freshDatabase)

const today = dayInParis(now)
const day = addDays(today, 20)

async function countByProduct(requestedDay: typeof day): Promise<DaySummary> {
  const products = await listActiveProducts()
  const answers = [...(await findDayAvailability(products, requestedDay, { customerId: null, at: now })).values()]
  const states = answers.map((answer) => (answer.free ? "free" : answer.why))
  const opens = answers.flatMap((answer) => (answer.free || !answer.opensOn ? [] : [answer.opensOn]))
  return {
    free: states.filter((each) => each === "free").length,
    isTaken: states.includes("taken"),
    opensOn: states.length > 0 && states.every((each) => each === "too-far") ? (opens.toSorted()[0] ?? null) : null,
  }
}

const product = fc.record({
  stock: fc.integer({ min: 1, max: 3 }),
  preparationDaysBefore: fc.integer({ min: 0, max: 3 }),
  preparationDaysAfter: fc.integer({ min: 0, max: 3 }),
  minimumNoticeDays: fc.constantFrom(0, 0, 19, 21),
  furthestDays: fc.constantFrom(null, null, 19, 20, 25),
})
const nth = fc.integer({ min: 0, max: 5 })
const offset = fc.integer({ min: -4, max: 4 })
const occupied = fc.record({ nth, unit: fc.integer({ min: 1, max: 3 }), offset })
const closed = fc.record({ nth, offset })

test("the summary equals the count over each product, whatever is booked, closed, too soon or too far", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { minLength: 1, maxLength: 6 }),
      fc.array(occupied, { maxLength: 24 }),
      fc.array(closed, { maxLength: 6 }),
      fc.constantFrom(0, 12),
      async (productValues, occupiedUnits, shut, hour) => {
        await freshDatabase()
        await db.update(financeSettings).set({ rentalDayStartsAt: hour })
        const ids: string[] = []
        for (const each of productValues) ids.push((await makeProduct(each)).id)
        const rows = occupiedUnits.flatMap(({ nth: which, unit, offset: days }) =>
          ids[which] ? [{ id: ids[which], unit, day: addDays(day, days) }] : [],
        )
        await db.execute(sql`
          insert into units (product_id, number, retired_on) select id, number, '2027-01-01' from products, generate_series(1, 3) number
          on conflict do nothing`)
        await db.execute(sql`
          insert into occupancy (unit_id, product_id, during, kind)
          select units.id, product_id, rental_range(day, day, ${hour}), 'repair'
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, unit integer, day date)
            join units on product_id = given.id and number = unit
          on conflict do nothing`)
        const days = shut.flatMap(({ nth: which, offset: from }) =>
          ids[which] ? [{ id: ids[which], day: addDays(day, from) }] : [],
        )
        await db.execute(sql`
          insert into available_dates (product_id, date, is_available)
          select distinct id, day, false from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as given (id uuid, day date)`)
        for (const requestedDay of [day, addDays(today, -1), addDays(today, 1), addDays(today, 800)])
          expect({ asked: requestedDay, ...(await summarizeDay(requestedDay, { customerId: null, at: now })) }).toEqual(
            {
              asked: requestedDay,
              ...(await countByProduct(requestedDay)),
            },
          )
      },
    ),
    { numRuns: 40 },
  )
})

test("the summary ignores the viewer's own hold, hidden products and other searches", async () => {
  const [lila, nora] = [await makeCustomer(), await makeCustomer()]
  const [wood, white] = [await makeProduct({ name: "Bois" }), await makeProduct({ name: "Blanc" })]
  await makeProduct({ name: "Bois caché", isActive: false })
  const rented = await readProductForRent(wood.id)
  if (!rented) throw new Error("The product is not for rent")
  expect((await holdDays({ party: ownAccountParty(lila), product: rented, days: [day], at: now })).ok).toBe(true)
  expect((await placeBooking({ party: ownAccountParty(nora), order: makeOrder(white.id, [day]), at: now })).ok).toBe(
    true,
  )
  const summaryFor = (customerId: typeof lila.id | null, matching = "") =>
    summarizeDay(day, { customerId, at: now }, matching)
  expect(await summaryFor(null)).toEqual({ free: 0, isTaken: true, opensOn: null })
  expect(await summaryFor(lila.id)).toEqual({ free: 1, isTaken: true, opensOn: null })
  expect(await summaryFor(lila.id, "bois")).toEqual({ free: 1, isTaken: false, opensOn: null })
  expect(await summaryFor(null, "rien de tel")).toEqual({ free: 0, isTaken: false, opensOn: null })
  // The hold has expired.
  expect(await summarizeDay(day, { customerId: null, at: new Date(now.getTime() + 31 * 60_000) })).toMatchObject({
    free: 1,
  })
})
