import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { system, ownAccountParty } from "../../domain/accounts/party.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { beforeNextTransaction } from "../../tests/harness/before-transaction.ts"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { blockDays } from "../availability/block.ts"
import { holdDays } from "./cart/hold.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { bookings, carts } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { events, recordedEvents } from "../platform/schema/events.ts"
import { autosaveDraftAddress, readDraft } from "./draft.ts"
import { placeBooking } from "./place.ts"
import { withPrice } from "../booking-record/queries.ts"

const weekend: Day[] = ["2027-06-11", "2027-06-12"]

beforeEach(() => makeFinanceSettings())

describe("placing a booking", () => {
  test("placing prices the worked example to the cent and keeps its lines when the catalogue changes @E-booking-options @S-wizard-end @C-bookings-insert", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct({ price: 25_000 })
    const decor = await makeOption(product.id, { name: "Décor", price: 3_000, unit: "unit" })
    const perDay = await makeOption(product.id, {
      name: "Éclairage",
      price: 1_000,
      unit: "day",
      parentOptionId: decor.id,
    })
    const perUnit = await makeOption(product.id, { name: "Cadres", price: 500, unit: "unit", parentOptionId: decor.id })
    const placed = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(product.id, weekend, {
        options: [
          { optionId: decor.id, quantity: 1 },
          { optionId: perDay.id, quantity: 1 },
          { optionId: perUnit.id, quantity: 3 },
        ],
        photoPacks: 2,
      }),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    expect(placed.value.booking).toMatchObject({ status: "pending", total: 63_800, paymentStatus: "none" })

    await db.update(products).set({ price: 99_900, photoPackPrice: 1 }).where(eq(products.id, product.id))
    const [storedBooking] = await db.select().from(bookings).where(eq(bookings.id, placed.value.booking.id))
    if (!storedBooking) throw new Error("The booking is gone")
    const { price } = withPrice(storedBooking)
    expect(price.lines.map(({ label, amount }) => [label, amount])).toEqual([
      [product.name, 50_000],
      ["Décor", 6_000],
      ["Éclairage", 2_000],
      ["Cadres", 3_000],
      ["Pack photo", 2_800],
    ])
    expect(price.total).toBe(storedBooking.total)
  })

  test("placing adds the delivery by the owner's rule, from the located address @C-finance-read @K-delivery-settings", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(product.id, weekend, {
        isDelivery: true,
        address: { street: "12 rue de la République", zipCode: "69002", city: "Lyon", instructions: "" },
      }),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { distance, deliveryFee, total, distanceToConfirm } = placed.value.booking
    expect(distanceToConfirm).toBe(false)
    expect(distance).toBeGreaterThan(740)
    expect(distance).toBeLessThan(820)
    expect(deliveryFee).toBe(distance * 200)
    expect(total).toBe(50_000 + deliveryFee)
  })

  test("placing flags an address that cannot be geocoded instead of refusing it @M-geocoding", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(product.id, weekend, {
        isDelivery: true,
        address: { street: "1 rue de Nulle-Part", zipCode: "00000", city: "Xyzzyville", instructions: "" },
      }),
      at: now,
    })
    expect(placed).toMatchObject({
      ok: true,
      value: { booking: { distance: 0, deliveryFee: 0, distanceToConfirm: true } },
    })
  })

  test("placing stores the precision of the geocoded address (D46)", async () => {
    const product = await makeProduct({ stock: 9 })
    const placeAndReadPrecision = async (
      zipCode: string,
      city: string,
      values: Parameters<typeof makeOrder>[2] = {},
    ) => {
      const address = { street: "12 quai de la Marne", zipCode, city, instructions: "" }
      const order = makeOrder(product.id, weekend, { isDelivery: true, address, ...values })
      const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })
      if (!placed.ok) throw new Error(placed.error.kind)
      const { addressPrecision, addressCentre, distanceToConfirm, deliveryFee } = placed.value.booking
      return [addressPrecision, addressCentre, distanceToConfirm, deliveryFee]
    }
    expect(await placeAndReadPrecision("94130", "Nogent sur Marne")).toEqual(["commune", "Nogent-sur-Marne", false, 0])
    expect(await placeAndReadPrecision("94130", "Marseille")).toEqual(["contradictory", null, true, 0])
    expect(await placeAndReadPrecision("00000", "Xyzzyville")).toEqual(["not-found", null, true, 0])
    expect(await placeAndReadPrecision("97400", "Saint-Denis")).toEqual(["no-road", null, true, 0])
    expect(await placeAndReadPrecision("20000", "Ajaccio")).toEqual(["no-road", null, true, 0])
    expect(await placeAndReadPrecision("94130", "Nogent-sur-Marne", { isDelivery: false })).toEqual([
      null,
      null,
      false,
      0,
    ])
    await makeFinanceSettings({ warehouseLat: null, warehouseLng: null })
    expect(await placeAndReadPrecision("94130", "Nogent-sur-Marne")).toEqual(["no-depot", null, true, 0])
    await makeFinanceSettings()
  })

  test("placing refuses a delivery beyond the owner's limit @C-finance-read @K-delivery-maximum", async () => {
    await makeFinanceSettings({ maximumDeliveryDistance: 100 })
    const product = await makeProduct()
    const order = makeOrder(product.id, weekend, {
      isDelivery: true,
      address: { street: "1 rue de la République", zipCode: "69002", city: "Lyon", instructions: "" },
    })
    expect(await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })).toMatchObject({
      ok: false,
      error: { kind: "too-far", maximumKm: 100 },
    })
    await makeFinanceSettings({ maximumDeliveryDistance: null })
  })

  test("an order sent many times at once makes one booking @S-wizard-once", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct({ stock: 5 })
    const order = makeOrder(product.id, weekend)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => placeBooking({ party: ownAccountParty(customer), order, at: now })),
    )
    const ids = answers.map((answer) => (answer.ok ? answer.value.booking.id : answer.error.kind))
    expect(new Set(ids).size).toBe(1)
    expect(await db.select().from(bookings).where(eq(bookings.userId, customer.id))).toHaveLength(1)
    expect(await db.select().from(unitDays).where(eq(unitDays.productId, product.id))).toHaveLength(2)
  })

  test("placing refuses past, booked, blocked and unknown days, and names them @V-dates-one @V-dates-past @V-dates-booked @V-dates-closed @M-dates-unavailable", async () => {
    const product = await makeProduct()
    const customer = await makeCustomer()
    expect(
      (
        await placeBooking({
          party: ownAccountParty(await makeCustomer()),
          order: makeOrder(product.id, ["2027-06-12"]),
          at: now,
        })
      ).ok,
    ).toBe(true)
    await blockDays(system, { productId: product.id, days: ["2027-06-20"] }, now)
    const refusedFor = async (days: Day[]) =>
      placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, days), at: now })
    expect(await refusedFor(weekend)).toEqual({ ok: false, error: { kind: "days-taken", days: ["2027-06-12"] } })
    expect(await refusedFor(["2027-06-20"])).toEqual({ ok: false, error: { kind: "days-taken", days: ["2027-06-20"] } })
    expect(await refusedFor(["2027-04-30"])).toEqual({
      ok: false,
      error: { kind: "outside-window", why: "past", days: ["2027-04-30"] },
    })
    expect(await refusedFor([])).toEqual({ ok: false, error: { kind: "no-days" } })
    expect((await refusedFor(["2027-05-01"])).ok).toBe(true)
  })

  test("placing refuses a product that is missing or not for rent @C-products-one", async () => {
    const customer = await makeCustomer()
    const inactive = await makeProduct({ isActive: false })
    for (const id of [inactive.id, crypto.randomUUID()]) {
      expect(await placeBooking({ party: ownAccountParty(customer), order: makeOrder(id, weekend), at: now })).toEqual({
        ok: false,
        error: { kind: "not-for-rent" },
      })
    }
  })

  test("placing refuses quantities and options that are not offered, whatever the browser sends @V-packs @V-option-rule", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct()
    const other = await makeOption((await makeProduct()).id)
    const hours = await makeOption(product.id, { unit: "hour", minQuantity: 2, maxQuantity: 6 })
    const hidden = await makeOption(product.id, { name: "PÀCK  PHOTO de luxe" })
    for (const choice of [
      { optionId: other.id, quantity: 1 },
      { optionId: hours.id, quantity: 1 },
      { optionId: hours.id, quantity: 7 },
      { optionId: hours.id, quantity: -2 },
      { optionId: hours.id, quantity: 2.5 },
      { optionId: hidden.id, quantity: 1 },
    ]) {
      const answer = await placeBooking({
        party: ownAccountParty(customer),
        order: makeOrder(product.id, weekend, { options: [choice] }),
        at: now,
      })
      expect(answer).toMatchObject({ ok: false, error: { kind: "choice-refused" } })
    }
    const packs = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(product.id, weekend, { photoPacks: -1 }),
      at: now,
    })
    expect(packs).toMatchObject({ ok: false, error: { kind: "choice-refused" } })
  })

  test("placing takes one option of a choice, and freezes an option that counts once", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct()
    const backdrop = (name: string) => makeOption(product.id, { name, choiceGroup: "Fond", isOnce: true })
    const [gold, white] = [await backdrop("doré"), await backdrop("blanc")]
    const place = (ids: string[]) => {
      const options = ids.map((optionId) => ({ optionId, quantity: 1 }))
      const order = makeOrder(product.id, weekend, { options })
      return placeBooking({ party: ownAccountParty(customer), order, at: now })
    }
    expect(await place([gold.id, white.id])).toMatchObject({
      error: { kind: "choice-refused", problem: { kind: "several-alternatives", choiceGroup: "Fond" } },
    })
    const placed = await place([gold.id])
    expect(placed).toMatchObject({
      value: {
        booking: {
          rentals: [{ options: { items: [{ name: "Fond\u00a0: doré", isOnce: true }], total: 3_000 } }],
          priceLines: { lines: [{}, { label: "Fond\u00a0: doré", days: 1, amount: 3_000, isOnce: true }] },
        },
      },
    })
  })

  test("placing refuses another price than the displayed one", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct({ price: 25_000 })
    const order = makeOrder(product.id, weekend, { expectedTotal: 45_000 })
    expect(await placeBooking({ party: ownAccountParty(customer), order, at: now })).toEqual({
      ok: false,
      error: { kind: "price-changed", expectedTotal: 45_000, total: 50_000 },
    })
    expect(await db.select().from(bookings).where(eq(bookings.userId, customer.id))).toEqual([])
  })

  test("placing occupies the preparation days, which the next customer sees as booked @S-preparation", async () => {
    const product = await makeProduct({ preparationDaysBefore: 1, preparationDaysAfter: 2 })
    expect(
      (
        await placeBooking({
          party: ownAccountParty(await makeCustomer()),
          order: makeOrder(product.id, ["2027-06-12"]),
          at: now,
        })
      ).ok,
    ).toBe(true)
    const occupied = async (day: Day) =>
      !(
        await placeBooking({
          party: ownAccountParty(await makeCustomer()),
          order: makeOrder(product.id, [day]),
          at: now,
        })
      ).ok
    expect(await occupied("2027-06-09")).toBe(true)
    expect(await occupied("2027-06-14")).toBe(true)
    expect(await occupied("2027-06-15")).toBe(true)
    expect(await occupied("2027-06-16")).toBe(false)
  })

  test("placing leaves an immutable record of who requested what", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(product.id, weekend),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const history = await db.select().from(recordedEvents).where(eq(recordedEvents.bookingId, placed.value.booking.id))
    expect(history).toMatchObject([
      { action: "booking.placed", actorKind: "customer", actorId: customer.id, actorName: customer.name },
    ])
    await expect(db.update(events).set({ action: "booking.refused" })).rejects.toThrow()
    await expect(db.delete(events)).rejects.toThrow()
  })
})

