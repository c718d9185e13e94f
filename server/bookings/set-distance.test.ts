import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId } from "../../domain/id.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOption,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { productOptions, products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { confirmBooking, refuseBooking } from "./answer.ts"
import { placeBooking } from "./place.ts"
import { readBookingDetail } from "../booking-record/queries.ts"
import { offerDelivery, setDistance } from "./set-distance.ts"

const weekend: Day[] = ["2027-06-11", "2027-06-12"]
const nowhere = { street: "Lieu-dit Les Introuvables", zipCode: "00000", city: "Nulle-Part", instructions: "" }

beforeEach(() => makeFinanceSettings({ freeDeliveryThreshold: 10, maximumDeliveryDistance: null }))

async function administrator(name = "Camille") {
  const profile = await makeAdministrator(name)
  return { kind: "administrator", id: profile.id, name } as const
}

async function request(values: Parameters<typeof makeOrder>[2] = {}) {
  const product = await makeProduct({ price: 25_000 })
  const option = await makeOption(product.id, { price: 3_000 })
  const order = makeOrder(product.id, weekend, {
    options: [{ optionId: option.id, quantity: 1 }],
    isDelivery: true,
    address: nowhere,
    ...values,
  })
  const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function stored(id: BookingId) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw new Error("The booking is gone")
  return booking
}

describe("entering the distance of a request whose address could not be geocoded", () => {
  test("the distance adds the fee of the owner's rule to the total, and names its author @R-bookings-detail @P-admin-distance", async () => {
    const booking = await request()
    expect(booking).toMatchObject({ distanceToConfirm: true, distance: 0, deliveryFee: 0, total: 56_000 })
    const set = await setDistance(await administrator(), booking.id, { distanceKm: 24, expectedKm: null }, now)
    expect(set).toMatchObject({
      ok: true,
      value: { distanceToConfirm: false, distance: 24, deliveryFee: 4_800, total: 60_800 },
    })
    const detail = await readBookingDetail(booking.id, now)
    expect(detail?.price.total).toBe(60_800)
    expect(detail?.events.at(-1)).toMatchObject({
      action: "booking.distance-set",
      actorKind: "administrator",
      actorName: "Camille",
      at: now,
      details: { distanceKm: 24, deliveryFee: 4_800, total: 60_800, totalBefore: 56_000 },
    })
  })

  test("the delivery is free up to the owner's threshold", async () => {
    await makeFinanceSettings({ freeDeliveryThreshold: 30 })
    const booking = await request()
    const camille = await administrator()
    expect(await setDistance(camille, booking.id, { distanceKm: 30, expectedKm: null }, now)).toMatchObject({
      ok: true,
      value: { distance: 30, deliveryFee: 0, total: 56_000, distanceToConfirm: false },
    })
  })

  test("the total is based on the prices quoted to the customer, not on today's catalogue", async () => {
    const booking = await request()
    await db.update(products).set({ price: 99_900 }).where(eq(products.id, booking.productId))
    await db.update(productOptions).set({ price: 77_700 }).where(eq(productOptions.productId, booking.productId))
    expect(
      await setDistance(await administrator(), booking.id, { distanceKm: 11, expectedKm: null }, now),
    ).toMatchObject({
      ok: true,
      value: { total: 56_000 + 2_200 },
    })
  })

  test("two administrators at once enter one distance, and the other reads whose", async () => {
    for (let round = 0; round < 6; round++) {
      const booking = await request()
      const [camille, sasha] = [await administrator("Camille"), await administrator("Sasha")]
      const answers = await Promise.all([
        setDistance(camille, booking.id, { distanceKm: 24, expectedKm: null }, now),
        setDistance(sasha, booking.id, { distanceKm: 42, expectedKm: null }, now),
      ])
      const [won, km] = answers[0].ok ? ["Camille", 24] : ["Sasha", 42]
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({
        ok: false,
        error: { kind: "changed", distanceKm: km, by: won },
      })
      expect(await stored(booking.id)).toMatchObject({ distance: km, deliveryFee: Number(km) * 200 })
      expect(await db.select().from(recordedEvents).where(eq(recordedEvents.bookingId, booking.id))).toHaveLength(2)
    }
  })

  test("the distance can be corrected while the request is pending, from its current version", async () => {
    const booking = await request()
    const camille = await administrator()
    await setDistance(camille, booking.id, { distanceKm: 240, expectedKm: null }, now)
    expect(await setDistance(camille, booking.id, { distanceKm: 24, expectedKm: null }, now)).toMatchObject({
      ok: false,
      error: { kind: "changed" },
    })
    expect(await setDistance(camille, booking.id, { distanceKm: 24, expectedKm: 240 }, now)).toMatchObject({
      ok: true,
      value: { total: 60_800 },
    })
  })
})

