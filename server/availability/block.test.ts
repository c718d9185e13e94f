import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import { type Administrator, onOwnAccount } from "../../domain/accounts/party.ts"
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
import { productForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { availableDates, occupancy } from "../platform/schema/availability.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { closeDaysAroundBookings, closeFreeDays, reopenDays } from "./block.ts"
import { previewDays } from "./booked-days.ts"

const day = "2027-06-12"
const next = "2027-06-13"
const soon = new Date(now.getTime() + 9_000)
let camille: Administrator

beforeEach(async () => {
  await makeFinanceSettings()
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

async function book(productId: ProductId, days: Day[] = [day]) {
  const placed = await placeBooking({
    party: onOwnAccount(await makeCustomer({ name: "Lila Morel" })),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

const closedDaysOf = (productId: ProductId) =>
  db
    .select({ date: availableDates.date, isAvailable: availableDates.isAvailable, reason: availableDates.reason })
    .from(availableDates)
    .where(eq(availableDates.productId, productId))
    .orderBy(availableDates.date)
const blocksOf = async (productId: ProductId) =>
  (await db.select().from(occupancy).where(eq(occupancy.productId, productId)))
    .filter(({ kind }) => kind === "block")
    .map(({ unit, day: on }) => `${on} ${unit}`)
    .sort()
const eventsOf = (productId: ProductId) =>
  db.select().from(recordedEvents).where(eq(recordedEvents.subjectId, productId))

describe("closing days", () => {
  test("takes every unit of every product, with the reason, and tells each product's record @C-dates-upsert", async () => {
    const [one, two] = [await makeProduct({ stock: 2 }), await makeProduct()]
    const closed = await closeFreeDays(
      camille,
      { productIds: [one.id, two.id], days: [next, day], reason: "Salon" },
      now,
    )
    expect(closed.ok).toBe(true)
    expect(await blocksOf(one.id)).toEqual([`${day} 1`, `${day} 2`, `${next} 1`, `${next} 2`])
    expect(await closedDaysOf(two.id)).toEqual(
      [day, next].map((date) => ({ date, isAvailable: false, reason: "Salon" })),
    )
    for (const { id } of [one, two]) {
      expect(await eventsOf(id)).toMatchObject([
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
    "is refused as a whole when a %s booking stands on one of them, and names it",
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
      expect(await closedDaysOf(booked.id)).toEqual([])
      expect(await closedDaysOf(other.id)).toEqual([])
      expect(await eventsOf(other.id)).toEqual([])
    },
  )

  test("meets nothing in a refused booking, nor in a day of preparation", async () => {
    const product = await makeProduct({ preparationDaysAfter: 1 })
    const booking = await book(product.id)
    expect((await closeFreeDays(camille, { productIds: [product.id], days: [next] }, now)).ok).toBe(true)
    await refuseBooking({ actor: camille, id: booking.id, at: now })
    expect((await closeFreeDays(camille, { productIds: [product.id], days: [day] }, now)).ok).toBe(true)
  })

  test("only around the bookings closes the remaining units and days, and leaves the bookings", async () => {
    const product = await makeProduct({ stock: 3 })
    const booking = await book(product.id)
    await closeDaysAroundBookings(camille, { productIds: [product.id], days: [day, next] }, now)
    expect(await blocksOf(product.id)).toEqual([`${day} 2`, `${day} 3`, `${next} 1`, `${next} 2`, `${next} 3`])
    expect(await db.select().from(occupancy).where(eq(occupancy.bookingId, booking.id))).toHaveLength(1)
  })

  test("takes the place of a cart's hold: whoever held the day finds it closed", async () => {
    const product = await productForRent((await makeProduct()).id)
    if (!product) throw new Error("The product is not for rent")
    const customer = await makeCustomer()
    await holdDays({ party: onOwnAccount(customer), product, days: [day], at: now })
    expect((await closeFreeDays(camille, { productIds: [product.id], days: [day] }, now)).ok).toBe(true)
    expect(await blocksOf(product.id)).toEqual([`${day} 1`])
    expect(
      (await placeBooking({ party: onOwnAccount(customer), order: makeOrder(product.id, [day]), at: now })).ok,
    ).toBe(false)
  })

  test("takes the place of a cart's line as well, and of one whose time is over", async () => {
    const product = await productForRent((await makeProduct({ stock: 2 })).id)
    if (!product) throw new Error("The product is not for rent")
    for (const at of [new Date(now.getTime() - 3_600_000), now]) {
      const line: CartChoice = { days: [day], options: [], photoPacks: 0, itemId: randomUUID() }
      expect((await addToCart(onOwnAccount(await makeCustomer()), product, line, at)).ok).toBe(true)
    }
    expect((await closeFreeDays(camille, { productIds: [product.id], days: [day] }, now)).ok).toBe(true)
    expect(await blocksOf(product.id)).toEqual([`${day} 1`, `${day} 2`])
  })

  test("of nothing changes nothing", async () => {
    expect(await closeFreeDays(camille, { productIds: [(await makeProduct()).id], days: [] }, now)).toEqual({
      ok: false,
      error: { kind: "nothing-chosen" },
    })
    expect(await reopenDays(camille, { productIds: [], days: [day] }, now)).toBeNull()
  })

  test("is taken back for all its products by one press, unless one of them was changed since", async () => {
    const [one, two] = [await makeProduct(), await makeProduct()]
    const productIds = [one.id, two.id]
    const closed = await closeFreeDays(camille, { productIds, days: [day], reason: "Salon" }, now)
    if (!closed.ok) throw new Error(closed.error.kind)
    expect((await undoEvent(camille, closed.value.eventId, soon)).ok).toBe(true)
    expect([...(await blocksOf(one.id)), ...(await blocksOf(two.id))]).toEqual([])
    const again = await closeDaysAroundBookings(camille, { productIds, days: [day] }, now)
    await reopenDays(camille, { productIds: [two.id], days: [day] }, now)
    expect(await undoEvent(camille, Number(again), soon)).toEqual({ ok: false, error: { kind: "changed" } })
    expect(await blocksOf(one.id)).toEqual([`${day} 1`])
  })
})

test("the preview tells the bookings, the days that are closed already and the carts, and changes nothing", async () => {
  const product = await productForRent((await makeProduct({ stock: 3 })).id)
  if (!product) throw new Error("The product is not for rent")
  await closeFreeDays(camille, { productIds: [product.id], days: [next], reason: "Salon" }, now)
  const booking = await book(product.id)
  await holdDays({ party: onOwnAccount(await makeCustomer()), product, days: [day], at: now })
  const preview = await previewDays([product.id], [day, next], now)
  expect(preview).toMatchObject({
    bookings: [{ id: booking.id, days: [day] }],
    closed: [{ day: next, reason: "Salon" }],
    carts: 1,
  })
  expect((await previewDays([product.id], [day, next], new Date(now.getTime() + 31 * 60_000))).carts).toBe(0)
  expect(await closedDaysOf(product.id)).toHaveLength(1)
})

describe("closing a day while customers reach for it", () => {
  test("ends with the booking or with the closed day, never with both, round after round", async () => {
    for (let round = 0; round < 16; round++) {
      const product = await productForRent((await makeProduct({ stock: 2 })).id)
      if (!product) throw new Error("The product is not for rent")
      const customers = await Promise.all(Array.from({ length: 4 }, () => makeCustomer()))
      // Half of them come from the wizard with the day in their hands.
      if (round % 2 === 0)
        for (const customer of customers.slice(0, 2))
          await holdDays({ party: onOwnAccount(customer), product, days: [day], at: now })
      const [closed, ...placed] = await Promise.all([
        closeFreeDays(camille, { productIds: [product.id], days: [day] }, now),
        ...customers.map((customer) =>
          placeBooking({ party: onOwnAccount(customer), order: makeOrder(product.id, [day]), at: now }),
        ),
      ])
      const booked = placed.filter(({ ok }) => ok).length
      const rows = await db.select().from(occupancy).where(eq(occupancy.productId, product.id))
      expect(rows.filter(({ kind }) => kind === "booking")).toHaveLength(booked)
      if (closed.ok) expect(booked).toBe(0)
      else expect(booked).toBeGreaterThan(0)
    }
  })
})
