import { beforeEach, describe, expect, test } from "vitest"
import { type Party, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, Id, ProductId } from "../../domain/id.ts"
import type { ClockTime } from "../../domain/clock.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makePlan, makeProduct, now } from "../../tests/factories.ts"
import { owner } from "../../tests/ends.ts"
import { addUpRentals } from "../availability/rentals.ts"
import { listPendingBookings } from "../booking-record/queries.ts"
import { readHours, setHours } from "../booking-record/hours.ts"
import { readRentals } from "../booking-record/rentals.ts"
import { readBookingVersion } from "./booking-version.ts"
import { listDateChanges } from "./date-change.ts"
import { requestDates } from "./request-dates.ts"
import { editBooking } from "./edit.ts"
import { placeBooking } from "./place.ts"
import { type BookingChange, proposeEdit } from "./propose-edit.ts"

const [friday, saturday, sunday]: [Day, Day, Day] = ["2027-06-11", "2027-06-12", "2027-06-13"]
const nextFriday: Day = "2027-06-18"

beforeEach(() => makeFinanceSettings())

type Placed = { id: BookingId; party: Party }

async function place(productId: ProductId, plan: Id, day: Day, startTime: ClockTime | null = null): Promise<Placed> {
  const party = ownAccountParty(await makeCustomer())
  const order = makeOrder(productId, [day], { plan: { id: plan, startTime, extraHours: 0 } })
  const placed = await placeBooking({ party, order, at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  return { id: placed.value.booking.id, party }
}

async function edit(id: BookingId, change: BookingChange) {
  const proposed = await proposeEdit(id, change, now)
  if (!proposed.ok) return proposed
  return editBooking({
    actor: await owner(),
    id,
    change,
    expectedVersion: await readBookingVersion(id),
    expectedTotal: proposed.value.after.total,
    message: null,
    at: now,
  })
}

async function makeEvening() {
  const product = await makeProduct()
  const plan = await makePlan(product.id)
  const startAt = (startTime: ClockTime, extraHours = 0) => ({ id: plan.id, startTime, extraHours })
  return { product, plan, startAt }
}

describe("an evening that the owner changes", () => {
  test("another start and an hour more have their price, their range and one mail line", async () => {
    const { product, plan, startAt } = await makeEvening()
    const { id } = await place(product.id, plan.id, saturday, "17:00")
    const change = { rentals: [{ position: 1, plan: startAt("21:00", 1) }] }
    expect(await edit(id, change)).toMatchObject({
      value: {
        changed: ["dates"],
        booking: {
          total: 68_000,
          rentals: [
            {
              dates: [saturday],
              plan: { startTime: "21:00", extraHours: 1 },
              periods: [{ from: "2027-06-12T19:00:00.000Z", until: "2027-06-13T00:00:00.000Z" }],
              windows: { delivery: { from: "20:00", to: "21:00" } },
            },
          ],
        },
      },
    })
    await place(product.id, plan.id, saturday, "11:00")
  })

  test("a day on which its hours are taken is refused, and it keeps its own", async () => {
    const { product, plan, startAt } = await makeEvening()
    const { id } = await place(product.id, plan.id, saturday, "17:00")
    await place(product.id, plan.id, sunday, "17:00")
    const taken = { ok: false, error: { kind: "days-taken", days: [sunday] } }
    expect(await edit(id, { rentals: [{ position: 1, days: [sunday] }] })).toMatchObject(taken)
    const moved = { rentals: [{ position: 1, days: [sunday], plan: startAt("11:00") }] }
    expect(await edit(id, moved)).toMatchObject({ ok: true, value: { booking: { dates: [sunday] } } })
    const unknown = { rentals: [{ position: 1, plan: startAt("12:00") }] }
    expect(await edit(id, unknown)).toMatchObject({ error: { problem: { kind: "unknown-start" } } })
  })

  test("agreed hours end with the start that they were agreed for", async () => {
    const { product, plan, startAt } = await makeEvening()
    const { id } = await place(product.id, plan.id, saturday, "17:00")
    const window = { from: "15:30", to: "16:30" } as const
    await setHours({ actor: await owner(), bookingId: id, typed: { out: window, back: null }, at: now })
    expect((await readHours([id])).get(id)?.out).toEqual(window)
    await edit(id, { rentals: [{ position: 1, plan: startAt("21:00") }] })
    expect((await readHours([id])).get(id)?.out ?? null).toBeNull()
  })

  test("an evening is added to a booking beside its whole days", async () => {
    const { product, plan, startAt } = await makeEvening()
    const { id } = await place(product.id, plan.id, saturday, "11:00")
    const added = { productId: product.id, days: [saturday], plan: startAt("17:00"), options: [], photoPacks: 0 }
    expect(await edit(id, { added: [added] })).toMatchObject({ value: { booking: { total: 118_000 } } })
    expect(await edit(id, { added: [{ ...added, plan: startAt("16:30") }] })).toMatchObject({
      error: { kind: "days-taken" },
    })
  })
})

test("the owner moves a week-end to a day on which nobody else may begin one, and its plan stays as agreed", async () => {
  const product = await makeProduct()
  const plan = await makePlan(product.id, { kind: "fixed", name: "Week-end", days: 2, price: 39_000, weekdays: [5] })
  const { id } = await place(product.id, plan.id, friday)
  expect(await edit(id, { rentals: [{ position: 1, days: [saturday] }] })).toMatchObject({
    value: { booking: { rentals: [{ dates: [saturday, sunday], plan: { weekdays: [5] } }] } },
  })
})

describe("a customer asks for another time", () => {
  test("an evening is asked for on another day at its hours, unless they are taken", async () => {
    const { product, plan } = await makeEvening()
    const { id, party } = await place(product.id, plan.id, saturday, "17:00")
    await place(product.id, plan.id, sunday, "17:00")
    const ask = (day: Day) => requestDates(party, id, { days: [day], note: "" }, now)
    expect(await ask(sunday)).toMatchObject({ error: { kind: "days-taken", days: [sunday] } })
    expect(await ask(friday)).toMatchObject({ ok: true })
    expect(await listDateChanges(id)).toMatchObject([{ dates: [friday] }])
  })

  test("a week-end is asked for by its first day", async () => {
    const product = await makeProduct()
    const terms = { kind: "fixed", name: "Week-end", days: 3, price: 39_000, weekdays: [5] } as const
    const plan = await makePlan(product.id, { ...terms, weekdays: [...terms.weekdays] })
    const { id, party } = await place(product.id, plan.id, friday)
    const ask = (day: Day) => requestDates(party, id, { days: [day], note: "" }, now)
    expect(await ask(saturday)).toMatchObject({ error: { problem: { kind: "plan-weekday" } } })
    expect(await ask(nextFriday)).toMatchObject({ value: { dates: [nextFriday, "2027-06-19", "2027-06-20"] } })
  })
})

test("the owner's lists know the plan of a booking, and nothing of whole days at the daily price", async () => {
  const { product, plan } = await makeEvening()
  const { id } = await place(product.id, plan.id, saturday, "17:00")
  const byDay = { party: ownAccountParty(await makeCustomer()), order: makeOrder(product.id, [nextFriday]), at: now }
  const placed = await placeBooking(byDay)
  const pending = await listPendingBookings(50, now)
  const planOf = (bookingId: BookingId | undefined) =>
    pending.find((booking) => booking.id === bookingId)?.rentals?.map((rental) => rental.plan?.name)
  expect(planOf(id)).toEqual(["Soirée 4 h"])
  expect(planOf(placed.ok ? placed.value.booking.id : undefined)).toBeUndefined()
})

test("the former hours stay held beside the new ones, without two set-ups on one unit", async () => {
  const { product, plan, startAt } = await makeEvening()
  const { id } = await place(product.id, plan.id, saturday, "17:00")
  const [before] = (await readRentals([id])).get(id) ?? []
  await edit(id, { rentals: [{ position: 1, plan: startAt("21:00") }] })
  const [after] = (await readRentals([id])).get(id) ?? []
  if (!before || !after) throw new Error("The booking has no rental")
  const joined = { from: "2027-06-12T15:00:00.000Z", until: "2027-06-12T23:00:00.000Z" }
  expect(addUpRentals([after, before])).toMatchObject([{ periods: [joined] }])
  const night = { ...after, periods: [{ from: "2027-06-12T19:30:00.000Z", until: joined.until }] }
  expect(addUpRentals([night, before])).toMatchObject([{ periods: [joined] }])
})
