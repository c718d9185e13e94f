import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"
import { unitDays } from "../../tests/unit-days.ts"
import {
  bookingNow,
  contractAt,
  deliverMails,
  hours,
  lastSecret,
  makeSentContract,
  minutes,
  shopWithTemplate,
  signingForm,
  visit,
} from "../../tests/contracts/signing.ts"
import { cancelBooking } from "../../tests/ends.ts"
import { setHours } from "../booking-record/hours.ts"
import { readRentals } from "../booking-record/rentals.ts"
import { sendContract } from "../contracts/send-contract.ts"
import { signContract } from "../contracts/sign.ts"
import { db } from "../platform/database.server.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { acceptDates } from "./date-change.ts"
import { requestDates } from "./request-dates.ts"
import { editBooking } from "./edit.ts"
import { lapseChange } from "./lapse-change.ts"
import { moveBookingToUnit } from "./move-unit.ts"
import { placeBooking } from "./place.ts"
import { type BookingChange, proposeEdit } from "./propose-edit.ts"
import { readBookingVersion } from "./booking-version.ts"

const [day, later]: [Day, Day] = ["2027-06-12", "2027-06-19"]

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

async function place(productId: ProductId, days: readonly Day[] = [day]) {
  const customer = await makeCustomer()
  const placed = await placeBooking({
    party: ownAccountParty(customer),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return { id: placed.value.booking.id, party: ownAccountParty(customer) }
}

async function edit(id: BookingId, change: BookingChange, at = now) {
  const proposed = await proposeEdit(id, change, at)
  if (!proposed.ok) return proposed
  return editBooking({
    actor: camille,
    id,
    change,
    expectedVersion: await readBookingVersion(id),
    expectedTotal: proposed.value.after.total,
    message: null,
    at,
  })
}

const order = (productId: ProductId, days: readonly Day[] = [day]) => ({ productId, days, options: [], photoPacks: 0 })

const rentalsNow = async (id: BookingId) =>
  ((await readRentals([id])).get(id) ?? []).map(({ position, productId, dates }) => [position, productId, ...dates])

const unitsOf = async (productId: ProductId, on: Day = day) =>
  (
    await db
      .select()
      .from(unitDays)
      .where(and(eq(unitDays.productId, productId), eq(unitDays.day, on)))
  ).length

async function signedBooth(deposit = 0) {
  const booth = await makeProduct({ price: 25_000, securityDeposit: deposit })
  const made = await makeSentContract(camille, {}, [day], booth.id)
  const signed = await signContract({ by: "link", secret: made.secret }, signingForm(made.contract), visit, hours(1))
  if (!signed.ok) throw new Error(signed.error.kind)
  return { id: made.booking.id, booth }
}

async function sendChange(id: BookingId, at = hours(2)) {
  await sendContract({ bookingId: id, confirmedAt: now.toISOString() }, minutes(1, at))
  await deliverMails()
}

describe("adding a rental to a booking", () => {
  test("an added rental has today's price, its own days and its own position", async () => {
    const [booth, ring] = [await makeProduct({ price: 25_000 }), await makeProduct({ price: 18_000 })]
    const curtain = await makeOption(ring.id, { price: 3_000 })
    const { id } = await place(booth.id)
    const added = { ...order(ring.id, [later]), options: [{ optionId: curtain.id, quantity: 1 }] }
    expect(await edit(id, { added: [added] })).toMatchObject({
      ok: true,
      value: { changed: ["rentals"], booking: { total: 46_000, firstDay: day, lastDay: later } },
    })
    expect(await rentalsNow(id)).toEqual([
      [1, booth.id, day],
      [2, ring.id, later],
    ])
    expect([await unitsOf(booth.id), await unitsOf(ring.id, later)]).toEqual([1, 1])
  })

  test("a second rental of the same product takes another unit, and is refused where there is none", async () => {
    const two = await makeProduct({ price: 25_000, stock: 2 })
    const { id } = await place(two.id)
    expect((await edit(id, { added: [order(two.id)] })).ok).toBe(true)
    expect(await unitsOf(two.id)).toBe(2)
    const taken = { ok: false, error: { kind: "days-taken", days: [day] } }
    expect(await edit(id, { added: [order(two.id)] })).toMatchObject(taken)
    // The price shows the lines of each.
    expect((await bookingNow(id)).priceLines.lines.map(({ rental, amount }) => [rental, amount])).toEqual([
      [1, 25_000],
      [2, 25_000],
    ])
    expect(await edit(id, { removed: [1] })).toMatchObject({ ok: true, value: { booking: { total: 25_000 } } })
    expect([await rentalsNow(id), await unitsOf(two.id)]).toEqual([[[2, two.id, day]], 1])
  })

  test("the other rentals keep their days, price and unit when one changes", async () => {
    const [booth, ring] = [await makeProduct({ price: 25_000 }), await makeProduct({ price: 18_000 })]
    const { id } = await place(booth.id)
    await edit(id, { added: [order(ring.id)] })
    expect(await edit(id, { rentals: [{ position: 2, days: [later] }] })).toMatchObject({
      ok: true,
      value: { changed: ["dates"], booking: { total: 43_000 } },
    })
    expect(await rentalsNow(id)).toEqual([
      [1, booth.id, day],
      [2, ring.id, later],
    ])
    expect([await unitsOf(booth.id), await unitsOf(ring.id), await unitsOf(ring.id, later)]).toEqual([1, 0, 1])
  })
})

describe("removing and replacing a rental", () => {
  test("the last rental stays, and a rental that is gone changes nothing", async () => {
    const booth = await makeProduct()
    const { id } = await place(booth.id)
    expect(await edit(id, { removed: [1] })).toMatchObject({ ok: false, error: { kind: "last-rental" } })
    expect(await edit(id, { removed: [7] })).toMatchObject({ ok: false, error: { kind: "rental-gone" } })
    expect(await edit(id, { rentals: [{ position: 7, days: [later] }] })).toMatchObject({
      ok: false,
      error: { kind: "rental-gone" },
    })
  })

  test("another product has another position and its own price", async () => {
    const [booth, ring] = [await makeProduct({ price: 25_000 }), await makeProduct({ price: 18_000 })]
    const { id } = await place(booth.id)
    expect(await edit(id, { removed: [1], added: [order(ring.id)] })).toMatchObject({
      ok: true,
      value: { changed: ["rentals"], booking: { total: 18_000, productId: ring.id } },
    })
    expect(await rentalsNow(id)).toEqual([[2, ring.id, day]])
    expect([await unitsOf(booth.id), await unitsOf(ring.id)]).toEqual([0, 1])
  })

  test("a move without supplement keeps the total of a dearer product, and lowers it for a cheaper one", async () => {
    const [booth, platform, ring] = [
      await makeProduct({ price: 25_000 }),
      await makeProduct({ price: 59_000 }),
      await makeProduct({ price: 18_000 }),
    ]
    const { id } = await place(booth.id)
    await edit(id, { removed: [1], added: [order(platform.id)], withoutSupplement: true })
    expect(await bookingNow(id)).toMatchObject({ total: 25_000 })
    expect((await bookingNow(id)).priceLines.lines.map(({ label, amount }) => [label, amount])).toEqual([
      [platform.name, 59_000],
      ["Sans supplément", -34_000],
    ])
    const { id: other } = await place(booth.id)
    await edit(other, { removed: [1], added: [order(ring.id)], withoutSupplement: true })
    expect(await bookingNow(other)).toMatchObject({ total: 18_000 })
  })
})

describe("a signed booking that gets another rental (D59)", () => {
  test("the signed days and the deposit bind until the change is signed", async () => {
    const { id } = await signedBooth(80_000)
    const ring = await makeProduct({ price: 18_000, securityDeposit: 30_000 })
    expect((await edit(id, { added: [order(ring.id)] }, hours(2))).ok).toBe(true)
    expect(await bookingNow(id)).toMatchObject({ total: 43_000, agreement: { securityDeposit: 110_000 } })
    await sendChange(id)
    const signed = await signContract(
      { by: "link", secret: await lastSecret() },
      signingForm(await contractAt(id, 2)),
      visit,
      hours(3),
    )
    expect(signed.ok).toBe(true)
    expect(await contractAt(id, 2)).toMatchObject({ total: 43_000, agreement: { securityDeposit: 110_000 } })
  })

  test("hours are agreed, and a cancellation is undone, before the change has its contract", async () => {
    await makeFinanceSettings({ rentalDayStartsAt: 12 })
    const { id, booth } = await signedBooth()
    expect((await edit(id, { rentals: [{ position: 1, days: ["2027-06-05"] }] }, hours(2))).ok).toBe(true)
    const typed = { out: null, back: { from: "14:00", to: "15:00" } } as const
    expect((await setHours({ actor: camille, bookingId: id, typed, at: hours(2) })).ok).toBe(true)
    const cancelled = await cancelBooking({ actor: camille, id, from: "confirmed", at: hours(3) })
    if (!cancelled.ok) throw new Error(cancelled.error.kind)
    const undone = await undoEvent(camille, cancelled.value.eventId, new Date(hours(3).getTime() + 5_000))
    expect(undone.ok).toBe(true)
    expect([await unitsOf(booth.id, day), await unitsOf(booth.id, "2027-06-05")]).toEqual([1, 1])
  })

  test("the deposit with an added rental stays within the shop's limit", async () => {
    const { id } = await signedBooth(80_000)
    const platform = await makeProduct({ price: 59_000, securityDeposit: 100_000 })
    await edit(id, { added: [order(platform.id)] }, hours(2))
    expect(await bookingNow(id)).toMatchObject({ agreement: { securityDeposit: 150_000 } })
  })

  test("an unsigned replacement lapses: the signed product comes back, and the other is free", async () => {
    const { id, booth } = await signedBooth(80_000)
    const ring = await makeProduct({ price: 18_000, securityDeposit: 30_000 })
    await edit(id, { removed: [1], added: [order(ring.id)] }, hours(2))
    expect([await unitsOf(booth.id), await unitsOf(ring.id)]).toEqual([1, 1])
    await sendChange(id)
    expect(await lapseChange((await contractAt(id, 2)).id, hours(60))).toBe("lapsed, as signed again")
    expect(await rentalsNow(id)).toEqual([[1, booth.id, day]])
    expect([await unitsOf(booth.id), await unitsOf(ring.id)]).toEqual([1, 0])
    expect(await bookingNow(id)).toMatchObject({ total: 25_000, agreement: { securityDeposit: 80_000 } })
  })

  test("a signed replacement frees the former product", async () => {
    const { id, booth } = await signedBooth()
    const ring = await makeProduct({ price: 18_000 })
    await edit(id, { removed: [1], added: [order(ring.id)] }, hours(2))
    await sendChange(id)
    await signContract(
      { by: "link", secret: await lastSecret() },
      signingForm(await contractAt(id, 2)),
      visit,
      hours(3),
    )
    expect([await unitsOf(booth.id), await unitsOf(ring.id)]).toEqual([0, 1])
  })
})

describe("a customer's request for other days of several rentals", () => {
  async function twoDays() {
    const [booth, ring] = [await makeProduct({ price: 25_000 }), await makeProduct({ price: 18_000 })]
    const { id, party } = await place(booth.id)
    await edit(id, { added: [order(ring.id, [later])] })
    return { id, party, booth, ring }
  }

  test("the request names the rental when they have different days, and only that one moves", async () => {
    const { id, party, booth, ring } = await twoDays()
    expect(await requestDates(party, id, { days: ["2027-06-26"], note: "" }, now)).toEqual({
      ok: false,
      error: { kind: "rental-missing" },
    })
    const request = await requestDates(party, id, { days: ["2027-06-26"], note: "", rental: 2 }, now)
    if (!request.ok) throw new Error(request.error.kind)
    expect(request.value).toMatchObject({ rental: 2, dates: ["2027-06-26"] })
    const accepted = await acceptDates(
      camille,
      id,
      { requestId: request.value.id, expectedVersion: await readBookingVersion(id), expectedTotal: 43_000 },
      now,
    )
    expect(accepted.ok).toBe(true)
    expect(await rentalsNow(id)).toEqual([
      [1, booth.id, day],
      [2, ring.id, "2027-06-26"],
    ])
  })

  test("a request for a removed rental never moves the one that comes after it", async () => {
    const { id, party, ring } = await twoDays()
    const request = await requestDates(party, id, { days: ["2027-06-26"], note: "", rental: 2 }, now)
    if (!request.ok) throw new Error(request.error.kind)
    await edit(id, { removed: [2] })
    await edit(id, { added: [order(ring.id, [later])] })
    expect((await rentalsNow(id)).map(([position]) => position)).toEqual([1, 3])
    const answer = { requestId: request.value.id, expectedVersion: await readBookingVersion(id), expectedTotal: 43_000 }
    expect(await acceptDates(camille, id, answer, now)).toEqual({ ok: false, error: { kind: "rental-gone" } })
  })

  test("rentals on the same days move together, where each of them is free", async () => {
    const [booth, ring] = [await makeProduct(), await makeProduct()]
    const { id, party } = await place(booth.id)
    await edit(id, { added: [order(ring.id)] })
    await place(ring.id, [later])
    expect(await requestDates(party, id, { days: [later], note: "" }, now)).toMatchObject({
      ok: false,
      error: { kind: "days-taken" },
    })
    expect(await requestDates(party, id, { days: ["2027-06-26"], note: "" }, now)).toMatchObject({
      ok: true,
      value: { rental: null },
    })
  })
})

test("the second rental moves to another unit of its own product", async () => {
  const [booth, ring] = [await makeProduct(), await makeProduct({ stock: 2 })]
  const { id } = await place(booth.id)
  await edit(id, { added: [order(ring.id)] })
  const moved = await moveBookingToUnit(camille, id, { productId: ring.id, fromUnit: 1, toUnit: 2 }, now)
  expect(moved).toMatchObject({ ok: true, value: { fromUnit: 1, toUnit: 2 } })
  const places = await db.select().from(unitDays).where(eq(unitDays.bookingId, id))
  expect(places.map(({ productId, unit }) => [productId === ring.id, unit]).sort()).toEqual([
    [false, 1],
    [true, 2],
  ])
})
