import { asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import { usualDayPlan } from "../../domain/pricing/rate-plan.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { findDayAvailability, readProductCalendar } from "../availability/queries.ts"
import { listRepairs, listUnits, readUnit } from "../availability/units.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db, transaction } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { confirmBooking } from "./answer.ts"
import { holdDays } from "./cart/hold.ts"
import { changeStock } from "./change-stock.ts"
import { placeBooking } from "./place.ts"
import { removeProduct } from "./remove-product.ts"
import { endRepair, planRepair } from "./repair-unit.ts"
import { retireUnit, returnUnit, saveUnit } from "./unit-service.ts"

const day = "2027-06-12"
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

async function unitsOf(bookingId: BookingId): Promise<number[]> {
  const rows = await db.select().from(unitDays).where(eq(unitDays.bookingId, bookingId))
  return [...new Set(rows.map(({ unit }) => unit))]
}

const inService = async (productId: ProductId) =>
  (await listUnits(productId)).flatMap(({ number, retiredOn }) => (retiredOn === null ? number : []))
const acts = async (productId: ProductId) =>
  (
    await db
      .select()
      .from(recordedEvents)
      .where(eq(recordedEvents.subjectId, productId))
      .orderBy(asc(recordedEvents.id))
  ).map(({ action, details }) => ({ action, details }))
const freeDay = async (id: ProductId, on: Day, at = now) => {
  const [product] = await db.select().from(products).where(eq(products.id, id))
  if (!product) throw new Error("The product is gone")
  return (
    await findDayAvailability([{ ...product, plans: [usualDayPlan], rules: [] }], on, { customerId: null, at })
  ).get(id)?.free
}

describe("a unit's details", () => {
  test("label, serial number and first day of service are saved, and recorded with the unit's number", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const key = { productId: id, number: 2 }
    const typed = { label: "Chêne", serialNumber: "PB-2023-014", acquiredOn: "2023-04-01" as const, personId: null }
    const loaded = (await readUnit(key))?.updatedAt ?? null
    expect(await saveUnit({ actor: camille, key, typed, loaded, at: now })).toMatchObject({ ok: true })
    expect(await readUnit(key)).toMatchObject(typed)
    expect(await acts(id)).toMatchObject([
      { action: "unit.saved", details: { unitNumber: 2, changed: ["label", "serialNumber", "acquiredOn"] } },
    ])
  })

  test("a form loaded before another save is refused", async () => {
    const { id } = await makeProduct()
    const key = { productId: id, number: 1 }
    const loaded = (await readUnit(key))?.updatedAt ?? null
    const typed = { label: "Chêne", serialNumber: null, acquiredOn: null, personId: null }
    await saveUnit({ actor: camille, key, typed, loaded, at: now })
    const late = await saveUnit({ actor: camille, key, typed: { ...typed, label: "Noyer" }, loaded, at: now })
    expect(late).toMatchObject({ ok: false, error: { kind: "stale", fields: ["label"], by: "Camille" } })
  })

  test("a customer cannot become a unit's host", async () => {
    const { id } = await makeProduct()
    const customer = await makeCustomer()
    const key = { productId: id, number: 1 }
    const typed = { label: null, serialNumber: null, acquiredOn: null, personId: customer.id }
    const loaded = (await readUnit(key))?.updatedAt ?? null
    const answer = await saveUnit({ actor: camille, key, typed, loaded, at: now })
    expect(answer).toEqual({ ok: false, error: { kind: "no-such-person" } })
  })

  test("the number of a missing unit is refused", async () => {
    const { id } = await makeProduct()
    const typed = { label: "Chêne", serialNumber: null, acquiredOn: null, personId: null }
    const answer = await saveUnit({ actor: camille, key: { productId: id, number: 7 }, typed, loaded: null, at: now })
    expect(answer).toEqual({ ok: false, error: { kind: "gone" } })
  })
})

