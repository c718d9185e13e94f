import { eq, sql } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { customerDay, wantedTimes } from "../../domain/availability/calendar.ts"
import { type Day, addDays } from "../../domain/day.ts"
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
import { occupyDay, unitDays } from "../../tests/unit-days.ts"
import { refuseBooking } from "../bookings/answer.ts"
import { holdDays } from "../bookings/cart/hold.ts"
import { changeStock } from "../bookings/change-stock.ts"
import { moveBookingToUnit } from "../bookings/move-unit.ts"
import { placeBooking } from "../bookings/place.ts"
import { planRepair } from "../bookings/repair-unit.ts"
import { retireUnit } from "../bookings/unit-service.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db, transaction } from "../platform/database.server.ts"
import { financeSettings } from "../platform/schema/settings.ts"
import { closeRemainingUnits, reopenDays } from "./block.ts"
import { withClaimRetry } from "./claim.ts"
import { findDayAvailability, readProductCalendar } from "./queries.ts"
import { reclaimRentals } from "./rentals.ts"

let camille: Staff

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

const beginDaysAt = (hour: number) => db.update(financeSettings).set({ rentalDayStartsAt: hour })

async function book(productId: ProductId, days: readonly Day[]) {
  const party = ownAccountParty(await makeCustomer())
  return placeBooking({ party, order: makeOrder(productId, days), at: now })
}

async function editDays(productId: ProductId, bookingId: BookingId, days: readonly Day[]) {
  const calendar = await readProductCalendar(await requireProduct(productId), "2027-06-01", "2027-07-31", {
    customerId: null,
    at: now,
  })
  const periods = wantedTimes(days, calendar).map(({ rented }) => rented)
  const rentals = [{ position: 1, productId, dates: days, periods }]
  return withClaimRetry((tx) => reclaimRentals(tx, { bookingId, rentals, customerId: null, at: now }))
}

async function requireProduct(productId: ProductId) {
  const product = await readProductForRent(productId)
  if (!product) throw new Error("The product is not for rent")
  return product
}

const readRanges = async () =>
  (
    await db.execute<{ from: string; hours: number }>(sql`
      select to_char(lower(during) at time zone 'Europe/Paris', 'YYYY-MM-DD HH24:MI') as from,
        (extract(epoch from upper(during) - lower(during)) / 3600)::integer as hours
      from occupancy order by lower(during)`)
  ).rows

describe("a rental day that begins at noon", () => {
  beforeEach(() => beginDaysAt(12))

  test.each([
    ["2027-06-12", 24],
    // The clocks change in the night to Sunday.
    ["2028-03-25", 23],
    ["2027-10-30", 25],
  ] as const)("the rental of %s has %d hours, and the next day is free", async (day, hours) => {
    const { id } = await makeProduct()
    expect((await book(id, [day])).ok).toBe(true)
    expect(await readRanges()).toEqual([{ from: `${day} 12:00`, hours }])
    expect(await book(id, [day])).toMatchObject({ error: { kind: "days-taken", days: [day] } })
    expect((await book(id, [addDays(day, 1)])).ok).toBe(true)
    expect((await db.select().from(unitDays)).map((row) => row.day).sort()).toEqual([day, addDays(day, 1)])
  })

  test("a rental that would end on closed days ends on the next open one, occupied and not priced", async () => {
    const { id, price } = await makeProduct()
    await closeRemainingUnits(camille, { productIds: [id], days: ["2027-06-13", "2027-06-14"] }, now)
    const booked = await book(id, ["2027-06-12"])
    expect(booked.ok && booked.value.booking.total).toBe(price)
    expect(await readRanges()).toEqual([{ from: "2027-06-12 12:00", hours: 72 }])
    const { rows } = await db.execute(sql`select rented = during as whole from occupancy`)
    expect(rows).toEqual([{ whole: true }])
    await reopenDays(camille, { productIds: [id], days: ["2027-06-13", "2027-06-14"] }, now)
    expect(await book(id, ["2027-06-14"])).toMatchObject({ error: { kind: "days-taken" } })
    expect((await book(id, ["2027-06-15"])).ok).toBe(true)
  })

  test("the day before closed days is taken when the unit is gone during them", async () => {
    const { id } = await makeProduct()
    expect((await book(id, ["2027-06-13"])).ok).toBe(true)
    await closeRemainingUnits(camille, { productIds: [id], days: ["2027-06-13"] }, now)
    const availability = await findDayAvailability([await requireProduct(id)], "2027-06-12", {
      customerId: null,
      at: now,
    })
    expect(availability.get(id)).toMatchObject({ free: false, why: "taken" })
    expect(await book(id, ["2027-06-12"])).toMatchObject({ error: { kind: "days-taken", days: ["2027-06-12"] } })
  })

  test("the calendar sees closed days behind its last day", async () => {
    const { id } = await makeProduct()
    expect((await book(id, ["2027-07-01"])).ok).toBe(true)
    await closeRemainingUnits(camille, { productIds: [id], days: ["2027-07-01"] }, now)
    const calendar = await readProductCalendar(await requireProduct(id), "2027-06-30", "2027-06-30", {
      customerId: null,
      at: now,
    })
    expect(customerDay("2027-06-30", calendar)).toBe("taken")
  })

  test("the time said for a day is the time occupied, at every hour of both clock changes", async () => {
    for (const hour of [0, 1, 2, 3, 12, 23])
      for (const day of ["2027-03-27", "2027-03-28", "2027-10-30", "2027-10-31"] as const) {
        const { rows } = await db.execute<{ from: Date; until: Date }>(sql`
          select lower(rented) as from, upper(rented) as until from rental_range(${day}::date, ${day}::date, ${hour}) rented`)
        const occupied = rows.map(({ from, until }) => ({
          from: new Date(from).toISOString(),
          until: new Date(until).toISOString(),
        }))
        expect({ hour, day, occupied }).toEqual({ hour, day, occupied: rentalPeriods([day], hour) })
      }
  })

  test("what was placed from midnight to midnight is in the way of both rental days that it touches", async () => {
    const { id } = await makeProduct()
    await beginDaysAt(0)
    await db.execute(occupyDay(id, "2027-06-12"))
    await beginDaysAt(12)
    for (const [day, isFree] of [
      ["2027-06-10", true],
      ["2027-06-11", false],
      ["2027-06-12", false],
      ["2027-06-13", true],
    ] as const)
      expect({ day, isFree: (await book(id, [day])).ok }).toEqual({ day, isFree })
  })
})

