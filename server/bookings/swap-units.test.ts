import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
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
import { confirmBooking, refuseBooking } from "./answer.ts"
import { placeBooking } from "./place.ts"
import { holdDays } from "./cart/hold.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { readClosedUnits, unitDays } from "../../tests/unit-days.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { blockDays } from "../availability/block.ts"
import { findBookingsToSwap, swapUnits } from "./swap-units.ts"

const [day, next, third] = ["2027-06-12", "2027-06-13", "2027-06-14"] as const
let camille: Staff

async function swapsWith(
  productId: ProductId,
  place: { bookingId: BookingId; fromUnit: number; toUnit: number },
  at: Date,
) {
  return (await findBookingsToSwap(productId, { ...place, toUnits: [place.toUnit] }, at)).get(place.toUnit)
}

beforeEach(async () => {
  await makeFinanceSettings()
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

async function book(productId: ProductId, days: Day[] = [day]) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function readPlaces(...ids: BookingId[]): Promise<string[][]> {
  const places = ids.map(async (id) => {
    const rows = await db.select().from(unitDays).where(eq(unitDays.bookingId, id))
    return rows.map(({ unit, day: on, role }) => `${on.slice(8)} ${unit} ${role}`).toSorted()
  })
  return Promise.all(places)
}

describe("two rentals on a full day", () => {
  test("the rentals swap units with their preparation, and the record names both", async () => {
    const product = await makeProduct({ stock: 2, preparationDaysAfter: 1 })
    const [one, other] = [await book(product.id), await book(product.id)]
    expect(await readPlaces(one.id, other.id)).toEqual([
      ["12 1 rental", "13 1 preparation"],
      ["12 2 rental", "13 2 preparation"],
    ])
    const swapped = await swapUnits(camille, one.id, { fromUnit: 1, toUnit: 2, others: [other.id] }, now)
    expect(swapped).toMatchObject({ ok: true, value: { number: one.number, days: [day], fromUnit: 1, toUnit: 2 } })
    expect(await readPlaces(one.id, other.id)).toEqual([
      ["12 2 rental", "13 2 preparation"],
      ["12 1 rental", "13 1 preparation"],
    ])
    const moveEvents = await db
      .select()
      .from(recordedEvents)
      .where(sql`action like 'booking.unit%'`)
    expect(moveEvents.map(({ action, bookingId }) => [action, bookingId])).toEqual([
      ["booking.units-swapped", one.id],
      ["booking.unit-moved", other.id],
    ])
  })

  test("the swap includes every booking in the way, and no other", async () => {
    const product = await makeProduct({ stock: 2 })
    const [first, long, behind, later] = [
      await book(product.id, [day]),
      await book(product.id, [day, next]),
      await book(product.id, [next]),
      await book(product.id, [third]),
    ]
    const place = { bookingId: first.id, fromUnit: 1, toUnit: 2 }
    expect(await swapsWith(product.id, place, now)).toEqual([
      { bookingId: first.id, unit: 1 },
      { bookingId: long.id, unit: 2 },
      { bookingId: behind.id, unit: 1 },
    ])
    // A consent to a smaller group must be given again.
    const swap = { fromUnit: 1, toUnit: 2 }
    expect(await swapUnits(camille, first.id, { ...swap, others: [long.id] }, now)).toEqual({
      ok: false,
      error: { kind: "changed" },
    })
    expect((await swapUnits(camille, first.id, { ...swap, others: [long.id, behind.id] }, now)).ok).toBe(true)
    expect(await readPlaces(first.id, long.id, behind.id, later.id)).toEqual([
      ["12 2 rental"],
      ["12 1 rental", "13 1 rental"],
      ["13 2 rental"],
      ["14 1 rental"],
    ])
  })

  test("the swap keeps a day closed that the owner has blocked around them", async () => {
    const product = await makeProduct({ stock: 3 })
    const [one, other] = [await book(product.id), await book(product.id)]
    await blockDays(camille, { productId: product.id, days: [day] }, now)
    expect((await swapUnits(camille, one.id, { fromUnit: 1, toUnit: 2, others: [other.id] }, now)).ok).toBe(true)
    expect(await readClosedUnits(product.id)).toEqual([`${day} 3`])
  })
})

describe("refused swaps", () => {
  const place = (bookingId: BookingId) => ({ bookingId, fromUnit: 1, toUnit: 2 })

  test("a cart in the way prevents a swap", async () => {
    const product = await makeProduct({ stock: 2 })
    const one = await book(product.id)
    const forRent = await readProductForRent(product.id)
    if (!forRent) throw new Error("The product is not for rent")
    await holdDays({ party: ownAccountParty(await makeCustomer()), product: forRent, days: [day], at: now })
    expect(await swapsWith(product.id, place(one.id), now)).toBeNull()
  })

  test("a unit that is already out prevents a swap", async () => {
    const product = await makeProduct({ stock: 2 })
    const [one, other] = [await book(product.id, [day, next]), await book(product.id, [day, next])]
    const onTheDay = new Date(`${day}T12:00:00Z`)
    for (const { id } of [one, other]) await confirmBooking(camille, id, now)
    expect(await swapsWith(product.id, place(one.id), now)).toHaveLength(2)
    expect(await swapsWith(product.id, place(one.id), onTheDay)).toBeNull()
    expect(await swapUnits(camille, one.id, { fromUnit: 1, toUnit: 2, others: [other.id] }, onTheDay)).toEqual({
      ok: false,
      error: { kind: "changed" },
    })
  })

  test("a refused booking and a missing unit prevent a swap", async () => {
    const product = await makeProduct({ stock: 1 })
    const one = await book(product.id)
    expect(await swapUnits(camille, one.id, { fromUnit: 1, toUnit: 2, others: [] }, now)).toEqual({
      ok: false,
      error: { kind: "no-such-unit", units: 1 },
    })
    await refuseBooking({ actor: camille, id: one.id, at: now })
    expect(await swapUnits(camille, one.id, { fromUnit: 1, toUnit: 1, others: [] }, now)).toMatchObject({
      ok: false,
      error: { kind: "not-occupying" },
    })
  })
})