describe("retiring a unit", () => {
  test("any unit can be retired: the stock falls, and the others keep their numbers and bookings", async () => {
    const { id } = await makeProduct({ name: "Juke-box", stock: 3 })
    const bookings = [await book(id), await book(id)]
    expect(await retireUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })).toMatchObject({ ok: true })
    expect(await inService(id)).toEqual([2, 3])
    expect(
      await db
        .select({ stock: products.stock, retired: products.retiredUnits })
        .from(products)
        .where(eq(products.id, id)),
    ).toEqual([{ stock: 2, retired: [1] }])
    expect(await Promise.all(bookings.map((booking) => unitsOf(booking.id)))).toEqual([[3], [2]])
    expect(await freeDay(id, day)).toBe(false)
    expect(await freeDay(id, "2027-06-13")).toBe(true)
    const later = await book(id, ["2027-06-20"])
    expect(await unitsOf(later.id)).toEqual([2])
    expect(await acts(id)).toContainEqual({ action: "unit.retired", details: { unitNumber: 1 } })
  })

  test("a unit is not retired before the owner accepts which bookings lose it", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const [booking, other] = [await book(id), await book(id)]
    const refused = await retireUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })
    expect(refused).toEqual({
      ok: false,
      error: {
        kind: "needs-consent",
        bookings: [{ id: booking.id, number: booking.number, clientName: "Lila Morel", days: [day], toUnit: null }],
      },
    })
    expect(await inService(id)).toEqual([1, 2])
    expect(
      await retireUnit({ actor: camille, key: { productId: id, number: 1 }, accepted: [booking.id], at: now }),
    ).toMatchObject({ ok: true, value: [{ id: booking.id, toUnit: null }] })
    expect(await inService(id)).toEqual([2])
    expect(await unitsOf(other.id)).toEqual([2])
    expect((await unitsOf(booking.id)).every((unit) => unit < 0)).toBe(true)
  })

  test("a unit that a cart holds is not retired while no other unit is free", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: now })
    await book(id)
    expect(await retireUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })).toMatchObject({
      ok: false,
      error: { kind: "still-booked", holds: 1 },
    })
  })

  test("the last unit in service stays", async () => {
    const { id } = await makeProduct()
    const refused = await retireUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })
    expect(refused).toEqual({ ok: false, error: { kind: "last-unit" } })
  })

  test("a retired unit comes back with its number", async () => {
    const { id } = await makeProduct({ stock: 2 })
    await retireUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })
    expect(await returnUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })).toMatchObject({ ok: true })
    expect(await returnUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })).toEqual({
      ok: false,
      error: { kind: "unchanged" },
    })
    expect(await inService(id)).toEqual([1, 2])
    expect(await db.select({ retired: products.retiredUnits }).from(products).where(eq(products.id, id))).toEqual([
      { retired: [] },
    ])
  })

  test("a higher stock adds a number and leaves the retired unit retired; a lower one retires the highest", async () => {
    const { id } = await makeProduct({ stock: 2 })
    await retireUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })
    await transaction((tx) => changeStock(tx, id, 3, now))
    expect(await inService(id)).toEqual([2, 3, 4])
    await transaction((tx) => changeStock(tx, id, 1, now))
    expect(await inService(id)).toEqual([2])
  })

  test("a removed product comes back with its units", async () => {
    const { id } = await makeProduct({ stock: 3 })
    const typed = { label: "Noyer", serialNumber: "PB-2", acquiredOn: null, personId: null }
    const loaded = (await readUnit({ productId: id, number: 3 }))?.updatedAt ?? null
    await saveUnit({ actor: camille, key: { productId: id, number: 3 }, typed, loaded, at: now })
    await retireUnit({ actor: camille, key: { productId: id, number: 2 }, at: now })
    const removed = await removeProduct(camille, id, now)
    if (!removed.ok) throw new Error(removed.error.kind)
    expect(await undoEvent(camille, removed.value.eventId, now)).toMatchObject({ ok: true })
    expect(await inService(id)).toEqual([1, 3])
    expect(await readUnit({ productId: id, number: 3 })).toMatchObject(typed)
  })
})

