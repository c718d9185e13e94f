import { randomUUID } from "node:crypto"
import { and, asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { system, ownAccountParty } from "../../domain/accounts/party.ts"
import { type Day, addDays, dayInParis, startOfDayInParis } from "../../domain/day.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOption,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { blockDays } from "../availability/block.ts"
import { db } from "../platform/database.server.ts"
import { readClosedUnits, unitDays } from "../../tests/unit-days.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { productOptions, products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { confirmBooking } from "./answer.ts"
import { editBooking } from "./edit.ts"
import { placeBooking } from "./place.ts"
import { type BookingChange, proposeEdit } from "./propose-edit.ts"
import { readBookingVersion } from "./booking-version.ts"
import { cancelBooking } from "../../tests/ends.ts"
import { readMailOrders } from "../../tests/harness/jobs.ts"

const weekend: Day[] = ["2027-06-11", "2027-06-12"]
const later: Day[] = ["2027-06-18", "2027-06-19"]

beforeEach(() => makeFinanceSettings())

async function administrator(name = "Camille") {
  return { kind: "administrator", id: (await makeAdministrator(name)).id, name } as const
}

async function place(productId: ProductId, days = weekend, values: Parameters<typeof makeOrder>[2] = {}) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(productId, days, values),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function edit(
  id: BookingId,
  change: BookingChange,
  {
    by = "Camille",
    version,
    message = null,
  }: { by?: string; version?: number; message?: { text: string } | null } = {},
) {
  const proposed = await proposeEdit(id, change, now)
  const displayedTotal = proposed.ok ? proposed.value.after.total : 0
  return editBooking({
    actor: await administrator(by),
    id,
    change,
    expectedVersion: version ?? (await readBookingVersion(id)),
    expectedTotal: displayedTotal,
    message,
    at: now,
  })
}

async function requireBooking(id: BookingId) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw new Error("The booking is gone")
  return booking
}

async function readOccupancy(id: BookingId) {
  const rows = await db.select().from(unitDays).where(eq(unitDays.bookingId, id)).orderBy(asc(unitDays.day))
  return rows.map(({ day, unit, role }) => `${day} ${unit}${role === "preparation" ? " p" : ""}`)
}

