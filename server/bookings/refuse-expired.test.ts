import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { confirmBooking, restoreBooking } from "./answer.ts"
import { type BookingFilter, exportBookings, listBookings } from "./list.ts"
import { placeBooking } from "./place.ts"
import {
  bookingDetail,
  countWaiting,
  currentBooking,
  hasBookingOn,
  bookingsOfCustomer,
  pendingBooking,
  pendingBookings,
  productDays,
} from "../booking-record/queries.ts"
import { setDistance } from "./set-distance.ts"
import { holdDays } from "./cart/hold.ts"
import { changeStock } from "./change-stock.ts"
import { productForRent } from "../catalog/queries.ts"
import { db, transaction } from "../platform/database.server.ts"
import { metricsText } from "../jobs/health/metrics.ts"
import { occupancy } from "../platform/schema/availability.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { events } from "../platform/schema/events.ts"
import { waitingCounts } from "../reports/today/queries.ts"
import { type DaysRequest, blockDays, closeFreeDays } from "../availability/block.ts"
import { previewDays } from "../availability/booked-days.ts"
import { moveBookingToUnit } from "./move-unit.ts"
import { type Span, dailyUsage, occupiedDays, plannedBookings } from "../availability/planning.ts"
import { answerForDay } from "../availability/queries.ts"
import { findConflicts } from "../availability/takers.ts"

const day = "2027-06-12"
const all = { search: "", status: null, productId: null, from: null, until: null }
const sorted = { sort: "date", descending: false, page: 1 } as const

beforeEach(freshDatabase)

async function rentable(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await productForRent((await makeProduct(values)).id)
  if (!product) throw new Error("The product is not for rent")
  return product
}

