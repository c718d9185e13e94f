import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { rentalPeriods } from "../../domain/rental/periods.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { refuseBooking } from "../bookings/answer.ts"
import { editBooking } from "../bookings/edit.ts"
import { moveBookingToUnit } from "../bookings/move-unit.ts"
import { placeBooking } from "../bookings/place.ts"
import { proposeEdit } from "../bookings/propose-edit.ts"
import { readBookingVersion } from "../bookings/booking-version.ts"
import { answerBefore, undoAnswer } from "../bookings/undo-answer.ts"
import { readRentals } from "../booking-record/rentals.ts"
import { swapUnits } from "../bookings/swap-units.ts"
import { db } from "../platform/database.server.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { financeSettings } from "../platform/schema/settings.ts"

let camille: Staff
const [friday, saturday, sunday, monday] = ["2027-06-11", "2027-06-12", "2027-06-13", "2027-06-14"] as const

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

const beginDaysAt = (hour: number) => db.update(financeSettings).set({ rentalDayStartsAt: hour })

async function book(productId: ProductId, ...days: Day[]) {
  const party = ownAccountParty(await makeCustomer())
  const placed = await placeBooking({ party, order: makeOrder(productId, days), at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function editDays(bookingId: BookingId, days: Day[]) {
  const change = { rentals: [{ position: 1, days }] }
  const proposed = await proposeEdit(bookingId, change, now)
  if (!proposed.ok) throw new Error(proposed.error.kind)
  const expectedVersion = await readBookingVersion(bookingId)
  const expectedTotal = proposed.value.after.total
  const edited = await editBooking({
    actor: camille,
    id: bookingId,
    change,
    expectedVersion,
    expectedTotal,
    message: null,
    at: now,
  })
  if (!edited.ok) throw new Error(edited.error.kind)
}

/** "1: 12 00 – 13 00" is unit 1 from midnight of the 12th to midnight of the 13th; the rented time follows if it differs. */
async function readTimes({ id }: { id: BookingId }): Promise<string[]> {
  const clock = (range: string) =>
    sql.raw(`to_char(lower(${range}) at time zone 'Europe/Paris', 'DD HH24') || ' – ' ||
      to_char(upper(${range}) at time zone 'Europe/Paris', 'DD HH24')`)
  const { rows } = await db.execute<{ number: number; held: string; rented: string }>(sql`
    select number, ${clock("during")} as held, ${clock("rented")} as rented
    from occupancy join units on units.id = unit_id where booking_id = ${id} order by during, number`)
  return rows.map(({ number, held, rented }) => `${number}: ${held}${held === rented ? "" : ` (${rented})`}`)
}

describe("a rental that was placed on whole calendar days, in a shop whose day now begins at noon", () => {
  test("a rental moved to another unit keeps its own time", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const booking = await book(id, saturday)
    await beginDaysAt(12)
    const moved = await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2 }, now)
    expect(moved.ok).toBe(true)
    expect(await readTimes(booking)).toEqual(["2: 12 00 – 13 00"])
  })

  test("a rental with preparation keeps both when it moves", async () => {
    const { id } = await makeProduct({ stock: 2, preparationDaysBefore: 1, preparationDaysAfter: 1 })
    const booking = await book(id, saturday)
    await beginDaysAt(12)
    expect(await readTimes(booking)).toEqual(["1: 11 00 – 14 00 (12 00 – 13 00)"])
    expect((await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2 }, now)).ok).toBe(true)
    expect(await readTimes(booking)).toEqual(["2: 11 00 – 14 00 (12 00 – 13 00)"])
  })

  test("a rental moves beside one that touches the same rental day at another time", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const [one, other] = [await book(id, saturday), await book(id, saturday)]
    await beginDaysAt(0)
    const next = await book(id, sunday)
    expect([await readTimes(one), await readTimes(other), await readTimes(next)]).toEqual([
      ["1: 12 00 – 13 00"],
      ["2: 12 00 – 13 00"],
      ["1: 13 00 – 14 00"],
    ])
    await beginDaysAt(12)
    expect(await moveBookingToUnit(camille, next.id, { fromUnit: 1, toUnit: 2 }, now)).toMatchObject({ ok: true })
    expect(await readTimes(next)).toEqual(["2: 13 00 – 14 00"])
    expect(await moveBookingToUnit(camille, one.id, { fromUnit: 1, toUnit: 2 }, now)).toMatchObject({
      error: { kind: "unit-taken", by: [{ kind: "booking", id: other.id }] },
    })
  })

  test("two rentals swap units in their own time, one of each kind", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const whole = await book(id, saturday)
    await beginDaysAt(12)
    const fromNoon = await book(id, saturday)
    expect(await readTimes(fromNoon)).toEqual(["2: 12 12 – 13 12"])
    const swapped = await swapUnits(camille, whole.id, { fromUnit: 1, toUnit: 2, others: [fromNoon.id] }, now)
    expect(swapped.ok).toBe(true)
    expect([await readTimes(whole), await readTimes(fromNoon)]).toEqual([["2: 12 00 – 13 00"], ["1: 12 12 – 13 12"]])
  })

  test("one day of a stretch moves from the shop's hour on, and the rest stays", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const booking = await book(id, saturday, sunday)
    await beginDaysAt(12)
    const move = { fromUnit: 1, toUnit: 2, days: [sunday] }
    expect((await moveBookingToUnit(camille, booking.id, move, now)).ok).toBe(true)
    expect(await readTimes(booking)).toEqual(["1: 12 00 – 13 12", "2: 13 12 – 14 00"])
  })

  test("a new rental takes what the whole days leave, and no more", async () => {
    const { id } = await makeProduct()
    await book(id, saturday)
    await beginDaysAt(12)
    await expect(book(id, friday)).rejects.toThrow("days-taken")
    await expect(book(id, saturday)).rejects.toThrow("days-taken")
    expect(await readTimes(await book(id, sunday))).toEqual(["1: 13 12 – 14 12"])
    await beginDaysAt(0)
    await expect(book(id, monday)).rejects.toThrow("days-taken")
    expect(await readTimes(await book(id, friday))).toEqual(["1: 11 00 – 12 00"])
  })

  test("a changed booking keeps the time of the days that do not change", async () => {
    const { id } = await makeProduct()
    const booking = await book(id, saturday)
    // It touches the same rental day at noon, and must not be in the way.
    const next = await book(id, sunday)
    await beginDaysAt(12)
    await editDays(booking.id, [saturday, "2027-06-16"])
    expect(await readTimes(booking)).toEqual(["1: 12 00 – 13 00", "1: 16 12 – 17 12"])
    expect(await readTimes(next)).toEqual(["1: 13 00 – 14 00"])
    const [rental] = (await readRentals([booking.id])).get(booking.id) ?? []
    expect(rental?.periods).toEqual([...rentalPeriods([saturday], 0), ...rentalPeriods(["2027-06-16"], 12)])
    await editDays(booking.id, ["2027-06-16"])
    expect(await readTimes(booking)).toEqual(["1: 16 12 – 17 12"])
  })

  test("a refused request comes back in its own time", async () => {
    const { id } = await makeProduct()
    const booking = await book(id, saturday)
    await beginDaysAt(12)
    expect((await refuseBooking({ actor: camille, id: booking.id, at: now })).ok).toBe(true)
    expect(await readTimes(booking)).toEqual([])
    const [event] = await db
      .select()
      .from(recordedEvents)
      .where(sql`action = 'booking.refused'`)
    const undone = await undoAnswer(
      camille,
      { event: Number(event?.id), bookingId: booking.id, to: "refused", before: answerBefore.parse(event?.details) },
      now,
    )
    expect(undone).toMatchObject({ ok: true, value: { units: null } })
    expect(await readTimes(booking)).toEqual(["1: 12 00 – 13 00"])
  })
})

test("a shortened booking keeps the unit that the owner chose for one of its days", async () => {
  const { id } = await makeProduct({ stock: 2 })
  const booking = await book(id, saturday, sunday, monday)
  const move = { fromUnit: 1, toUnit: 2, days: [sunday, monday] }
  expect((await moveBookingToUnit(camille, booking.id, move, now)).ok).toBe(true)
  await editDays(booking.id, [saturday, sunday])
  expect(await readTimes(booking)).toEqual(["1: 12 00 – 13 00", "2: 13 00 – 14 00"])
})
