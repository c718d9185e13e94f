import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty, system } from "../../domain/accounts/party.ts"
import { type ClockTime, timeInParis } from "../../domain/clock.ts"
import type { Day } from "../../domain/day.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import type { PlanChoice } from "../../domain/pricing/rate-plan.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makePlan, makeProduct, now } from "../../tests/factories.ts"
import { blockDays } from "../availability/block.ts"
import { checkDays } from "../availability/check-days.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { hasBookingOn } from "../booking-record/queries.ts"
import { addToCart } from "./cart/add.ts"
import { readCart } from "./cart/read.ts"
import { placeBooking } from "./place.ts"
import { placeCart } from "./place-cart.ts"
import { proposeEdit } from "./propose-edit.ts"

const friday: Day = "2027-06-11"
const saturday: Day = "2027-06-12"
const sunday: Day = "2027-06-13"

beforeEach(() => makeFinanceSettings())

async function place(productId: ProductId, plan: Id, day: Day, choice: Partial<PlanChoice> = {}) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(productId, [day], { plan: { id: plan, startTime: null, extraHours: 0, ...choice } }),
    at: now,
  })
  return placed.ok ? placed.value.booking : placed.error
}

describe("a booking by the hour", () => {
  test("one booth has two events on one Saturday, and the third is refused", async () => {
    const product = await makeProduct()
    const plan = await makePlan(product.id)
    expect(await place(product.id, plan.id, saturday, { startTime: "11:00" })).toMatchObject({
      total: 59_000,
      returnsOn: saturday,
    })
    expect(await place(product.id, plan.id, saturday, { startTime: "16:30" })).toMatchObject({ kind: "days-taken" })
    const evening = await place(product.id, plan.id, saturday, { startTime: "17:00", extraHours: 2 })
    expect(evening).toMatchObject({
      total: 77_000,
      rentals: [
        {
          dates: [saturday],
          periods: [{ from: "2027-06-12T15:00:00.000Z", until: "2027-06-12T21:00:00.000Z" }],
          windows: { delivery: { from: "16:00", to: "17:00" }, collection: { from: "23:00", to: "23:59" } },
          plan: { id: plan.id, name: "Soirée 4 h", startTime: "17:00", extraHours: 2 },
        },
      ],
    })
    expect(await place(product.id, plan.id, saturday, { startTime: "21:00" })).toEqual({
      kind: "days-taken",
      days: [saturday],
    })
    expect(await place(product.id, plan.id, sunday, { startTime: "11:00" })).toMatchObject({ total: 59_000 })
  })

  test("a day that an evening runs into is seen as taken before anything is claimed", async () => {
    const product = await makeProduct()
    const plan = await makePlan(product.id)
    const byDay = makeOrder(product.id, [sunday])
    expect((await placeBooking({ party: ownAccountParty(await makeCustomer()), order: byDay, at: now })).ok).toBe(true)
    const sold = await readProductForRent(product.id)
    if (!sold) throw new Error("The product is not for rent")
    const evening = { days: [saturday], plan: { id: plan.id, startTime: "21:00", extraHours: 0 } } as const
    expect(await checkDays(sold, evening, { customerId: null, at: now })).toMatchObject({
      error: { kind: "days-taken" },
    })
  })

  test("an evening past midnight belongs to its day and comes back on the next", async () => {
    await makeFinanceSettings({ rentalDayStartsAt: 12 })
    const product = await makeProduct()
    const plan = await makePlan(product.id)
    expect(await place(product.id, plan.id, saturday, { startTime: "21:00" })).toMatchObject({
      dates: [saturday],
      lastDay: saturday,
      returnsOn: sunday,
    })
    const byDay = makeOrder(product.id, [sunday])
    const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order: byDay, at: now })
    expect(placed.ok).toBe(true)
  })

  test.each([
    ["2027-10-30", "2027-10-30T21:00:00.000Z", "2027-10-31T01:00:00.000Z", "02:00"],
    ["2027-03-27", "2027-03-27T22:00:00.000Z", "2027-03-28T02:00:00.000Z", "04:00"],
  ] as const)("four hours of the night of %s are four elapsed hours", async (day, from, until, end) => {
    const product = await makeProduct({ furthestDays: 700 })
    const plan = await makePlan(product.id, { startTimes: ["23:00"] })
    const at = new Date("2027-03-01T09:00:00Z")
    const order = makeOrder(product.id, [day], { plan: { id: plan.id, startTime: "23:00", extraHours: 0 } })
    const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at })
    expect(placed).toMatchObject({ value: { booking: { rentals: [{ periods: [{ from, until }] }] } } })
    expect(timeInParis(new Date(until))).toBe(end)
  })

  test("a start that is not offered is refused, and a plan that is switched off", async () => {
    const product = await makeProduct()
    const plan = await makePlan(product.id)
    const refusal = { kind: "plan-refused", problem: { kind: "unknown-start" } }
    expect(await place(product.id, plan.id, saturday, { startTime: "12:00" })).toEqual(refusal)
    const off = await makePlan(product.id, { isActive: false })
    expect(await place(product.id, off.id, saturday, { startTime: "11:00" })).toMatchObject({
      problem: { kind: "unknown-plan" },
    })
  })

  test("the cart holds the hours alone, and orders them as they were chosen", async () => {
    const { id } = await makeProduct()
    const plan = await makePlan(id)
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const party = ownAccountParty(await makeCustomer())
    const choice = { days: [saturday], options: [], photoPacks: 0 }
    const evening = { id: plan.id, startTime: "17:00", extraHours: 1 } as const
    const itemIds = [crypto.randomUUID(), crypto.randomUUID()] as const
    const added = await addToCart(party, product, { ...choice, plan: evening, itemId: itemIds[0] }, now)
    expect(added.ok).toBe(true)
    const lunch = { id: plan.id, startTime: "11:00", extraHours: 0 } as const
    const later = new Date(now.getTime() + 1000)
    expect((await addToCart(party, product, { ...choice, plan: lunch, itemId: itemIds[1] }, later)).ok).toBe(true)
    expect(await place(id, plan.id, saturday, { startTime: "21:00" })).toMatchObject({ kind: "days-taken" })
    const cart = await readCart(party.account.id, now)
    expect(cart?.total).toBe(59_000 + 68_000)
    const ordered = await placeCart(
      party,
      {
        cartId: cart?.id ?? crypto.randomUUID(),
        expectedDigest: cart?.digest ?? null,
        ...makeOrder(id, []),
        expectedTotal: null,
      },
      now,
    )
    if (!ordered.ok) throw new Error(ordered.error.kind)
    expect(ordered.value.bookings).toMatchObject([
      { total: 127_000, rentals: [{ plan: { startTime: "17:00" } }, { plan: { startTime: "11:00" } }] },
    ])
  })

  test("a direct request leaves the cart's other hours of the day, and is the customer's at its start alone", async () => {
    const { id } = await makeProduct()
    const plan = await makePlan(id)
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const party = ownAccountParty(await makeCustomer())
    const addAt = (startTime: ClockTime) =>
      addToCart(
        party,
        product,
        {
          days: [saturday],
          options: [],
          photoPacks: 0,
          plan: { id: plan.id, startTime, extraHours: 0 },
          itemId: crypto.randomUUID(),
        },
        now,
      )
    await addAt("11:00")
    await addAt("21:00")
    const order = makeOrder(id, [saturday], { plan: { id: plan.id, startTime: "21:00", extraHours: 0 } })
    expect((await placeBooking({ party, order, at: now })).ok).toBe(true)
    const cart = await readCart(party.account.id, now)
    expect(cart?.lines).toMatchObject([{ plan: { startTime: "11:00" } }])
    const isOwn = (startTime: ClockTime | null) =>
      hasBookingOn(party.account.id, id, { days: [saturday], startTime }, now)
    expect([await isOwn("21:00"), await isOwn("11:00"), await isOwn(null)]).toEqual([true, false, false])
  })

  test("the owner moves an evening to another day at its hours", async () => {
    const product = await makeProduct()
    const plan = await makePlan(product.id)
    const booking = await place(product.id, plan.id, saturday, { startTime: "17:00", extraHours: 1 })
    if ("kind" in booking) throw new Error(booking.kind)
    const change = { rentals: [{ position: 1, days: [sunday] }] }
    const proposal = await proposeEdit(booking.id, change, now)
    expect(proposal).toMatchObject({
      value: {
        price: { difference: 0 },
        after: { rentals: [{ dates: [sunday], periods: [{ from: "2027-06-13T15:00:00.000Z" }] }] },
      },
    })
  })
})

