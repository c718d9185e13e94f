import { beforeEach, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { type Account, ownAccountParty } from "../../domain/accounts/party.ts"
import { customerDay } from "../../domain/availability/calendar.ts"
import type { Day } from "../../domain/day.ts"
import type { OptionId, ProductId } from "../../domain/id.ts"
import { owner } from "../../tests/ends.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { addUpRentals } from "../availability/rentals.ts"
import { listUpcomingConfirmedDays, readProductCalendar } from "../availability/queries.ts"
import { listActiveProducts, listOfferedRentables, readActiveProduct, readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { availableDates } from "../platform/schema/availability.ts"
import { bundleParts, productOptions } from "../platform/schema/catalog.ts"
import { sumSecurityDeposits } from "../booking-record/rentals.ts"
import { confirmBooking, refuseBooking } from "./answer.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { addToCart } from "./cart/add.ts"
import { findCurrentHold, holdDays } from "./cart/hold.ts"
import { readCart } from "./cart/read.ts"
import { placeBooking } from "./place.ts"
import { proposeEdit } from "./propose-edit.ts"

const saturday: Day = "2027-06-12"
const sunday: Day = "2027-06-13"

beforeEach(() => makeFinanceSettings())

async function place(productId: ProductId, { days = [saturday], customer, ...choice }: PlaceChoice = {}) {
  const placed = await placeBooking({
    party: ownAccountParty(customer ?? (await makeCustomer())),
    order: makeOrder(productId, days, choice),
    at: now,
  })
  return placed.ok ? placed.value.booking : placed.error
}

type PlaceChoice = { days?: Day[]; customer?: Account } & Parameters<typeof makeOrder>[2]

async function listProductsTaken(day: Day): Promise<ProductId[]> {
  const rows = await db.select({ productId: unitDays.productId }).from(unitDays).where(eq(unitDays.day, day))
  return rows.map(({ productId }) => productId)
}

describe("a bundle", () => {
  async function makeBundle(values: Parameters<typeof makeProduct>[0] = {}) {
    const booth = await makeProduct({ name: "Photomaton", price: 25_000, securityDeposit: 50_000 })
    const ring = await makeProduct({ name: "Anneau", price: 18_000, securityDeposit: 20_000, stock: 2 })
    const bundle = await makeProduct({ name: "Pack mariage", kind: "bundle", price: 39_000, ...values })
    await db.insert(bundleParts).values([
      { bundleId: bundle.id, partId: booth.id, order: 1 },
      { bundleId: bundle.id, partId: ring.id, order: 2 },
    ])
    return { booth, ring, bundle }
  }

  test("a bundle is booked at one price, names its parts and takes a unit of each", async () => {
    const { booth, ring, bundle } = await makeBundle()
    const booking = await place(bundle.id)
    expect(booking).toMatchObject({
      total: 39_000,
      rentals: [
        {
          productName: "Pack mariage",
          parts: [
            { productId: booth.id, name: "Photomaton", units: 1, optionId: null },
            { productId: ring.id, name: "Anneau", units: 1, optionId: null },
          ],
        },
      ],
    })
    const taken = await listProductsTaken(saturday)
    expect(taken.filter((id) => [booth.id, ring.id, bundle.id].includes(id)).sort()).toEqual([booth.id, ring.id].sort())
    expect(await place(booth.id)).toMatchObject({ kind: "days-taken" })
    expect(await place(ring.id)).toMatchObject({ total: 18_000 })
  })

  test("a part has the bundle's confirmed days, and not those of the booking's other rentals", async () => {
    const { booth, ring, bundle } = await makeBundle()
    const other = await makeProduct()
    const choice = { options: [], photoPacks: 0 }
    const booking = await place(bundle.id, {
      rentals: [
        { productId: other.id, days: [sunday], ...choice },
        { productId: bundle.id, days: [saturday], ...choice },
      ],
    })
    if ("kind" in booking) throw new Error(booking.kind)
    expect(await listUpcomingConfirmedDays(ring.id, saturday)).toEqual([])
    await confirmBooking(await owner(), booking.id, now)
    for (const { id } of [booth, ring, bundle])
      expect(await listUpcomingConfirmedDays(id, saturday)).toEqual([saturday])
    expect(await listUpcomingConfirmedDays(other.id, saturday)).toEqual([sunday])
    expect(await listUpcomingConfirmedDays(ring.id, sunday)).toEqual([])
  })

  test("a bundle is taken, in its calendar too, when one part is gone", async () => {
    const { booth, bundle } = await makeBundle()
    expect(await place(booth.id)).toMatchObject({ total: 25_000 })
    expect(await place(bundle.id)).toEqual({ kind: "days-taken", days: [saturday] })
    const product = await readProductForRent(bundle.id)
    if (!product) throw new Error("The bundle is not for rent")
    const calendar = await readProductCalendar(product, saturday, sunday, { customerId: null, at: now })
    expect([saturday, sunday].map((day) => customerDay(day, calendar))).toEqual(["taken", "free"])
  })

  test("two units of a part are claimed together", async () => {
    const { ring, bundle } = await makeBundle()
    await db.update(bundleParts).set({ units: 2 }).where(eq(bundleParts.partId, ring.id))
    expect(await place(ring.id, { days: [sunday] })).toMatchObject({ total: 18_000 })
    expect(await place(bundle.id, { days: [sunday] })).toMatchObject({ kind: "days-taken" })
    expect(await place(bundle.id)).toMatchObject({ total: 39_000 })
    expect(await place(ring.id)).toMatchObject({ kind: "days-taken" })
  })

  test("a bundle has its own deposit, else those of its parts", async () => {
    const { bundle } = await makeBundle()
    const other = await makeBundle({ securityDeposit: 30_000 })
    const [one, two] = [await place(bundle.id), await place(other.bundle.id)]
    if (!("id" in one && "id" in two)) throw new Error("A bundle was refused")
    expect(await sumSecurityDeposits(one.id)).toBe(70_000)
    expect(await sumSecurityDeposits(two.id)).toBe(30_000)
  })

  test("the cart shows the deposits of a bundle's parts", async () => {
    const { bundle } = await makeBundle()
    const product = await readProductForRent(bundle.id)
    if (!product) throw new Error("The bundle is not for rent")
    const customer = await makeCustomer()
    const line = { itemId: crypto.randomUUID(), days: [saturday], plan: null, options: [], photoPacks: 0 }
    await addToCart(ownAccountParty(customer), product, line, now)
    expect((await readCart(customer.id, now))?.lines).toMatchObject([{ product: { securityDeposit: 70_000 } }])
  })

  test("the wizard holds every part of a bundle", async () => {
    const { booth, bundle } = await makeBundle()
    const product = await readProductForRent(bundle.id)
    if (!product) throw new Error("The bundle is not for rent")
    const party = ownAccountParty(await makeCustomer())
    expect((await holdDays({ party, product, days: [saturday], at: now })).ok).toBe(true)
    expect(await place(booth.id)).toMatchObject({ kind: "days-taken" })
    const times = [{ from: "2027-06-11T22:00:00.000Z", until: "2027-06-12T22:00:00.000Z" }]
    expect(await findCurrentHold(party.account.id, bundle.id, times, now)).not.toBeNull()
    expect(await findCurrentHold(party.account.id, booth.id, times, now)).not.toBeNull()
    expect((await holdDays({ party, product, days: [sunday], at: now })).ok).toBe(true)
    expect(await place(booth.id)).toMatchObject({ total: 25_000 })
  })
})

describe("an accessory", () => {
  async function makeCurtain(stock: number) {
    const curtain = await makeProduct({ name: "Rideau à sequins", kind: "accessory", stock })
    const booth = await makeProduct({ stock: 50 })
    const option = await makeOption(booth.id, { name: "Fond à sequins", price: 3_000, accessoryId: curtain.id })
    return { curtain, booth, option, options: [{ optionId: option.id, quantity: 1 }] }
  }

  test("its units count over the bookings of all machines, and its option is refused when they are gone", async () => {
    const { curtain, booth, options } = await makeCurtain(2)
    const other = await makeProduct()
    const sameOption = await makeOption(other.id, { price: 3_000, accessoryId: curtain.id })
    expect(await place(booth.id, { options })).toMatchObject({ rentals: [{ parts: [{ units: 1 }] }] })
    expect(await place(other.id, { options: [{ optionId: sameOption.id, quantity: 2 }] })).toEqual({
      kind: "choice-refused",
      problem: { kind: "accessory-taken", optionId: sameOption.id, name: "Rideau à sequins", left: 1 },
    })
    expect(await place(other.id, { options: [{ optionId: sameOption.id, quantity: 1 }] })).toHaveProperty("id")
    expect(await place(booth.id, { options })).toMatchObject({ problem: { kind: "accessory-taken", left: 0 } })
    expect(await place(booth.id)).toHaveProperty("id")
    expect(await place(booth.id, { options, days: [sunday] })).toHaveProperty("id")
  })

  test("the last one goes to exactly one of fifty concurrent customers", async () => {
    const { booth, option, options } = await makeCurtain(1)
    const customers = await Promise.all(Array.from({ length: 50 }, () => makeCustomer()))
    const answers = await Promise.all(customers.map((customer) => place(booth.id, { options, customer })))
    expect(answers.filter((answer) => "id" in answer)).toHaveLength(1)
    const refusals = answers.filter((answer) => !("id" in answer))
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([
        JSON.stringify({
          kind: "choice-refused",
          problem: { kind: "accessory-taken", optionId: option.id, name: "Rideau à sequins", left: 0 },
        }),
      ]),
    )
  })

  test("a refused booking frees it, and the undo takes it again", async () => {
    const { booth, options } = await makeCurtain(1)
    const booking = await place(booth.id, { options })
    if (!("id" in booking)) throw new Error("The booking was refused")
    const actor = await owner()
    const refused = await refuseBooking({ actor, id: booking.id, at: now })
    if (!refused.ok) throw new Error(refused.error.kind)
    expect((await undoEvent(actor, refused.value.eventId, now)).ok).toBe(true)
    expect(await place(booth.id, { options })).toMatchObject({ problem: { kind: "accessory-taken" } })
    expect((await refuseBooking({ actor, id: booking.id, at: now })).ok).toBe(true)
    expect(await place(booth.id, { options })).toHaveProperty("id")
  })

  test("a cart refuses the option that has no unit left", async () => {
    const { booth, options } = await makeCurtain(1)
    expect(await place(booth.id, { options })).toHaveProperty("id")
    const product = await readProductForRent(booth.id)
    if (!product) throw new Error("The booth is not for rent")
    const line = { itemId: crypto.randomUUID(), days: [saturday], options, photoPacks: 0 }
    expect(await addToCart(ownAccountParty(await makeCustomer()), product, line, now)).toMatchObject({
      error: { kind: "choice-refused", problem: { kind: "accessory-taken" } },
    })
  })

  test("an agreed option keeps its units when it is deleted and the days are changed", async () => {
    const { booth, option, options } = await makeCurtain(1)
    const booking = await place(booth.id, { options })
    if (!("id" in booking)) throw new Error("The booking was refused")
    await db.delete(productOptions).where(eq(productOptions.id, option.id))
    const proposal = await proposeEdit(booking.id, { rentals: [{ position: 1, days: [sunday] }] }, now)
    expect(proposal).toMatchObject({ value: { after: { rentals: [{ parts: [{ units: 1 }] }] } } })
  })

  test("a day that is closed for it alone has none left", async () => {
    const { curtain, booth, options } = await makeCurtain(2)
    await db.insert(availableDates).values({ productId: curtain.id, date: saturday, isAvailable: false })
    expect(await place(booth.id, { options })).toMatchObject({ problem: { kind: "accessory-taken", left: 0 } })
    expect(await place(booth.id)).toHaveProperty("id")
  })

  test("both states of an unsigned change keep their units", () => {
    const rental = { position: 1, productId: "a" as ProductId, dates: [saturday], periods: [], plan: null }
    const part = { productId: "b" as ProductId, name: "Rideau", optionId: "c" as OptionId }
    const signed = { ...rental, parts: [{ ...part, units: 2 }] }
    expect(addUpRentals([{ ...rental, parts: [] }, signed])).toMatchObject([{ parts: [{ units: 2 }] }])
    expect(addUpRentals([{ ...rental, parts: [{ ...part, units: 1 }] }, signed])).toMatchObject([
      { parts: [{ units: 2 }] },
    ])
  })

  test("an accessory is in no catalogue, no search and not for rent", async () => {
    const { curtain } = await makeCurtain(1)
    const listed = [...(await listActiveProducts()), ...(await listOfferedRentables(""))]
    expect(listed.map(({ id }) => id)).not.toContain(curtain.id)
    expect(await readActiveProduct(curtain.id)).toBeNull()
    expect(await place(curtain.id)).toEqual({ kind: "not-for-rent" })
  })
})
