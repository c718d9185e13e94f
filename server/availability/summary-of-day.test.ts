import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { customerDay } from "../../domain/availability/calendar.ts"
import { summarizeEventDay } from "../../domain/availability/event-day.ts"
import { addDays, dayInParis, eachDay } from "../../domain/day.ts"
import { usualDayPlan } from "../../domain/pricing/rate-plan.ts"
import type { ProductId } from "../../domain/id.ts"
import { makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { placeBooking } from "../bookings/place.ts"
import { holdDays } from "../bookings/cart/hold.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { availableDates } from "../platform/schema/availability.ts"
import { financeSettings } from "../platform/schema/settings.ts"
import { findDayAvailability, readOfferedCalendars } from "./queries.ts"

beforeEach(freshDatabase)

const today = dayInParis(now)
const day = addDays(today, 20)

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
  const summaryFor = async (customerId: typeof lila.id | null, matching = "", at = now) =>
    summarizeEventDay(day, (await readOfferedCalendars(day, { customerId, at }, matching)).values())
  expect(await summaryFor(null)).toEqual({ free: 0, isTaken: true, opensOn: null })
  expect(await summaryFor(lila.id)).toEqual({ free: 1, isTaken: true, opensOn: null })
  expect(await summaryFor(lila.id, "bois")).toEqual({ free: 1, isTaken: false, opensOn: null })
  expect(await summaryFor(null, "rien de tel")).toEqual({ free: 0, isTaken: false, opensOn: null })
  // The hold has expired.
  expect(await summaryFor(null, "", new Date(now.getTime() + 31 * 60_000))).toMatchObject({ free: 1 })
})

const close = (productId: ProductId, first: number, last: number) =>
  db
    .insert(availableDates)
    .values(eachDay(addDays(day, first), addDays(day, last)).map((date) => ({ productId, date, isAvailable: false })))

async function book(productId: ProductId, offset: number) {
  const party = ownAccountParty(await makeCustomer())
  expect((await placeBooking({ party, order: makeOrder(productId, [addDays(day, offset)]), at: now })).ok).toBe(true)
}

test.each([3, 9, 40])(
  "a product closed for %d days needs its unit until they are over, the others do not",
  async (length) => {
    await db.update(financeSettings).set({ rentalDayStartsAt: 12 })
    const [taken, free, other] = [await makeProduct(), await makeProduct(), await makeProduct()]
    await book(taken.id, length)
    await book(free.id, length + 1)
    await book(other.id, length)
    await close(taken.id, 1, length)
    await close(free.id, 1, length)
    const states = [...(await readOfferedCalendars(day, { customerId: null, at: now }))]
    expect(new Map(states.map(([id, calendar]) => [id, customerDay(day, calendar)]))).toEqual(
      new Map([
        [taken.id, "taken"],
        [free.id, "free"],
        [other.id, "free"],
      ]),
    )
  },
)

test.each([3, 9, 40])("preparation after %d closed days falls on no closed day", async (length) => {
  await db.update(financeSettings).set({ rentalDayStartsAt: 12 })
  const product = await makeProduct({ preparationDaysAfter: 2 })
  const answer = async () =>
    (
      await findDayAvailability([{ ...product, plans: [usualDayPlan], rules: [] }], day, { customerId: null, at: now })
    ).get(product.id)
  await close(product.id, 1, length)
  expect(await answer()).toEqual({ free: true, plans: [] })
  await close(product.id, length + 2, length + 2)
  expect(await answer()).toMatchObject({ free: false, why: "taken" })
})