/** A request, with the last moment of its time and the first one after it. No job ever runs in this file. */
async function request(productId: ProductId, values: Parameters<typeof makeOrder>[2] = {}) {
  const customer = await makeCustomer()
  const placed = await placeBooking({
    party: onOwnAccount(customer),
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

async function statusOf(id: BookingId) {
  return (await db.select().from(bookings).where(eq(bookings.id, id)))[0]?.status
}

async function exported(filter: BookingFilter, at: Date) {
  const rows = []
  for await (const batch of exportBookings(filter, at)) rows.push(...batch)
  return rows
}

function daysOf(id: BookingId) {
  return db.select().from(occupancy).where(eq(occupancy.bookingId, id))
}

describe("a request that nobody answered in time", () => {
  test("holds its days to the last moment, and not a moment longer", async () => {
    const product = await rentable()
    const { booking, inTime, tooLate } = await request(product.id)
    const other = await makeCustomer()
    expect(
      await placeBooking({ party: onOwnAccount(other), order: makeOrder(product.id, [day]), at: inTime }),
    ).toMatchObject({
      ok: false,
      error: { kind: "days-taken" },
    })
    expect(
      (await placeBooking({ party: onOwnAccount(other), order: makeOrder(product.id, [day]), at: tooLate })).ok,
    ).toBe(true)
    expect(await statusOf(booking.id)).toBe("refused")
    expect(await daysOf(booking.id)).toEqual([])
    const [told] = await db.select().from(events).where(eq(events.action, "booking.expired"))
    expect(told).toMatchObject({
      bookingId: booking.id,
      actorKind: "system",
      details: { expiresAt: tooLate.toISOString() },
    })
  })

  test("gives all its days up when one of them is taken, and closed ones stay closed", async () => {
    const product = await rentable({ stock: 2 })
    const placed = await placeBooking({
      party: onOwnAccount(await makeCustomer()),
      order: makeOrder(product.id, [day, "2027-06-13", "2027-06-20"]),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id, expiresAt } = placed.value.booking
    const tooLate = expiresAt ?? now
    await blockDays(await administrator(), { productId: product.id, days: ["2027-06-20"] }, now)
    await placeBooking({ party: onOwnAccount(await makeCustomer()), order: makeOrder(product.id, [day]), at: now })
    expect(
      (
        await placeBooking({
          party: onOwnAccount(await makeCustomer()),
          order: makeOrder(product.id, ["2027-06-13"]),
          at: now,
        })
      ).ok,
    ).toBe(true)
    expect(
      (
        await placeBooking({
          party: onOwnAccount(await makeCustomer()),
          order: makeOrder(product.id, ["2027-06-13"]),
          at: tooLate,
        })
      ).ok,
    ).toBe(true)
    expect(await daysOf(id)).toEqual([])
    const closed = await db.select().from(occupancy).where(eq(occupancy.day, "2027-06-20"))
    expect(closed.map(({ unit, kind }) => [unit, kind]).toSorted()).toEqual([
      [1, "block"],
      [2, "block"],
    ])
  })

  test("stands in the way of no hold either, and its days go to one of many who reach for them at once", async () => {
    const product = await rentable()
    const { booking, inTime, tooLate } = await request(product.id)
    expect((await holdDays({ party: onOwnAccount(await makeCustomer()), product, days: [day], at: inTime })).ok).toBe(
      false,
    )
    const others = await Promise.all(Array.from({ length: 20 }, () => makeCustomer()))
    const held = await Promise.all(
      others.map((customer) => holdDays({ party: onOwnAccount(customer), product, days: [day], at: tooLate })),
    )
    expect(held.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await statusOf(booking.id)).toBe("refused")
    expect(await db.$count(events, eq(events.action, "booking.expired"))).toBe(1)
  })

  test("cannot be confirmed any more: the owner is told, and taking it back claims its days anew", async () => {
    const product = await rentable()
    const camille = await administrator()
    const { booking, tooLate } = await request(product.id)
    expect(await confirmBooking(camille, booking.id, tooLate)).toEqual({
      ok: false,
      error: { kind: "expired", at: tooLate },
    })
    expect(await statusOf(booking.id)).toBe("refused")
    expect((await restoreBooking({ actor: camille, id: booking.id, from: "refused", at: tooLate })).ok).toBe(true)
    expect((await confirmBooking(camille, booking.id, tooLate)).ok).toBe(true)
    expect(await daysOf(booking.id)).toHaveLength(1)
  })

  test("is confirmed in its last moment, and the day is then nobody else's", async () => {
    const product = await rentable()
    const { booking, inTime, tooLate } = await request(product.id)
    expect((await confirmBooking(await administrator(), booking.id, inTime)).ok).toBe(true)
    expect(
      (
        await placeBooking({
          party: onOwnAccount(await makeCustomer()),
          order: makeOrder(product.id, [day]),
          at: tooLate,
        })
      ).ok,
    ).toBe(false)
  })

  test("is taken back to pending from a page that shows it refused although nothing was written yet", async () => {
    const { booking, tooLate } = await request((await rentable()).id)
    expect(
      (await restoreBooking({ actor: await administrator(), id: booking.id, from: "refused", at: tooLate })).ok,
    ).toBe(true)
    expect(await statusOf(booking.id)).toBe("pending")
    expect(await daysOf(booking.id)).toHaveLength(1)
  })

  test("of a confirmation and another customer at the same late moment, nobody waits for ever and the day has one owner", async () => {
    const camille = await administrator()
    for (let round = 0; round < 10; round++) {
      const product = await rentable()
      const { booking, tooLate } = await request(product.id)
      const customer = await makeCustomer()
      const [confirmed, placed] = await Promise.all([
        confirmBooking(camille, booking.id, tooLate),
        placeBooking({ party: onOwnAccount(customer), order: makeOrder(product.id, [day]), at: tooLate }),
      ])
      expect([confirmed.ok, placed.ok]).toEqual([false, true])
      expect(await statusOf(booking.id)).toBe("refused")
    }
  })

  test("is changed in no other way: neither its distance, nor its machine", async () => {
    const camille = await administrator()
    const { booking, tooLate } = await request((await rentable({ stock: 2 })).id)
    expect(await setDistance(camille, booking.id, { distanceKm: 4, seenKm: null }, tooLate)).toEqual({
      ok: false,
      error: { kind: "not-pending", status: "refused" },
    })
    expect(await moveBookingToUnit(camille, booking.id, { fromUnit: 1, toUnit: 2 }, tooLate)).toEqual({
      ok: false,
      error: { kind: "not-occupying", status: "refused" },
    })
  })

  test("stops neither closing its days nor lowering the stock", async () => {
    const camille = await administrator()
    const closing = await request((await rentable()).id)
    const days: DaysRequest = { productIds: [closing.booking.productId], days: [day] }
    expect((await closeFreeDays(camille, days, closing.inTime)).ok).toBe(false)
    expect((await closeFreeDays(camille, days, closing.tooLate)).ok).toBe(true)

    const product = await rentable({ stock: 2 })
    await placeBooking({
      party: onOwnAccount(await makeCustomer()),
      order: makeOrder(product.id, [day]),
      at: now,
    }).then((placed) => (placed.ok ? confirmBooking(camille, placed.value.booking.id, now) : null))
    const { booking, inTime, tooLate } = await request(product.id)
    await expect(transaction((tx) => changeStock(tx, product.id, 1, inTime))).rejects.toThrow()
    await transaction((tx) => changeStock(tx, product.id, 1, tooLate))
    expect(await statusOf(booking.id)).toBe("refused")
  })

  test("is refused whatever screen shows it, and its day is free in every calendar", async () => {
    const product = await rentable()
    const { customer, booking, inTime, tooLate } = await request(product.id)
    const span: Span = { productIds: [product.id], from: day, to: day }
    const list = { ...all, status: "pending" as const }
    const look = async (at: Date) => ({
      list: (await listBookings(list, sorted, at)).total,
      statuses: (await listBookings(all, sorted, at)).rows.map(({ status }) => status),
      export: (await exported(list, at)).length,
      pending: (await pendingBookings(10, at)).length,
      one: (await pendingBooking(booking.id, at)) !== null,
      waiting: (await countWaiting(at)).count,
      badge: (await waitingCounts(at)).requests,
      detail: (await bookingDetail(booking.id, at))?.status,
      own: (await bookingsOfCustomer(customer.id, at))[0]?.status,
      confirmation: (await currentBooking(customer.id, at))?.status,
      asked: await hasBookingOn(customer.id, product.id, [day], at),
      month: (await productDays(product.id, day, day, at)).get(day)?.bookings[0]?.status,
      planned: (await plannedBookings([booking.id], at)).get(booking.id)?.status,
      units: (await occupiedDays(span, at)).length,
      rented: (await dailyUsage(span, at))[0]?.rented ?? 0,
      closing: (await previewDays([product.id], [day], at)).bookings.length,
      public: (await answerForDay([product], day, { customerId: null, at })).get(product.id)?.free,
      takers: (await findConflicts(booking.id, at)).by.length,
      metric: /requests_expired (\d)/.exec(await metricsText(at))?.[1],
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
    // Only looking has written nothing.
    expect(await statusOf(booking.id)).toBe("pending")
  })
})
