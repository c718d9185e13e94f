import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { BookingHours } from "../../domain/booking/hours.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { placeBooking } from "../bookings/place.ts"
import { planRepair } from "../bookings/repair-unit.ts"
import { db } from "../platform/database.server.ts"
import { setHours, readHours } from "./hours.ts"

let camille: Staff
const [friday, saturday, sunday] = ["2027-06-11", "2027-06-12", "2027-06-13"] as const
const early = { from: "10:00", to: "11:00" } as const
const late = { from: "12:00", to: "13:30" } as const

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings({ rentalDayStartsAt: 12 })
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

async function book(productId: ProductId, ...days: Day[]) {
  const party = ownAccountParty(await makeCustomer())
  const placed = await placeBooking({ party, order: makeOrder(productId, days), at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function readTimes({ id }: { id: BookingId }) {
  const clock = (range: string) =>
    sql.raw(`to_char(lower(${range}) at time zone 'Europe/Paris', 'DD HH24:MI') || ' – ' ||
      to_char(upper(${range}) at time zone 'Europe/Paris', 'DD HH24:MI')`)
  const { rows } = await db.execute<{ held: string; rented: string }>(sql`
    select ${clock("during")} as held, ${clock("rented")} as rented from occupancy where booking_id = ${id} order by during`)
  return rows.map(({ held, rented }) => (held === rented ? held : `${held} (${rented})`))
}

const agree = (booking: { id: BookingId }, typed: BookingHours) =>
  setHours({ actor: camille, bookingId: booking.id, typed, at: now })

describe("hours agreed beyond the rental (D61)", () => {
  test("the occupied time grows with them, and shrinks when they are taken back", async () => {
    const booking = await book((await makeProduct()).id, saturday)
    expect((await agree(booking, { out: early, back: late })).ok).toBe(true)
    expect(await readTimes(booking)).toEqual(["12 10:00 – 13 13:30"])
    expect((await agree(booking, { out: { from: "14:00", to: "15:00" }, back: late })).ok).toBe(true)
    expect(await readTimes(booking)).toEqual(["12 12:00 – 13 13:30"])
    expect((await agree(booking, { out: null, back: null })).ok).toBe(true)
    expect(await readTimes(booking)).toEqual(["12 12:00 – 13 12:00"])
  })

  test("nobody else can rent the day that they reach into", async () => {
    const product = await makeProduct()
    const booking = await book(product.id, saturday)
    await agree(booking, { out: early, back: null })
    await expect(book(product.id, friday)).rejects.toThrow("days-taken")
    await agree(booking, { out: null, back: null })
    expect(await readTimes(await book(product.id, friday))).toEqual(["11 12:00 – 12 12:00"])
  })

  test("a booking in the way is named with its time, and nothing changes", async () => {
    const product = await makeProduct()
    const [before, booking] = [await book(product.id, friday), await book(product.id, saturday)]
    expect(await agree(booking, { out: early, back: late })).toMatchObject({
      error: {
        kind: "in-the-way",
        conflict: {
          leg: "out",
          unit: 1,
          holder: { kind: "booking", number: before.number },
          until: "2027-06-12T10:00:00.000Z",
        },
      },
    })
    expect(await readTimes(booking)).toEqual(["12 12:00 – 13 12:00"])
    expect((await readHours([booking.id])).size).toBe(0)
  })

  test("a repair in the way of the collection is named", async () => {
    const product = await makeProduct()
    const booking = await book(product.id, saturday)
    await planRepair({
      actor: camille,
      key: { productId: product.id, number: 1 },
      days: { firstDay: sunday, lastDay: sunday },
      at: now,
    })
    expect(await agree(booking, { out: early, back: late })).toMatchObject({
      error: { conflict: { leg: "back", holder: { kind: "repair" }, from: "2027-06-13T10:00:00.000Z" } },
    })
    expect((await agree(booking, { out: early, back: null })).ok).toBe(true)
  })

  test("preparation stays where it is", async () => {
    const product = await makeProduct({ preparationDaysBefore: 1, preparationDaysAfter: 1 })
    const booking = await book(product.id, saturday)
    await agree(booking, { out: early, back: late })
    expect(await readTimes(booking)).toEqual(["11 12:00 – 14 12:00 (12 10:00 – 13 13:30)"])
    await agree(booking, { out: null, back: null })
    expect(await readTimes(booking)).toEqual(["11 12:00 – 14 12:00 (12 12:00 – 13 12:00)"])
  })

  test("hours inside the rental, and any on whole calendar days, change no time", async () => {
    const booking = await book((await makeProduct()).id, saturday)
    await agree(booking, { out: { from: "15:00", to: "16:00" }, back: { from: "08:00", to: "09:00" } })
    expect(await readTimes(booking)).toEqual(["12 12:00 – 13 12:00"])
    await makeFinanceSettings({ rentalDayStartsAt: 0 })
    const whole = await book((await makeProduct()).id, saturday)
    await agree(whole, { out: { from: "08:00", to: "09:00" }, back: { from: "22:00", to: "23:00" } })
    expect(await readTimes(whole)).toEqual(["12 00:00 – 13 00:00"])
  })
})