test("a stretch is refused from the day on which no unit has it whole", async () => {
  const { id } = await makeProduct({ stock: 2 })
  const days: Day[] = ["2027-06-11", "2027-06-12", "2027-06-13"]
  await db.execute(occupyDay(id, "2027-06-11", { unit: 1 }))
  await db.execute(occupyDay(id, "2027-06-13", { unit: 2 }))
  expect(await book(id, days)).toMatchObject({ error: { kind: "days-taken", days: ["2027-06-13"] } })
  expect((await book(id, days.slice(0, 2))).ok).toBe(true)
  expect((await db.select().from(unitDays).where(eq(unitDays.kind, "booking"))).map(({ unit }) => unit)).toEqual([2, 2])
})

test("no two ranges of a unit overlap, whatever is done in whatever order", async () => {
  await db.execute(sql`alter table occupancy drop constraint occupancy_one_occupant`)
  const days = fc.uniqueArray(
    fc.integer({ min: 0, max: 6 }).map((offset) => addDays("2027-06-12", offset)),
    { minLength: 1, maxLength: 4 },
  )
  const verbs = fc.constantFrom("book", "hold", "close", "open", "refuse", "edit", "move", "stock", "repair", "retire")
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 2, 12),
      fc.array(fc.tuple(verbs, days, fc.integer({ min: 1, max: 3 })), { minLength: 8, maxLength: 16 }),
      async (hour, acts) => {
        await beginDaysAt(hour)
        const { id } = await makeProduct({ stock: 2, preparationDaysAfter: 1 })
        const placed: BookingId[] = []
        for (const [verb, some, number] of acts) {
          const [first] = placed
          if (verb === "book") {
            const booked = await book(id, some)
            if (booked.ok) placed.push(booked.value.booking.id)
          } else if (verb === "hold") {
            const product = await readProductForRent(id)
            if (product) await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: some, at: now })
          } else if (verb === "close") await closeRemainingUnits(camille, { productIds: [id], days: some }, now)
          else if (verb === "open") await reopenDays(camille, { productIds: [id], days: some }, now)
          else if (verb === "stock") await transaction((tx) => changeStock(tx, id, number, now)).catch(() => null)
          else if (verb === "retire")
            await retireUnit({ actor: camille, key: { productId: id, number }, accepted: placed, at: now })
          else if (verb === "repair") {
            const days = { firstDay: some[0] ?? "2027-06-12", lastDay: some[0] ?? "2027-06-12" }
            await planRepair({ actor: camille, key: { productId: id, number }, days, accepted: placed, at: now })
          } else if (first && verb === "edit") await editDays(id, first, some)
          else if (first && verb === "move")
            await moveBookingToUnit(camille, first, { fromUnit: 1, toUnit: number }, now)
          else if (first) {
            await refuseBooking({ actor: camille, id: first, at: now })
            placed.shift()
          }
          const { rows } = await db.execute(sql`
            select one.unit_id, one.during, other.during from occupancy one
              join occupancy other on one.unit_id = other.unit_id and one.id < other.id and one.during && other.during`)
          expect(rows).toEqual([])
        }
        const { rows: idle } = await db.execute(sql`
          select homeless.during, number from occupancy homeless join units using (product_id)
          where unit_id is null and retired_on is null and product_id = ${id} and not exists (
            select from occupancy other where other.unit_id = units.id and other.during && homeless.during)`)
        expect(idle).toEqual([])
      },
    ),
    { numRuns: 12 },
  )
})

test("a range in the way is met with a retry, then told as taken days", async () => {
  const { id } = await makeProduct()
  await db.execute(occupyDay(id, "2027-06-12"))
  expect(await withClaimRetry((tx) => tx.execute(occupyDay(id, "2027-06-12")))).toBe("days-taken")
})