describe("an order racing another transaction", () => {
  test("an order is mailed to the current address when that changes just before its transaction", async () => {
    const customer = await makeCustomer()
    const product = await makeProduct()
    beforeNextTransaction(() =>
      db.update(profiles).set({ email: "neuve@exemple.example" }).where(eq(profiles.id, customer.id)),
    )
    const placed = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(product.id, weekend),
      at: now,
    })
    expect(placed.ok).toBe(true)
    const { rows } = await db.execute<{ address: string }>(sql`
      select recipients -> 0 ->> 'address' as address from mail_details join mails on mails.id = mail_id
      join bookings on bookings.id = booking_id
      where template = 'booking-requested' and user_id = ${customer.id}`)
    expect(rows).toEqual([{ address: "neuve@exemple.example" }])
  })

  test("an order moves to another unit when its own is taken just before its transaction @S-no-double", async () => {
    const product = await makeProduct({ stock: 2 })
    const [first, second] = [await makeCustomer(), await makeCustomer()]
    beforeNextTransaction(() =>
      placeBooking({ party: ownAccountParty(first), order: makeOrder(product.id, weekend), at: now }),
    )
    const placed = await placeBooking({
      party: ownAccountParty(second),
      order: makeOrder(product.id, weekend),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const units = await db
      .select({ unit: unitDays.unit })
      .from(unitDays)
      .where(eq(unitDays.bookingId, placed.value.booking.id))
    expect(units).toEqual([{ unit: 2 }, { unit: 2 }])
  })

  test.each([
    ["holds other days of it", "holds"],
    ["types an address for it", "types"],
  ])("an order leaves nothing behind when its customer %s just before its transaction", async (_, does) => {
    const customer = ownAccountParty(await makeCustomer())
    const product = await readProductForRent((await makeProduct()).id)
    if (!product) throw new Error("The product is not for rent")
    const { address } = makeOrder(product.id, weekend)
    beforeNextTransaction(() =>
      does === "holds"
        ? holdDays({ party: customer, product, days: ["2027-06-19"], at: now })
        : autosaveDraftAddress(customer, product.id, address, now),
    )
    const placed = await placeBooking({ party: customer, order: makeOrder(product.id, weekend), at: now })
    if (!placed.ok) throw new Error(placed.error.kind)
    expect(await db.$count(carts, eq(carts.userId, customer.account.id))).toBe(0)
    expect(await readDraft(customer.account.id, product.id)).toBeNull()
    const occupied = await db
      .select({ of: unitDays.bookingId })
      .from(unitDays)
      .where(eq(unitDays.productId, product.id))
    expect(occupied).toEqual(weekend.map(() => ({ of: placed.value.booking.id })))
  })

  test.each([
    ["the stock is lowered", (id: ProductId) => db.update(products).set({ stock: 1 }).where(eq(products.id, id))],
    [
      "the days are closed, where only an ended hold was",
      (id: ProductId) =>
        db.execute(sql`
          insert into available_dates (product_id, date, is_available) select ${id}, unnest(${sql.param(weekend)}::date[]), false`),
    ],
  ])("an order is refused entirely when %s just before its transaction", async (_, change) => {
    const product = await makeProduct({ stock: 2 })
    const [first, second] = [await makeCustomer(), await makeCustomer()]
    expect(
      (await placeBooking({ party: ownAccountParty(first), order: makeOrder(product.id, weekend), at: now })).ok,
    ).toBe(true)
    beforeNextTransaction(() => change(product.id))
    expect(
      await placeBooking({ party: ownAccountParty(second), order: makeOrder(product.id, weekend), at: now }),
    ).toMatchObject({
      ok: false,
      error: { kind: "days-taken" },
    })
    expect(await db.$count(bookings, eq(bookings.productId, product.id))).toBe(1)
    expect(await db.$count(unitDays, eq(unitDays.productId, product.id))).toBe(2)
    expect(await db.$count(recordedEvents, eq(recordedEvents.actorId, second.id))).toBe(0)
  })

  test("an order placed a second time just before its transaction is one booking @S-no-double", async () => {
    const customer = ownAccountParty(await makeCustomer())
    const product = await makeProduct({ stock: 2 })
    const order = makeOrder(product.id, weekend)
    beforeNextTransaction(() => placeBooking({ party: customer, order, at: now }))
    const placed = await placeBooking({ party: customer, order, at: now })
    expect(placed).toMatchObject({ ok: true, value: { repeated: true } })
    expect(await db.$count(bookings, eq(bookings.productId, product.id))).toBe(1)
  })
})
