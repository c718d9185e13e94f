import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
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
import { confirmBooking, refuseBooking } from "../bookings/answer.ts"
import { placeBooking } from "../bookings/place.ts"
import { type CartChoice, addToCart } from "../bookings/cart/add.ts"
import { holdDays } from "../bookings/cart/hold.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { availableDates } from "../platform/schema/availability.ts"
import { readClosedUnits, unitDays } from "../../tests/unit-days.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { closeRemainingUnits, closeFreeDays, reopenDays } from "./block.ts"
import { previewClosing } from "./booked-days.ts"

const day = "2027-06-12"
const next = "2027-06-13"
const soon = new Date(now.getTime() + 9_000)
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

const readClosedDays = (productId: ProductId) =>
  db
    .select({ date: availableDates.date, isAvailable: availableDates.isAvailable, reason: availableDates.reason })
    .from(availableDates)
    .where(eq(availableDates.productId, productId))
    .orderBy(availableDates.date)
const readEvents = (productId: ProductId) =>
  db.select().from(recordedEvents).where(eq(recordedEvents.subjectId, productId))

describe("closing days", () => {
  test("closing covers every unit of every product, with the reason, and is recorded for each product @C-dates-upsert", async () => {
    const [one, two] = [await makeProduct({ stock: 2 }), await makeProduct()]
    const closed = await closeFreeDays(
      camille,
      { productIds: [one.id, two.id], days: [next, day], reason: "Salon" },
      now,
    )
    expect(closed.ok).toBe(true)
    expect(await readClosedUnits(one.id)).toEqual([`${day} 1`, `${day} 2`, `${next} 1`, `${next} 2`])
    expect(await readClosedDays(two.id)).toEqual(
      [day, next].map((date) => ({ date, isAvailable: false, reason: "Salon" })),
    )
    for (const { id } of [one, two]) {
      expect(await readEvents(id)).toMatchObject([
        {
          action: "availability.blocked",
          actorName: "Camille",
          details: { days: [day, next] },
          personal: { reason: "Salon" },
        },
      ])
    }
  })

  test.each(["pending", "confirmed"] as const)(
    "closing is refused entirely when a %s booking has one of the days, and names it",
    async (status) => {
      const [booked, other] = [await makeProduct({ stock: 2 }), await makeProduct()]
      const booking = await book(booked.id)
      if (status === "confirmed") await confirmBooking(camille, booking.id, now)
      const answer = await closeFreeDays(camille, { productIds: [booked.id, other.id], days: [day, next] }, now)
      expect(answer).toMatchObject({
        ok: false,
        error: {
          kind: "booked",
          bookings: [{ id: booking.id, number: booking.number, status, clientName: "Lila Morel", days: [day] }],
        },
      })
      expect(await readClosedDays(booked.id)).toEqual([])
      expect(await readClosedDays(other.id)).toEqual([])
      expect(await readEvents(other.id)).toEqual([])
    },
  )

  test("closing ignores a refused booking and a day of preparation", async () => {
    const product = await makeProduct({ preparationDaysAfter: 1 })
    const booking = await book(product.id)
    expect((await closeFreeDays(camille, { productIds: [product.id], days: [next] }, now)).ok).toBe(true)
    await refuseBooking({ actor: camille, id: booking.id, at: now })
    expect((await closeFreeDays(camille, { productIds: [product.id], days: [day] }, now)).ok).toBe(true)
  })

  test("closing around the bookings covers the remaining units and days, and leaves the bookings", async () => {
    const product = await makeProduct({ stock: 3 })
    const booking = await book(product.id)
    await closeRemainingUnits(camille, { productIds: [product.id], days: [day, next] }, now)
    expect(await readClosedUnits(product.id)).toEqual([`${day} 2`, `${day} 3`, `${next} 1`, `${next} 2`, `${next} 3`])
    expect(await db.select().from(unitDays).where(eq(unitDays.bookingId, booking.id))).toHaveLength(1)
  })

  test("closing replaces a cart's hold, whose customer finds the day closed", async () => {
    const product = await readProductForRent((await makeProduct()).id)
    if (!product) throw new Error("The product is not for rent")
    const customer = await makeCustomer()
    await holdDays({ party: ownAccountParty(customer), product, days: [day], at: now })
    expect((await closeFreeDays(camille, { productIds: [product.id], days: [day] }, now)).ok).toBe(true)
    expect(await readClosedUnits(product.id)).toEqual([`${day} 1`])
    expect(
      (await placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [day]), at: now })).ok,
    ).toBe(false)
  })

  test("closing replaces a cart's line too, even an expired one", async () => {
    const product = await readProductForRent((await makeProduct({ stock: 2 })).id)
    if (!product) throw new Error("The product is not for rent")
    for (const at of [new Date(now.getTime() - 3_600_000), now]) {
      const line: CartChoice = { days: [day], options: [], photoPacks: 0, itemId: randomUUID() }
      expect((await addToCart(ownAccountParty(await makeCustomer()), product, line, at)).ok).toBe(true)
    }
    expect((await closeFreeDays(camille, { productIds: [product.id], days: [day] }, now)).ok).toBe(true)
    expect(await readClosedUnits(product.id)).toEqual([`${day} 1`, `${day} 2`])
  })

  test("closing no days changes nothing", async () => {
    expect(await closeFreeDays(camille, { productIds: [(await makeProduct()).id], days: [] }, now)).toEqual({
      ok: false,
      error: { kind: "nothing-chosen" },
    })
    expect(await reopenDays(camille, { productIds: [], days: [day] }, now)).toBeNull()
  })

  test("one undo reopens all the products, unless one of them was changed since", async () => {
    const [one, two] = [await makeProduct(), await makeProduct()]
    const productIds = [one.id, two.id]
    const closed = await closeFreeDays(camille, { productIds, days: [day], reason: "Salon" }, now)
    if (!closed.ok) throw new Error(closed.error.kind)
    expect((await undoEvent(camille, closed.value.eventId, soon)).ok).toBe(true)
    expect([...(await readClosedUnits(one.id)), ...(await readClosedUnits(two.id))]).toEqual([])
    const again = await closeRemainingUnits(camille, { productIds, days: [day] }, now)
    await reopenDays(camille, { productIds: [two.id], days: [day] }, now)
    expect(await undoEvent(camille, Number(again), soon)).toEqual({ ok: false, error: { kind: "changed" } })
    expect(await readClosedUnits(one.id)).toEqual([`${day} 1`])
  })
})