describe("a booking of a fixed length", () => {
  test("a week-end takes its three days at one price, and begins on Fridays alone", async () => {
    const product = await makeProduct()
    const plan = await makePlan(product.id, {
      kind: "fixed",
      name: "Week-end (ven. au lun.)",
      days: 3,
      price: 39_000,
      weekdays: [5],
    })
    expect(await place(product.id, plan.id, saturday)).toMatchObject({ problem: { kind: "plan-weekday" } })
    expect(await place(product.id, plan.id, friday)).toMatchObject({
      total: 39_000,
      dates: [friday, saturday, sunday],
      rentals: [{ productName: product.name, dates: [friday, saturday, sunday] }],
    })
    expect(await place(product.id, plan.id, friday)).toMatchObject({ kind: "days-taken" })
  })

  test("a week-end is rented over a day on which the shop is closed", async () => {
    const product = await makeProduct()
    const plan = await makePlan(product.id, { kind: "fixed", days: 3, price: 39_000, weekdays: [5] })
    await blockDays(system, { productId: product.id, days: [saturday] }, now)
    expect(await place(product.id, plan.id, friday)).toMatchObject({ dates: [friday, saturday, sunday] })
  })
})

describe("a booking by the day", () => {
  test("days by steps cost less each, and a product without a daily price is rented by its other plans", async () => {
    const product = await makeProduct()
    const plan = await makePlan(product.id, { kind: "day", name: "À la journée", steps: [100, 50, 30], minimumDays: 1 })
    const order = makeOrder(product.id, [friday, saturday, sunday], {
      plan: { id: plan.id, startTime: null, extraHours: 0 },
    })
    const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })
    expect(placed).toMatchObject({ value: { booking: { total: 45_000 } } })

    const hourly = await makeProduct({ price: 0 })
    expect(await readProductForRent(hourly.id)).toBeNull()
    await makePlan(hourly.id)
    expect((await readProductForRent(hourly.id))?.plans).toMatchObject([{ kind: "hours" }])
  })
})
