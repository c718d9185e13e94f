import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { refuseBooking } from "./answer.ts"
import { placeBooking } from "./place.ts"
import { holdDays } from "./cart/hold.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { readClosedUnits, unitDays } from "../../tests/unit-days.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { blockDays } from "../availability/block.ts"
import { moveBookingToUnit } from "./move-unit.ts"

const day = "2027-06-12"
const next = "2027-06-13"
let camille: Staff

beforeEach(async () => {
  await makeFinanceSettings()
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

async function book(productId: ProductId, days: Day[] = [day]) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer({ name: "Lila Morel" })),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function readPlaces(bookingId: BookingId): Promise<string[]> {
  const rows = await db.select().from(unitDays).where(eq(unitDays.bookingId, bookingId))
  return rows.map(({ unit, day: on, role }) => `${on.slice(8)} ${unit} ${role}`).sort()
}

describe("moving a booking to another unit", () => {
  test("a booking moves to another unit with its preparation, and the record names both units", async () => {
    const product = await makeProduct({ stock: 2, preparationDaysAfter: 1 })
    const booking = await book(product.id)
    const moved = await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2 }, now)
    expect(moved).toMatchObject({ ok: true, value: { number: booking.number, days: [day], fromUnit: 1, toUnit: 2 } })
    expect(await readPlaces(booking.id)).toEqual(["12 2 rental", "13 2 preparation"])
    const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.action, "booking.unit-moved"))
    expect(event).toMatchObject({
      bookingId: booking.id,
      actorName: "Camille",
      details: { fromUnit: 1, toUnit: 2, days: [day] },
    })
  })

  test("a booking can be moved for one of its days only", async () => {
    const booking = await book((await makeProduct({ stock: 2 })).id, [day, next])
    expect((await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2, days: [next] }, now)).ok).toBe(true)
    expect(await readPlaces(booking.id)).toEqual(["12 1 rental", "13 2 rental"])
  })

  test("a booking cannot move to a unit of another booking, and the error names it", async () => {
    const product = await makeProduct({ stock: 2 })
    const [one, other] = [await book(product.id), await book(product.id)]
    expect(await moveBookingToUnit(camille, one.id, { fromUnit: 1, toUnit: 2 }, now)).toEqual({
      ok: false,
      error: {
        kind: "unit-taken",
        days: [day],
        by: [{ kind: "booking", id: other.id, number: other.number, clientName: "Lila Morel" }],
      },
    })
    expect(await readPlaces(one.id)).toEqual(["12 1 rental"])
  })

  test("a booking cannot move to a unit held by a cart, until the hold has ended", async () => {
    const product = await readProductForRent((await makeProduct({ stock: 2 })).id)
    if (!product) throw new Error("The product is not for rent")
    const booking = await book(product.id)
    await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: now })
    expect(await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2 }, now)).toMatchObject({
      ok: false,
      error: { by: [{ kind: "cart" }] },
    })
    const ended = new Date(now.getTime() + 31 * 60_000)
    expect((await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2 }, ended)).ok).toBe(true)
  })

  test("a booking moves on a closed day, which stays closed", async () => {
    const product = await makeProduct({ stock: 2 })
    const booking = await book(product.id)
    await blockDays(camille, { productId: product.id, days: [day] }, now)
    expect((await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2 }, now)).ok).toBe(true)
    const rows = await db.select().from(unitDays).where(eq(unitDays.productId, product.id)).orderBy(unitDays.unit)
    expect(rows.map(({ unit, kind }) => `${unit} ${kind}`)).toEqual(["2 booking"])
    expect(await readClosedUnits(product.id)).toEqual([`${day} 1`])
  })

  test("a missing booking or unit, or a booking without units, does not move", async () => {
    const booking = await book((await makeProduct({ stock: 2 })).id)
    const move = (id: BookingId, fromUnit: number, toUnit: number) =>
      moveBookingToUnit(camille, id, { fromUnit, toUnit }, now)
    expect(await move(booking.id, 2, 1)).toEqual({ ok: false, error: { kind: "changed" } })
    expect(await move(booking.id, 1, 3)).toEqual({ ok: false, error: { kind: "no-such-unit", units: 2 } })
    expect(await move(booking.id, 1, 0)).toEqual({ ok: false, error: { kind: "no-such-unit", units: 2 } })
    expect(await move("00000000-0000-4000-8000-000000000000", 1, 2)).toEqual({
      ok: false,
      error: { kind: "not-found" },
    })
    await refuseBooking({ actor: camille, id: booking.id, at: now })
    expect(await move(booking.id, 1, 2)).toEqual({ ok: false, error: { kind: "not-occupying", status: "refused" } })
  })
})

describe("two administrators and a customer at once", () => {
  test("concurrent moves never put two bookings on one unit, and lose none", async () => {
    const sasha: Staff = { kind: "administrator", id: (await makeAdministrator("Sasha")).id, name: "Sasha" }
    let moves = 0
    for (let round = 0; round < 6; round++) {
      const product = await makeProduct({ stock: 3, preparationDaysAfter: round % 2 })
      const [one, other] = [await book(product.id), await book(product.id)]
      // Both move to the third unit, which a customer also tries to book.
      const [first, second, placed] = await Promise.all([
        moveBookingToUnit(camille, one.id, { fromUnit: 1, toUnit: 3 }, now),
        moveBookingToUnit(sasha, other.id, { fromUnit: 2, toUnit: 3 }, now),
        placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(product.id, [day]), at: now }),
      ])
      moves += [first, second].filter(({ ok }) => ok).length
      expect(first.ok && second.ok).toBe(false)
      for (const answer of [first, second]) if (!answer.ok) expect(answer.error.kind).toBe("unit-taken")
      // The customer gets the remaining place, whichever unit it is.
      expect(placed.ok).toBe(true)
      const rented = await db.execute(sql`
        select booking_id from unit_days where product_id = ${product.id} and day = ${day} and kind = 'booking' and role = 'rental'`)
      expect(new Set(rented.rows.map(({ booking_id }) => booking_id)).size).toBe(3)
    }
    expect(moves).toBeGreaterThan(0)
  })

  test("concurrent moves of a booking to two units move it once, entirely", async () => {
    const product = await makeProduct({ stock: 3, preparationDaysAfter: 1 })
    const booking = await book(product.id, [day, next])
    const answers = await Promise.all(
      [2, 3].map((toUnit) => moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit }, now)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: { kind: "changed" } })
    const unit = (await readPlaces(booking.id))[0]?.split(" ")[1]
    expect(await readPlaces(booking.id)).toEqual([`12 ${unit} rental`, `13 ${unit} rental`, `14 ${unit} preparation`])
  })
})