describe("giving a booking other days", () => {
  test("an edit frees the old days, books the new ones and keeps the agreed daily price", async () => {
    const product = await makeProduct({ price: 25_000 })
    const booking = await place(product.id)
    await db.update(products).set({ price: 99_900 }).where(eq(products.id, product.id))
    const edited = await edit(booking.id, { rentals: [{ position: 1, days: [...later, "2027-06-20"] }] })
    expect(edited).toMatchObject({
      ok: true,
      value: { changed: ["dates"], booking: { total: 75_000, firstDay: "2027-06-18", lastDay: "2027-06-20" } },
    })
    expect(await readOccupancy(booking.id)).toEqual(["2027-06-18 1", "2027-06-19 1", "2027-06-20 1"])
    const history = await db
      .select()
      .from(recordedEvents)
      .where(eq(recordedEvents.bookingId, booking.id))
      .orderBy(asc(recordedEvents.id))
    expect(history.at(-1)).toMatchObject({
      action: "booking.edited",
      actorName: "Camille",
      details: {
        changed: ["dates"],
        before: { dates: weekend, total: 50_000 },
        after: { dates: [...later, "2027-06-20"], total: 75_000 },
        difference: 25_000,
      },
    })
  })

  test("a request moved to today must be answered today", async () => {
    const today = dayInParis(now)
    const placedBefore = new Date(now.getTime() - 2 * 86_400_000)
    const product = await makeProduct()
    const order = makeOrder(product.id, weekend)
    const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: placedBefore })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    expect((await edit(id, { rentals: [{ position: 1, days: [today] }] })).ok).toBe(true)
    expect((await requireBooking(id)).expiresAt).toEqual(startOfDayInParis(addDays(today, 1)))
  })

  test("an edit never loses the old days when the new ones are booked", async () => {
    const product = await makeProduct()
    const booking = await place(product.id)
    await place(product.id, later)
    expect(await edit(booking.id, { rentals: [{ position: 1, days: ["2027-06-12", "2027-06-18"] }] })).toEqual({
      ok: false,
      error: { kind: "days-taken", days: ["2027-06-18"] },
    })
    expect(await readOccupancy(booking.id)).toEqual(["2027-06-11 1", "2027-06-12 1"])
    expect((await requireBooking(booking.id)).dates).toEqual(weekend)
  })

  test("a race with a customer for the new days has one winner, and the booking keeps a complete set", async () => {
    for (let round = 0; round < 6; round++) {
      const product = await makeProduct()
      const booking = await place(product.id)
      const [edited, placed] = await Promise.all([
        edit(booking.id, { rentals: [{ position: 1, days: later }] }),
        makeCustomer().then((customer) =>
          placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [later[1] as Day]), at: now }),
        ),
      ])
      expect([edited.ok, placed.ok].filter(Boolean)).toHaveLength(1)
      expect(await readOccupancy(booking.id)).toEqual((edited.ok ? later : weekend).map((day) => `${day} 1`))
      expect((await requireBooking(booking.id)).dates).toEqual(edited.ok ? later : weekend)
    }
  })

  test("two bookings swapping their days at once keep or move them, never half", async () => {
    for (let round = 0; round < 6; round++) {
      const product = await makeProduct()
      const [a, b] = [await place(product.id, weekend), await place(product.id, later)]
      const answers = await Promise.all([
        edit(a.id, { rentals: [{ position: 1, days: later }] }),
        edit(b.id, { rentals: [{ position: 1, days: weekend }] }),
      ])
      expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
      expect((await readOccupancy(a.id)).length + (await readOccupancy(b.id)).length).toBe(4)
    }
  })

  test("an edit keeps a day that the owner has closed since, and takes no other closed one", async () => {
    const product = await makeProduct()
    const booking = await place(product.id)
    await blockDays(system, { productId: product.id, days: ["2027-06-12", "2027-06-13", "2027-06-11"] }, now)
    expect(await edit(booking.id, { rentals: [{ position: 1, days: ["2027-06-12", "2027-06-13"] }] })).toMatchObject({
      ok: false,
      error: { kind: "days-taken", days: ["2027-06-13"] },
    })
    expect((await edit(booking.id, { rentals: [{ position: 1, days: ["2027-06-10", "2027-06-12"] }] })).ok).toBe(true)
    expect(await readOccupancy(booking.id)).toEqual(["2027-06-10 1", "2027-06-12 1"])
    expect(await readClosedUnits(product.id)).toEqual(["2027-06-11 1", "2027-06-13 1"])
  })

  test("an edit keeps the unit, and may use its own preparation days", async () => {
    const product = await makeProduct({ stock: 2, preparationDaysAfter: 1 })
    const first = await place(product.id, ["2027-06-11"])
    const second = await place(product.id, ["2027-06-11"])
    const administratorFrees = await cancelBooking({
      actor: await administrator(),
      id: first.id,
      from: "pending",
      reason: "Annulé",
      at: now,
    })
    expect(administratorFrees.ok).toBe(true)
    expect((await edit(second.id, { rentals: [{ position: 1, days: ["2027-06-12"] }] })).ok).toBe(true)
    expect(await readOccupancy(second.id)).toEqual(["2027-06-12 2", "2027-06-13 2 p"])
  })

  test("an edit moves the deadline of a request with the days", async () => {
    const product = await makeProduct()
    const booking = await place(product.id)
    await edit(booking.id, { rentals: [{ position: 1, days: ["2027-05-04"] }] })
    expect((await requireBooking(booking.id)).expiresAt?.toISOString()).toBe("2027-05-03T22:00:00.000Z")
  })
})

