import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { confirmBooking, restoreBooking } from "./answer.ts"
import { type BookingFilter, exportBookings, listBookings } from "./list.ts"
import { placeBooking } from "./place.ts"
import {
  readBookingDetail,
  countPending,
  findCurrentBooking,
  hasBookingOn,
  listCustomerBookings,
  findPendingBooking,
  listPendingBookings,
  readProductDays,
} from "../booking-record/queries.ts"
import { setDistance } from "./set-distance.ts"
import { holdDays } from "./cart/hold.ts"
import { changeStock } from "./change-stock.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db, transaction } from "../platform/database.server.ts"
import { renderMetrics } from "../jobs/health/metrics.ts"
import { readClosedUnits, unitDays } from "../../tests/unit-days.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { events } from "../platform/schema/events.ts"
import { readWaitingCounts } from "../reports/today/queries.ts"
import { type ClosingRequest, blockDays, closeFreeDays } from "../availability/block.ts"
import { previewClosing } from "../availability/booked-days.ts"
import { moveBookingToUnit } from "./move-unit.ts"
import { type Span, readDailyUse, listOccupiedRanges, findPlannedBookings } from "../availability/planning.ts"
import { findDayAvailability } from "../availability/queries.ts"
import { findDayConflicts } from "../availability/unit-holders.ts"

const day = "2027-06-12"
const all = { search: "", status: null, productId: null, from: null, until: null }
const sorted = { sort: "date", descending: false, page: 1 } as const

beforeEach(freshDatabase)

async function rentable(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await readProductForRent((await makeProduct(values)).id)
  if (!product) throw new Error("The product is not for rent")
  return product
}