describe("a request whose distance is unconfirmed", () => {
  test("the request cannot be confirmed without a distance, and with one includes its delivery", async () => {
    const camille = await administrator()
    const booking = await request()
    expect(await confirmBooking(camille, booking.id, now)).toEqual({ ok: false, error: { kind: "distance-unknown" } })
    expect(await stored(booking.id)).toMatchObject({ status: "pending", total: 56_000 })
    await setDistance(camille, booking.id, { distanceKm: 24, expectedKm: null }, now)
    expect((await confirmBooking(camille, booking.id, now)).ok).toBe(true)
    expect(await stored(booking.id)).toMatchObject({ status: "confirmed", total: 60_800 })
  })

  test("the request can be confirmed without a distance for a free delivery, which is recorded", async () => {
    const camille = await administrator()
    const booking = await request()
    expect((await offerDelivery(camille, booking.id, null, now)).ok).toBe(true)
    expect((await confirmBooking(camille, booking.id, now)).ok).toBe(true)
    expect(await stored(booking.id)).toMatchObject({
      status: "confirmed",
      distanceToConfirm: false,
      deliveryFee: 0,
      total: 56_000,
    })
    const events = await db.select().from(recordedEvents).where(eq(recordedEvents.bookingId, booking.id))
    expect(events.find(({ action }) => action === "booking.distance-set")?.details).toMatchObject({ offered: true })
  })

  test("a pick-up needs no distance", async () => {
    const booking = await request({ isDelivery: false })
    expect((await confirmBooking(await administrator(), booking.id, now)).ok).toBe(true)
  })
})

describe("a refused distance", () => {
  test("a distance is refused when the request was answered meanwhile", async () => {
    const booking = await request()
    const camille = await administrator()
    await refuseBooking({ actor: camille, id: booking.id, at: now })
    expect(await setDistance(camille, booking.id, { distanceKm: 24, expectedKm: null }, now)).toEqual({
      ok: false,
      error: { kind: "not-pending", status: "refused" },
    })
    expect(await stored(booking.id)).toMatchObject({ total: 56_000, distanceToConfirm: true })
  })

  test("a distance is refused when the customer has read another, or for a pick-up", async () => {
    const placed = await request({
      address: { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" },
    })
    const pickup = await request({ isDelivery: false })
    const camille = await administrator()
    for (const booking of [placed, pickup]) {
      const answer = await setDistance(camille, booking.id, { distanceKm: 500, expectedKm: booking.distance }, now)
      expect(answer).toEqual({ ok: false, error: { kind: "not-asked" } })
      expect((await stored(booking.id)).total).toBe(booking.total)
    }
  })

  test("a distance is refused beyond the furthest delivery, or beyond any on Earth", async () => {
    await makeFinanceSettings({ maximumDeliveryDistance: 100 })
    const booking = await request()
    const camille = await administrator()
    expect(await setDistance(camille, booking.id, { distanceKm: 101, expectedKm: null }, now)).toEqual({
      ok: false,
      error: { kind: "too-far", distanceKm: 101, maximumKm: 100 },
    })
    for (const distanceKm of [-1, 2.5, Number.NaN, Number.POSITIVE_INFINITY, 40_031]) {
      expect(await setDistance(camille, booking.id, { distanceKm, expectedKm: null }, now)).toEqual({
        ok: false,
        error: { kind: "not-a-distance" },
      })
    }
    expect(await stored(booking.id)).toMatchObject({ total: 56_000, distanceToConfirm: true })
  })

  test("a distance is refused for a missing booking", async () => {
    const camille = await administrator()
    expect(await setDistance(camille, crypto.randomUUID(), { distanceKm: 24, expectedKm: null }, now)).toEqual({
      ok: false,
      error: { kind: "not-found" },
    })
  })
})