describe("changing the options of a booking", () => {
  test("an existing option keeps its agreed price, and a new one has today's", async () => {
    const product = await makeProduct({ price: 25_000 })
    const [decor, fond] = [
      await makeOption(product.id, { name: "Décor", price: 3_000 }),
      await makeOption(product.id, { name: "Fond", price: 1_000 }),
    ]
    const booking = await place(product.id, weekend, { options: [{ optionId: decor.id, quantity: 1 }], photoPacks: 1 })
    await db.update(productOptions).set({ price: 9_000 }).where(eq(productOptions.productId, product.id))
    await db.update(products).set({ photoPackPrice: 1_000 }).where(eq(products.id, product.id))
    const choice = {
      options: [
        { optionId: decor.id, quantity: 1 },
        { optionId: fond.id, quantity: 1 },
      ],
      photoPacks: 1,
    }
    expect(await edit(booking.id, { rentals: [{ position: 1, choice }] })).toMatchObject({
      ok: true,
      value: { changed: ["options"], booking: { total: booking.total + 18_000 } },
    })
    expect(await edit(booking.id, { rentals: [{ position: 1, choice: { ...choice, photoPacks: 2 } }] })).toMatchObject({
      ok: true,
      value: { booking: { total: booking.total + 18_000 + 2 * 2 * 1_000 - 2 * 700 } },
    })
  })

  test("an option that is not offered is refused", async () => {
    const product = await makeProduct()
    const booking = await place(product.id)
    const choice = { options: [{ optionId: randomUUID(), quantity: 1 }], photoPacks: 0 }
    expect(await edit(booking.id, { rentals: [{ position: 1, choice }] })).toMatchObject({
      ok: false,
      error: { kind: "choice-refused" },
    })
    expect(
      await edit(booking.id, { rentals: [{ position: 1, choice: { options: [], photoPacks: -1 } }] }),
    ).toMatchObject({
      ok: false,
      error: { kind: "choice-refused" },
    })
    expect((await requireBooking(booking.id)).total).toBe(booking.total)
  })
})

describe("changing the place of a booking", () => {
  const nogent = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
  const lyon = { street: "12 rue de la République", zipCode: "69002", city: "Lyon", instructions: "" }

  test("a new address has today's fee; new instructions alone cost nothing", async () => {
    const product = await makeProduct({ price: 25_000 })
    const booking = await place(product.id, weekend, { isDelivery: true, address: nogent })
    await makeFinanceSettings({ deliveryFeePerKm: 300 })
    const result = await edit(booking.id, {
      place: { isDelivery: true, address: { ...nogent, instructions: "Code 12A" }, distanceKm: null },
    })
    expect(result).toMatchObject({
      ok: true,
      value: { changed: ["place"], booking: { total: booking.total, address: { instructions: "Code 12A" } } },
    })
    const moved = await edit(booking.id, { place: { isDelivery: true, address: lyon, distanceKm: null } })
    expect(moved.ok && moved.value.booking.deliveryFee).toBe((moved.ok ? moved.value.booking.distance : 0) * 300)
    expect(await edit(booking.id, { place: { isDelivery: false, address: lyon, distanceKm: null } })).toMatchObject({
      ok: true,
      value: { booking: { total: 50_000, deliveryFee: 0, distance: 0 } },
    })
    await makeFinanceSettings({ deliveryFeePerKm: 200 })
  })

  test("the distance entered by the owner is used where the address cannot be located", async () => {
    const product = await makeProduct()
    const nowhere = { street: "1 rue de Nulle-Part", zipCode: "00000", city: "Xyzzyville", instructions: "" }
    const booking = await place(product.id, weekend, { isDelivery: true, address: nowhere })
    expect(booking.distanceToConfirm).toBe(true)
    await confirmBooking(await administrator(), booking.id, now)
    expect(await edit(booking.id, { place: { isDelivery: true, address: nowhere, distanceKm: 24 } })).toMatchObject({
      ok: true,
      value: { booking: { distance: 24, distanceToConfirm: false, deliveryFee: 4_800 } },
    })
  })

  test("an incomplete address, or one too far away, is refused", async () => {
    const booking = await place((await makeProduct()).id)
    expect(
      await edit(booking.id, { place: { isDelivery: true, address: { ...lyon, street: " " }, distanceKm: null } }),
    ).toMatchObject({ ok: false, error: { kind: "address-incomplete" } })
    await makeFinanceSettings({ maximumDeliveryDistance: 100 })
    expect(await edit(booking.id, { place: { isDelivery: true, address: lyon, distanceKm: null } })).toMatchObject({
      ok: false,
      error: { kind: "too-far" },
    })
    await makeFinanceSettings({ maximumDeliveryDistance: null })
  })
})