/** No job ever runs in this file. */
async function request(productId: ProductId, values: Parameters<typeof makeOrder>[2] = {}) {
  const customer = await makeCustomer()
  const placed = await placeBooking({
    party: ownAccountParty(customer),
    order: makeOrder(productId, [day], values),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { booking } = placed.value
  const expiry = booking.expiresAt ?? now
  return { customer, booking, inTime: new Date(expiry.getTime() - 1), tooLate: expiry }
}

async function administrator() {
  return { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
}

async function readStatus(id: BookingId) {
  return (await db.select().from(bookings).where(eq(bookings.id, id)))[0]?.status
}

async function exported(filter: BookingFilter, at: Date) {
  const rows = []
  for await (const batch of exportBookings(filter, at)) rows.push(...batch)
  return rows
}

function readOccupancy(id: BookingId) {
  return db.select().from(unitDays).where(eq(unitDays.bookingId, id))
}

describe("a request without a reply in time", () => {
  test("the request holds its days to the last moment, and not a moment longer", async () => {
    const product = await rentable()
    const { booking, inTime, tooLate } = await request(product.id)
    const other = await makeCustomer()
    expect(
      await placeBooking({ party: ownAccountParty(other), order: makeOrder(product.id, [day]), at: inTime }),
    ).toMatchObject({
      ok: false,
      error: { kind: "days-taken" },
    })
    expect(
      (await placeBooking({ party: ownAccountParty(other), order: makeOrder(product.id, [day]), at: tooLate })).ok,
    ).toBe(true)
    expect(await readStatus(booking.id)).toBe("refused")
    expect(await readOccupancy(booking.id)).toEqual([])
    const [expiryEvent] = await db.select().from(events).where(eq(events.action, "booking.expired"))
    expect(expiryEvent).toMatchObject({
      bookingId: booking.id,
      actorKind: "system",
      details: { expiresAt: tooLate.toISOString() },
    })
  })

  test("the request gives up all its days when one is booked, and closed days stay closed", async () => {
    const product = await rentable({ stock: 2 })
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, [day, "2027-06-13", "2027-06-20"]),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id, expiresAt } = placed.value.booking
    const tooLate = expiresAt ?? now
    await blockDays(await administrator(), { productId: product.id, days: ["2027-06-20"] }, now)
    await placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(product.id, [day]), at: now })
    expect(
      (
        await placeBooking({
          party: ownAccountParty(await makeCustomer()),
          order: makeOrder(product.id, ["2027-06-13"]),
          at: now,
        })
      ).ok,
    ).toBe(true)
    expect(
      (
        await placeBooking({
          party: ownAccountParty(await makeCustomer()),
          order: makeOrder(product.id, ["2027-06-13"]),
          at: tooLate,
        })
      ).ok,
    ).toBe(true)
    expect(await readOccupancy(id)).toEqual([])
    expect(await readClosedUnits(product.id)).toEqual(["2027-06-20 1", "2027-06-20 2"])
  })

  test("the request blocks no hold, and its days go to one of many concurrent customers", async () => {
    const product = await rentable()
    const { booking, inTime, tooLate } = await request(product.id)
    expect(
      (await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: inTime })).ok,
    ).toBe(false)
    const others = await Promise.all(Array.from({ length: 20 }, () => makeCustomer()))
    const held = await Promise.all(
      others.map((customer) => holdDays({ party: ownAccountParty(customer), product, days: [day], at: tooLate })),
    )
    expect(held.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await readStatus(booking.id)).toBe("refused")
    expect(await db.$count(events, eq(events.action, "booking.expired"))).toBe(1)
  })

  test("the request can no longer be confirmed, and reopening it claims its days again", async () => {
    const product = await rentable()
    const camille = await administrator()
    const { booking, tooLate } = await request(product.id)
    expect(await confirmBooking(camille, booking.id, tooLate)).toEqual({
      ok: false,
      error: { kind: "expired", at: tooLate },
    })
    expect(await readStatus(booking.id)).toBe("refused")
    expect((await restoreBooking({ actor: camille, id: booking.id, from: "refused", at: tooLate })).ok).toBe(true)
    expect((await confirmBooking(camille, booking.id, tooLate)).ok).toBe(true)
    expect(await readOccupancy(booking.id)).toHaveLength(1)
  })

  test("the request is confirmed in its last moment, and nobody else gets the day", async () => {
    const product = await rentable()
    const { booking, inTime, tooLate } = await request(product.id)
    expect((await confirmBooking(await administrator(), booking.id, inTime)).ok).toBe(true)
    expect(
      (
        await placeBooking({
          party: ownAccountParty(await makeCustomer()),
          order: makeOrder(product.id, [day]),
          at: tooLate,
        })
      ).ok,
    ).toBe(false)
  })

  test("the request can be reopened from a page that shows it refused before anything was written", async () => {
    const { booking, tooLate } = await request((await rentable()).id)
    expect(
      (await restoreBooking({ actor: await administrator(), id: booking.id, from: "refused", at: tooLate })).ok,
    ).toBe(true)
    expect(await readStatus(booking.id)).toBe("pending")
    expect(await readOccupancy(booking.id)).toHaveLength(1)
  })

  test("a late confirmation racing another customer leaves one owner, without a deadlock", async () => {
    const camille = await administrator()
    for (let round = 0; round < 6; round++) {
      const product = await rentable()
      const { booking, tooLate } = await request(product.id)
      const customer = await makeCustomer()
      const [confirmed, placed] = await Promise.all([
        confirmBooking(camille, booking.id, tooLate),
        placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [day]), at: tooLate }),
      ])
      expect([confirmed.ok, placed.ok]).toEqual([false, true])
      expect(await readStatus(booking.id)).toBe("refused")
    }
  })

  test("neither the distance nor the unit of the request can be changed", async () => {
    const camille = await administrator()
    const { booking, tooLate } = await request((await rentable({ stock: 2 })).id)
    expect(await setDistance(camille, booking.id, { distanceKm: 4, expectedKm: null }, tooLate)).toEqual({
      ok: false,
      error: { kind: "not-pending", status: "refused" },
    })
    expect(await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2 }, tooLate)).toEqual({
      ok: false,
      error: { kind: "not-occupying", status: "refused" },
    })
  })

  test("the request blocks neither closing its days nor lowering the stock", async () => {
    const camille = await administrator()
    const closing = await request((await rentable()).id)
    const days: ClosingRequest = { productIds: [closing.booking.productId], days: [day] }
    expect((await closeFreeDays(camille, days, closing.inTime)).ok).toBe(false)
    expect((await closeFreeDays(camille, days, closing.tooLate)).ok).toBe(true)

    const product = await rentable({ stock: 2 })
    await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, [day]),
      at: now,
    }).then((placed) => (placed.ok ? confirmBooking(camille, placed.value.booking.id, now) : null))
    const { booking, inTime, tooLate } = await request(product.id)
    await expect(transaction((tx) => changeStock(tx, product.id, 1, inTime))).rejects.toThrow()
    await transaction((tx) => changeStock(tx, product.id, 1, tooLate))
    expect(await readStatus(booking.id)).toBe("refused")
  })

  test("the request reads as refused on every screen, and its day as free in every calendar", async () => {
    const product = await rentable()
    const { customer, booking, inTime, tooLate } = await request(product.id)
    const span: Span = { productIds: [product.id], from: day, to: day }
    const list = { ...all, status: "pending" as const }
    const look = async (at: Date) => ({
      list: (await listBookings(list, sorted, at)).total,
      statuses: (await listBookings(all, sorted, at)).rows.map(({ status }) => status),
      export: (await exported(list, at)).length,
      pending: (await listPendingBookings(10, at)).length,
      one: (await findPendingBooking(booking.id, at)) !== null,
      waiting: (await countPending(at)).count,
      badge: (await readWaitingCounts(at)).requests,
      detail: (await readBookingDetail(booking.id, at))?.status,
      own: (await listCustomerBookings(customer.id, at))[0]?.status,
      confirmation: (await findCurrentBooking(customer.id, at))?.status,
      asked: await hasBookingOn(customer.id, product.id, { days: [day], startTime: null }, at),
      month: (await readProductDays(product.id, day, day, at)).get(day)?.bookings[0]?.status,
      planned: (await findPlannedBookings([booking.id], at)).get(booking.id)?.status,
      units: (await listOccupiedRanges(span, at)).length,
      rented: (await readDailyUse(span, at))[0]?.rented ?? 0,
      closing: (await previewClosing([product.id], [day], at)).bookings.length,
      public: (await findDayAvailability([product], day, { customerId: null, at })).get(product.id)?.free,
      takers: (await findDayConflicts(booking.id, at)).by.length,
      metric: /requests_expired (\d)/.exec(await renderMetrics(at))?.[1],
    })
    expect(await look(inTime)).toEqual({
      list: 1,
      statuses: ["pending"],
      export: 1,
      pending: 1,
      one: true,
      waiting: 1,
      badge: 1,
      detail: "pending",
      own: "pending",
      confirmation: "pending",
      asked: true,
      month: "pending",
      planned: "pending",
      units: 1,
      rented: 1,
      closing: 1,
      public: false,
      takers: 0,
      metric: "0",
    })
    expect(await look(tooLate)).toEqual({
      list: 0,
      statuses: ["refused"],
      export: 0,
      pending: 0,
      one: false,
      waiting: 0,
      badge: 0,
      detail: "refused",
      own: "refused",
      confirmation: "refused",
      asked: false,
      month: "refused",
      planned: "refused",
      units: 0,
      rented: 0,
      closing: 0,
      public: true,
      takers: 0,
      metric: "1",
    })
    // Reading writes nothing.
    expect(await readStatus(booking.id)).toBe("pending")
  })
})