describe("a repair", () => {
  const days = { firstDay: "2027-06-11", lastDay: "2027-06-15" } as const

  test("a unit in repair is free for nobody, and the other unit stays for rent", async () => {
    const { id } = await makeProduct({ name: "Miroir", stock: 2 })
    expect(await planRepair({ actor: camille, key: { productId: id, number: 1 }, days, at: now })).toMatchObject({
      ok: true,
    })
    expect(await unitsOf((await book(id)).id)).toEqual([2])
    expect(await freeDay(id, day)).toBe(false)
    expect(await freeDay(id, "2027-06-16")).toBe(true)
    expect(await listRepairs(id, now)).toMatchObject([{ unit: 1, ...days }])
    expect(await acts(id)).toEqual([{ action: "unit.repair-planned", details: { unitNumber: 1, ...days } }])
  })

  test("a repair moves a booking to a free unit, and tells which", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const booking = await book(id)
    expect(await planRepair({ actor: camille, key: { productId: id, number: 1 }, days, at: now })).toMatchObject({
      ok: true,
      value: { ...days, vacated: [{ id: booking.id, days: [day], toUnit: 2 }] },
    })
    expect(await unitsOf(booking.id)).toEqual([2])
  })

  test("a repair begins when the rental under way ends, whose machine it is", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const today = dayInParis(now)
    const booking = await book(id, [addDays(today, 1)])
    await confirmBooking(camille, booking.id, now)
    const [key, during] = [{ productId: id, number: 1 }, new Date(now.getTime() + 24 * 3_600_000)]
    const plan = (lastDay: Day) =>
      planRepair({ actor: camille, key, days: { firstDay: addDays(today, 1), lastDay }, at: during })
    expect(await plan(addDays(today, 1))).toMatchObject({
      ok: false,
      error: { kind: "unit-taken", by: [{ kind: "booking", number: booking.number }] },
    })
    expect(await plan(addDays(today, 4))).toMatchObject({
      ok: true,
      value: { firstDay: addDays(today, 2), lastDay: addDays(today, 4), vacated: [] },
    })
    expect(await unitsOf(booking.id)).toEqual([1])
  })

  test("a cart stops a repair until its hold ends", async () => {
    const { id } = await makeProduct()
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: now })
    const refused = await planRepair({ actor: camille, key: { productId: id, number: 1 }, days, at: now })
    expect(refused).toMatchObject({ ok: false, error: { kind: "unit-taken", by: [{ kind: "cart" }] } })
    const later = new Date(now.getTime() + 24 * 3_600_000)
    expect(await planRepair({ actor: camille, key: { productId: id, number: 1 }, days, at: later })).toMatchObject({
      ok: true,
    })
  })

  test("two repairs of a unit do not overlap, and a retired unit takes none", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const key = { productId: id, number: 1 }
    await planRepair({ actor: camille, key, days, at: now })
    expect(
      await planRepair({ actor: camille, key, days: { firstDay: day, lastDay: "2027-06-20" }, at: now }),
    ).toMatchObject({
      ok: false,
      error: { kind: "unit-taken", by: [{ kind: "repair" }] },
    })
    await retireUnit({ actor: camille, key: { productId: id, number: 2 }, at: now })
    expect(await planRepair({ actor: camille, key: { productId: id, number: 2 }, days, at: now })).toEqual({
      ok: false,
      error: { kind: "retired" },
    })
  })

  test("a repair that has begun ends the day before, and the unit is free again", async () => {
    const { id } = await makeProduct()
    const key = { productId: id, number: 1 }
    await planRepair({ actor: camille, key, days, at: now })
    const [repair] = await listRepairs(id, now)
    const during = new Date("2027-06-13T09:00:00Z")
    expect(await endRepair(camille, key, repair?.id ?? 0, during)).toMatchObject({ ok: true })
    const rows = await db.select().from(unitDays).where(eq(unitDays.productId, id))
    expect(rows.map((row) => row.day)).toEqual(["2027-06-11", "2027-06-12"])
    expect(await freeDay(id, "2027-06-14", during)).toBe(true)
    expect(await acts(id)).toContainEqual({ action: "unit.repair-ended", details: { unitNumber: 1, ...days } })
    expect(await endRepair(camille, key, repair?.id ?? 0, during)).toEqual({ ok: false, error: { kind: "gone" } })
  })

  test("a repair that has not begun is removed whole", async () => {
    const { id } = await makeProduct()
    const key = { productId: id, number: 1 }
    await planRepair({ actor: camille, key, days, at: now })
    const [repair] = await listRepairs(id, now)
    await endRepair(camille, key, repair?.id ?? 0, now)
    expect(await listRepairs(id, now)).toEqual([])
    expect(await acts(id)).toContainEqual({ action: "unit.repair-removed", details: { unitNumber: 1, ...days } })
  })

  test("a unit is not retired when the others are in repair on its booked day", async () => {
    const { id } = await makeProduct({ stock: 2 })
    await planRepair({ actor: camille, key: { productId: id, number: 1 }, days, at: now })
    const booking = await book(id)
    expect(await retireUnit({ actor: camille, key: { productId: id, number: 2 }, at: now })).toMatchObject({
      ok: false,
      error: { kind: "needs-consent", bookings: [{ id: booking.id }] },
    })
  })
})

test("the calendar counts only the units in service", async () => {
  const { id } = await makeProduct({ stock: 2 })
  await retireUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })
  const [product] = await db.select().from(products).where(eq(products.id, id))
  if (!product) throw new Error("The product is gone")
  const calendar = await readProductCalendar(product, day, day, { customerId: null, at: now })
  expect(calendar.stock).toMatchObject({ units: 1, retiredUnits: [1] })
})