describe("saving a change exactly as previewed", () => {
  test("the second of two administrators reads who was first", async () => {
    for (let round = 0; round < 8; round++) {
      const booking = await place((await makeProduct()).id)
      const version = await readBookingVersion(booking.id)
      const answers = await Promise.all([
        edit(booking.id, { rentals: [{ position: 1, days: later }] }, { by: "Camille", version }),
        edit(booking.id, { rentals: [{ position: 1, days: ["2027-07-01", "2027-07-02"] }] }, { by: "Sasha", version }),
      ])
      const winner = answers[0].ok ? "Camille" : "Sasha"
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({
        ok: false,
        error: { kind: "stale", by: winner },
      })
      expect(await readOccupancy(booking.id)).toHaveLength(2)
    }
  })

  test("nothing is saved at another total than the previewed one", async () => {
    const booking = await place((await makeProduct()).id)
    const answer = await editBooking({
      actor: await administrator(),
      id: booking.id,
      change: { rentals: [{ position: 1, days: ["2027-06-18"] }] },
      expectedVersion: await readBookingVersion(booking.id),
      expectedTotal: 1,
      message: null,
      at: now,
    })
    expect(answer).toEqual({ ok: false, error: { kind: "price-changed", expectedTotal: 1, total: 25_000 } })
    expect((await requireBooking(booking.id)).dates).toEqual(weekend)
  })

  test("a refused, cancelled or missing booking cannot be changed", async () => {
    const booking = await place((await makeProduct()).id)
    await cancelBooking({ actor: await administrator(), id: booking.id, from: "pending", at: now })
    expect(await edit(booking.id, { rentals: [{ position: 1, days: later }] })).toEqual({
      ok: false,
      error: { kind: "not-editable", status: "cancelled" },
    })
    expect(await edit(randomUUID(), { rentals: [{ position: 1, days: later }] })).toEqual({
      ok: false,
      error: { kind: "not-found" },
    })
  })

  test("the mail is queued with the change, and only with it", async () => {
    const product = await makeProduct()
    const booking = await place(product.id)
    await place(product.id, later)
    const message = { text: "Bonjour" }
    const jobs = () => readMailOrders("booking-changed")
    await edit(booking.id, { rentals: [{ position: 1, days: later }] }, { message })
    expect(await jobs()).toHaveLength(0)
    await edit(booking.id, { rentals: [{ position: 1, days: ["2027-07-09"] }] }, { message })
    expect(await jobs()).toMatchObject([
      { data: { booking: { number: booking.number, days: ["2027-07-09"] }, extra: { letter: "Bonjour" } } },
    ])
  })

  test("a form sent twice is one change, without a conflict", async () => {
    const booking = await place((await makeProduct()).id)
    const version = await readBookingVersion(booking.id)
    expect((await edit(booking.id, { rentals: [{ position: 1, days: later }] }, { version })).ok).toBe(true)
    expect(await edit(booking.id, { rentals: [{ position: 1, days: later }] }, { version })).toMatchObject({
      ok: true,
      value: { changed: [] },
    })
    const changes = await db
      .select()
      .from(recordedEvents)
      .where(and(eq(recordedEvents.bookingId, booking.id), eq(recordedEvents.action, "booking.edited")))
    expect(changes).toHaveLength(1)
  })

  test("a change without effect makes no event, and sends nothing", async () => {
    const booking = await place((await makeProduct()).id)
    const before = await readBookingVersion(booking.id)
    expect(
      await edit(booking.id, { rentals: [{ position: 1, days: weekend }] }, { message: { text: "y" } }),
    ).toMatchObject({
      ok: true,
      value: { changed: [] },
    })
    expect(await readBookingVersion(booking.id)).toBe(before)
  })
})
