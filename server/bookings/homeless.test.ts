import { asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
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
import { findDayAvailability } from "../availability/queries.ts"
import { listRepairs } from "../availability/units.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db, transaction } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { refuseBooking } from "./answer.ts"
import { readBookingVersion } from "./booking-version.ts"
import { deleteEndedCarts } from "./cart/delete-ended.ts"
import { holdDays } from "./cart/hold.ts"
import { changeStock } from "./change-stock.ts"
import { editBooking } from "./edit.ts"
import { moveBookingToUnit } from "./move-unit.ts"
import { placeBooking } from "./place.ts"
import { proposeEdit } from "./propose-edit.ts"
import { endRepair, planRepair } from "./repair-unit.ts"
import { retireUnit, returnUnit } from "./unit-service.ts"

const day = "2027-06-12"
let camille: Staff

beforeEach(async () => {
  await makeFinanceSettings()
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

const place = async (productId: ProductId, days: Day[] = [day]) =>
  placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(productId, days), at: now })

async function book(productId: ProductId, days: Day[] = [day]) {
  const placed = await place(productId, days)
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

/** The units by day; a question mark for a day without a unit. */
async function unitsOf(bookingId: BookingId): Promise<string[]> {
  const rows = await db.select().from(unitDays).where(eq(unitDays.bookingId, bookingId)).orderBy(asc(unitDays.day))
  return rows.map(({ day: on, unit }) => `${on.slice(8)} ${unit < 0 ? "?" : unit}`)
}

const freeDay = async (id: ProductId, on: Day) => {
  const [product] = await db.select().from(products).where(eq(products.id, id))
  if (!product) throw new Error("The product is gone")
  return (
    await findDayAvailability([{ ...product, plans: [usualDayPlan], rules: [] }], on, { customerId: null, at: now })
  ).get(id)?.free
}

const retire = (productId: ProductId, number: number, accepted: BookingId[]) =>
  retireUnit({ actor: camille, key: { productId, number }, accepted, at: now })

/** The first of two bookings has lost its unit, the other has unit 2. */
async function makeHomeless(name: string, days: Day[] = [day]) {
  const { id } = await makeProduct({ name, stock: 2 })
  const [homeless, other] = [await book(id, days), await book(id, days)]
  expect((await retire(id, 1, [homeless.id])).ok).toBe(true)
  return { id, homeless, other }
}

const events = async (bookingId: BookingId) =>
  (
    await db
      .select()
      .from(recordedEvents)
      .where(eq(recordedEvents.subjectId, bookingId))
      .orderBy(asc(recordedEvents.id))
  ).map(({ action }) => action)

describe("a rental without a unit", () => {
  test("it still counts: neither calendar nor search offers the unit it needs, and nobody can claim it", async () => {
    const { id, homeless, other } = await makeHomeless("Juke-box")
    expect(await unitsOf(homeless.id)).toEqual(["12 ?"])
    expect(await unitsOf(other.id)).toEqual(["12 2"])
    expect(await freeDay(id, day)).toBe(false)
    expect(await freeDay(id, "2027-06-13")).toBe(true)
    expect(await place(id)).toMatchObject({ ok: false, error: { kind: "days-taken", days: [day] } })
  })

  test("of three units with one free, a rental without a unit that needs it longer leaves none on its day", async () => {
    const { id } = await makeProduct({ stock: 3 })
    const week: Day[] = ["2027-06-11", "2027-06-12", "2027-06-13"]
    const homeless = await book(id, week)
    const [friday, sunday] = [await book(id, ["2027-06-11"]), await book(id, ["2027-06-13"])]
    await moveBookingToUnit(camille, sunday.id, { fromUnit: 2, toUnit: 3 }, now)
    expect([await unitsOf(friday.id), await unitsOf(sunday.id)]).toEqual([["11 2"], ["13 3"]])
    await retire(id, 1, [homeless.id])
    expect(await unitsOf(homeless.id)).toEqual(["11 ?", "12 ?", "13 ?"])
    expect(await freeDay(id, "2027-06-11")).toBe(false)
    expect(await freeDay(id, "2027-06-12")).toBe(true)
    await refuseBooking({ actor: camille, id: friday.id, at: now })
    expect(await unitsOf(homeless.id)).toEqual(["11 2", "12 2", "13 2"])
  })

  test("it takes the unit of a booking that ends, before any customer", async () => {
    const { id, homeless, other } = await makeHomeless("Borne")
    await refuseBooking({ actor: camille, id: other.id, at: now })
    expect(await unitsOf(homeless.id)).toEqual(["12 2"])
    expect(await freeDay(id, day)).toBe(false)
    expect((await events(homeless.id)).slice(-2)).toEqual(["booking.unhoused", "booking.rehoused"])
  })

  test("it takes the unit of a booking that moves away", async () => {
    const { id, homeless, other } = await makeHomeless("Miroir")
    await transaction((tx) => changeStock(tx, id, 2, now))
    expect(await unitsOf(homeless.id)).toEqual(["12 3"])
    await moveBookingToUnit(camille, homeless.id, { fromUnit: 3, toUnit: 2 }, now)
    expect(await unitsOf(other.id)).toEqual(["12 2"])
  })

  test("it is not in the way of a rental that keeps its unit and takes a day more", async () => {
    const { id, homeless, other } = await makeHomeless("Cabine")
    const change = { rentals: [{ position: 1, days: [day, "2027-06-13"] as Day[] }] }
    const proposed = await proposeEdit(other.id, change, now)
    if (!proposed.ok) throw new Error(proposed.error.kind)
    const edited = await editBooking({
      actor: camille,
      id: other.id,
      change,
      expectedVersion: await readBookingVersion(other.id),
      expectedTotal: proposed.value.after.total,
      message: null,
      at: now,
    })
    expect(edited.ok).toBe(true)
    expect([await unitsOf(other.id), await unitsOf(homeless.id)]).toEqual([["12 2", "13 2"], ["12 ?"]])
    expect(await freeDay(id, "2027-06-13")).toBe(false)
  })

  test("it takes a unit that returns to service", async () => {
    const { id, homeless } = await makeHomeless("Anneau")
    expect((await returnUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })).ok).toBe(true)
    expect(await unitsOf(homeless.id)).toEqual(["12 1"])
  })

  test("it takes the unit whose repair ends, only when that is free for its whole range", async () => {
    const { id } = await makeProduct()
    const key = { productId: id, number: 1 }
    const [long, short] = [await book(id, ["2027-06-12", "2027-06-13"]), await book(id, ["2027-06-20"])]
    for (const lastDay of ["2027-06-12", "2027-06-20"] as const) {
      const days = { firstDay: lastDay, lastDay }
      const accepted = [long.id, short.id]
      expect(await planRepair({ actor: camille, key, days, accepted, at: now })).toMatchObject({ ok: true })
    }
    expect([await unitsOf(long.id), await unitsOf(short.id)]).toEqual([["12 ?", "13 ?"], ["20 ?"]])
    expect(await freeDay(id, "2027-06-13")).toBe(false)
    const [first, second] = await listRepairs(id, now)
    await endRepair(camille, key, second?.id ?? 0, now)
    expect([await unitsOf(long.id), await unitsOf(short.id)]).toEqual([["12 ?", "13 ?"], ["20 1"]])
    await endRepair(camille, key, first?.id ?? 0, now)
    expect(await unitsOf(long.id)).toEqual(["12 1", "13 1"])
  })

  test("it takes the unit of a cart whose hold has ended", async () => {
    const { id } = await makeProduct()
    const key = { productId: id, number: 1 }
    const homeless = await book(id)
    const days = { firstDay: day, lastDay: day } as const
    await planRepair({ actor: camille, key, days, accepted: [homeless.id], at: now })
    await transaction((tx) => changeStock(tx, id, 2, now))
    expect(await unitsOf(homeless.id)).toEqual(["12 2"])
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    await endRepair(camille, key, (await listRepairs(id, now))[0]?.id ?? 0, now)
    await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: now })
    await retire(id, 2, [homeless.id])
    expect(await unitsOf(homeless.id)).toEqual(["12 ?"])
    await deleteEndedCarts(new Date(now.getTime() + 31 * 60_000))
    expect(await unitsOf(homeless.id)).toEqual(["12 1"])
  })

  test("it cannot move to a taken unit, nor twice", async () => {
    const { id, homeless, other } = await makeHomeless("Totem")
    const request = { fromUnit: null, toUnit: 2, days: [day] as Day[] }
    expect(await moveBookingToUnit(camille, homeless.id, request, now)).toMatchObject({
      ok: false,
      error: { kind: "unit-taken", by: [{ kind: "booking", id: other.id }] },
    })
    await returnUnit({ actor: camille, key: { productId: id, number: 1 }, at: now })
    expect(await moveBookingToUnit(camille, homeless.id, request, now)).toEqual({
      ok: false,
      error: { kind: "changed" },
    })
  })

  test("no customer is faster than it when a booking ends", async () => {
    for (let round = 0; round < 6; round++) {
      const { id, homeless, other } = await makeHomeless(`Course ${round}`)
      const [, ...placed] = await Promise.all([
        refuseBooking({ actor: camille, id: other.id, at: now }),
        place(id),
        place(id),
      ])
      expect(placed.map(({ ok }) => ok)).toEqual([false, false])
      expect(await unitsOf(homeless.id)).toEqual(["12 2"])
    }
  })

  test("the owner moves it to the unit of a cart as soon as the hold ends", async () => {
    const { id, homeless, other } = await makeHomeless("Arcade")
    await transaction((tx) => changeStock(tx, id, 2, now))
    await refuseBooking({ actor: camille, id: other.id, at: now })
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: now })
    await retire(id, 3, [homeless.id])
    const ended = new Date(now.getTime() + 31 * 60_000)
    const request = { fromUnit: null, toUnit: 2, days: [day] as Day[] }
    expect(await moveBookingToUnit(camille, homeless.id, request, now)).toMatchObject({ ok: false })
    expect(await moveBookingToUnit(camille, homeless.id, request, ended)).toMatchObject({
      ok: true,
      value: { fromUnit: null, toUnit: 2 },
    })
    expect(await unitsOf(homeless.id)).toEqual(["12 2"])
  })

  test("its refusal is undone as it was: without a unit, until one is free", async () => {
    const { homeless, other } = await makeHomeless("Cabine")
    const refused = await refuseBooking({ actor: camille, id: homeless.id, at: now })
    if (!refused.ok) throw new Error(refused.error.kind)
    expect(await unitsOf(homeless.id)).toEqual([])
    expect(await undoEvent(camille, refused.value.eventId, now)).toMatchObject({ ok: true })
    expect(await unitsOf(homeless.id)).toEqual(["12 ?"])
    await refuseBooking({ actor: camille, id: other.id, at: now })
    expect(await unitsOf(homeless.id)).toEqual(["12 2"])
  })

  test("a refused booking does not come back once a rental without a unit has its unit", async () => {
    const { homeless, other } = await makeHomeless("Arche")
    const refused = await refuseBooking({ actor: camille, id: other.id, at: now })
    if (!refused.ok) throw new Error(refused.error.kind)
    expect(await undoEvent(camille, refused.value.eventId, now)).toMatchObject({ ok: false })
    expect(await unitsOf(homeless.id)).toEqual(["12 2"])
  })
})