test("the preview lists the bookings, the closed days and the carts, and changes nothing", async () => {
  const product = await readProductForRent((await makeProduct({ stock: 3 })).id)
  if (!product) throw new Error("The product is not for rent")
  await closeFreeDays(camille, { productIds: [product.id], days: [next], reason: "Salon" }, now)
  const booking = await book(product.id)
  await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: now })
  const preview = await previewClosing([product.id], [day, next], now)
  expect(preview).toMatchObject({
    bookings: [{ id: booking.id, days: [day] }],
    closed: [{ day: next, reason: "Salon" }],
    carts: 1,
  })
  expect((await previewClosing([product.id], [day, next], new Date(now.getTime() + 31 * 60_000))).carts).toBe(0)
  expect(await readClosedDays(product.id)).toHaveLength(1)
})

test("the preview shows the collections of the morning after, which are no rented days", async () => {
  await makeFinanceSettings({ rentalDayStartsAt: 12 })
  const product = await makeProduct()
  const booking = await book(product.id)
  const preview = await previewClosing([product.id], [next], now)
  expect(preview).toMatchObject({ bookings: [], collections: [{ id: booking.id, days: [next] }] })
  expect((await previewClosing([product.id], [day], now)).collections).toEqual([])
  await refuseBooking({ actor: camille, id: booking.id, at: now })
  expect((await previewClosing([product.id], [next], now)).collections).toEqual([])
  await makeFinanceSettings({ rentalDayStartsAt: 0 })
})

describe("closing a day that customers are booking", () => {
  test("a race ends with the booking or the closed day, never with both, round after round", async () => {
    for (let round = 0; round < 6; round++) {
      const product = await readProductForRent((await makeProduct({ stock: 2 })).id)
      if (!product) throw new Error("The product is not for rent")
      const customers = await Promise.all(Array.from({ length: 4 }, () => makeCustomer()))
      // Every second booking comes from a wizard that already holds the day.
      if (round % 2 === 0)
        for (const customer of customers.slice(0, 2))
          await holdDays({ party: ownAccountParty(customer), product, days: [day], at: now })
      const [closed, ...placed] = await Promise.all([
        closeFreeDays(camille, { productIds: [product.id], days: [day] }, now),
        ...customers.map((customer) =>
          placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [day]), at: now }),
        ),
      ])
      const booked = placed.filter(({ ok }) => ok).length
      const rows = await db.select().from(unitDays).where(eq(unitDays.productId, product.id))
      expect(rows.filter(({ kind }) => kind === "booking")).toHaveLength(booked)
      if (closed.ok) expect(booked).toBe(0)
      else expect(booked).toBeGreaterThan(0)
    }
  })
})
