import { desc } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../../domain/accounts/party.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { confirmBooking } from "../../bookings/answer.ts"
import { placeBooking } from "../../bookings/place.ts"
import { db } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { financeSettings } from "../../platform/schema/settings.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { calculateDelivery } from "./delivery-calculator.ts"
import { readFinanceSettings, warehousePoint } from "./queries.ts"
import { type SettingsInput, saveFinanceSettings } from "./save-settings.ts"

beforeEach(freshDatabase)

const joinville = {
  warehouseStreet: "8 quai de la Marne",
  warehouseZipCode: "94340",
  warehouseCity: "Joinville-le-Pont",
}

async function editor(name = "Camille"): Promise<Staff> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

async function form(values: Partial<SettingsInput> = {}): Promise<{ version: Date; typed: SettingsInput }> {
  const {
    id: _,
    createdAt: _c,
    updatedAt: version,
    warehouseLat: _a,
    warehouseLng: _g,
    warehousePlace: _p,
    warehousePrecision: _r,
    ...typed
  } = await readFinanceSettings()
  return { version, typed: { ...typed, ...values } }
}

const lastEvent = async () => (await db.select().from(recordedEvents).orderBy(desc(recordedEvents.id)).limit(1))[0]

describe("the finance settings", () => {
  test("saving the settings records who did it and what changed @C-finance-update", async () => {
    const camille = await editor()
    const { typed, version } = await form({
      deliveryFeePerKm: 250,
      freeDeliveryThreshold: 12.5,
      downPaymentPercent: 40,
    })
    expect(await saveFinanceSettings(camille, typed, version)).toMatchObject({
      ok: true,
      value: { deliveryFeePerKm: 250, freeDeliveryThreshold: 12.5 },
    })
    expect(await readFinanceSettings()).toMatchObject({ downPaymentPercent: 40 })
    expect(await lastEvent()).toMatchObject({
      action: "finance.saved",
      actorName: "Camille",
      details: { changed: ["deliveryFeePerKm", "freeDeliveryThreshold", "downPaymentPercent"] },
    })
  })

  test("saving unchanged settings and tiers records nothing", async () => {
    const { typed, version } = await form()
    const tiers = typed.cancellationTiers.map((tier) => ({ ...tier }))
    expect(await saveFinanceSettings(await editor(), { ...typed, cancellationTiers: tiers }, version)).toMatchObject({
      ok: true,
    })
    expect(await lastEvent()).toBeUndefined()
  })

  test("the second of two open forms reads what the first changed, and may then decide @C-finance-update", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const { typed, version } = await form()
    const tiers = [{ daysBefore: 10, refundPercent: 100 }]
    expect((await saveFinanceSettings(camille, { ...typed, cancellationTiers: tiers }, version)).ok).toBe(true)
    const other = { ...typed, deliveryFeePerKm: 300, cancellationTiers: [{ daysBefore: 10, refundPercent: 50 }] }
    const second = await saveFinanceSettings(sasha, other, version)
    expect(second).toMatchObject({
      ok: false,
      error: { kind: "stale", by: "Camille", fields: ["deliveryFeePerKm", "cancellationTiers"] },
    })
    expect(await readFinanceSettings()).toMatchObject({ deliveryFeePerKm: 200, cancellationTiers: tiers })
    if (second.ok || second.error.kind !== "stale") throw new Error("The second was taken")
    expect((await saveFinanceSettings(sasha, other, { version: second.error.version, choices: new Map() })).ok).toBe(
      true,
    )
  })

  test("two halves of a warehouse's address from two people are not mixed", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const { typed, version } = await form()
    const saved = await saveFinanceSettings(
      camille,
      { ...typed, warehouseZipCode: "94130", warehouseCity: "Nogent-sur-Marne" },
      version,
    )
    expect(saved.ok).toBe(true)
    if (!saved.ok) return
    const choices = new Map([
      ["warehouseStreet", "mine"],
      ["warehouseZipCode", "stored"],
      ["warehouseCity", "stored"],
    ] as const)
    const second = await saveFinanceSettings(
      sasha,
      { ...typed, warehouseStreet: "3 rue du Bal", warehouseCity: typed.warehouseCity || "Paris" },
      { version: saved.value.updatedAt.toISOString(), choices },
    )
    expect(second).toMatchObject({ ok: false, error: { kind: "stale" } })
  })

  test("the settings never affect an existing booking: price, delivery and deadlines stay @R-admin-settings-future", async () => {
    await makeFinanceSettings()
    const camille = await editor()
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, ["2027-06-12"], { isDelivery: true }),
      at: now,
    })
    const other = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, ["2027-07-12"]),
      at: now,
    })
    if (!placed.ok || !other.ok) throw new Error("The bookings were refused")
    await confirmBooking(camille, other.value.booking.id, now)
    const before = await db.select().from(bookings).orderBy(bookings.number)
    const { typed, version } = await form({
      deliveryFeePerKm: 990,
      freeDeliveryThreshold: 0,
      maximumDeliveryDistance: 1,
      vatMode: "franchise",
      downPaymentPercent: 100,
      balanceDaysBefore: 60,
      pendingExpiryDays: 1,
      withdrawalDays: 0,
      cancellationTiers: [],
      warehouseStreet: "1 place Bellecour",
      warehouseZipCode: "69002",
      warehouseCity: "Lyon",
    })
    expect((await saveFinanceSettings(camille, typed, version)).ok).toBe(true)
    expect(await db.select().from(bookings).orderBy(bookings.number)).toEqual(before)
  })

  test("the withdrawal period is fourteen days, more, or none, however it is set (D45)", async () => {
    const camille = await editor()
    for (const withdrawalDays of [1, 7, 13]) {
      const { typed, version } = await form({ withdrawalDays })
      expect(await saveFinanceSettings(camille, typed, version)).toEqual({
        ok: false,
        error: { kind: "withdrawal-days" },
      })
      await expect(db.update(financeSettings).set({ withdrawalDays })).rejects.toThrow()
    }
    for (const withdrawalDays of [0, 14, 30]) {
      const { typed, version } = await form({ withdrawalDays })
      expect((await saveFinanceSettings(camille, typed, version)).ok, `${withdrawalDays}`).toBe(true)
    }
  })

  test("the next deliveries use a fee and a threshold in tenths (D11) @K-delivery-settings", async () => {
    const { typed, version } = await form({ ...joinville, deliveryFeePerKm: 10, freeDeliveryThreshold: 0.1 })
    expect((await saveFinanceSettings(await editor(), typed, version)).ok).toBe(true)
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, ["2027-06-12"], {
        isDelivery: true,
        address: { street: "1 rue Saint-Aspais", zipCode: "77000", city: "Melun", instructions: "" },
      }),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { distance, deliveryFee } = placed.value.booking
    expect(distance).toBeGreaterThan(50)
    // 0,10 € a kilometre, rounded to the euro.
    expect(deliveryFee).toBe(Math.round(distance / 10) * 100)
  })
})

describe("the warehouse", () => {
  test("the warehouse is located when its address is saved, and keeps its location while it stays", async () => {
    const camille = await editor()
    const first = await form(joinville)
    await saveFinanceSettings(camille, first.typed, first.version)
    const placed = await readFinanceSettings()
    expect(warehousePoint(placed)).toMatchObject({ lat: expect.closeTo(48.82, 1), lng: expect.closeTo(2.47, 1) })
    expect(placed).toMatchObject({
      warehousePlace: expect.stringContaining("Joinville-le-Pont"),
      warehousePrecision: "commune",
    })
    await makeFinanceSettings({ warehouseLat: 48.5, warehouseLng: 2.5 })
    const second = await form({ deliveryFeePerKm: 300 })
    await saveFinanceSettings(camille, second.typed, second.version)
    expect(warehousePoint(await readFinanceSettings())).toEqual({ lat: 48.5, lng: 2.5 })
  })

  test("an unknown warehouse is refused, and nothing else of the form is saved", async () => {
    const { typed, version } = await form({
      warehouseStreet: "1 rue Nulle",
      warehouseZipCode: "00000",
      warehouseCity: "Xyzzyville",
      downPaymentPercent: 50,
    })
    expect(await saveFinanceSettings(await editor(), typed, version)).toEqual({
      ok: false,
      error: { kind: "not-placed" },
    })
    expect(await readFinanceSettings()).toMatchObject({ warehouseCity: "", downPaymentPercent: 30 })
    expect(await lastEvent()).toBeUndefined()
  })

  test("the warehouse has no location once its address is emptied", async () => {
    const camille = await editor()
    const first = await form(joinville)
    await saveFinanceSettings(camille, first.typed, first.version)
    const second = await form({ warehouseStreet: "", warehouseZipCode: "", warehouseCity: "" })
    await saveFinanceSettings(camille, second.typed, second.version)
    expect(await readFinanceSettings()).toMatchObject({ warehouseLat: null, warehouseLng: null, warehousePlace: null })
  })
})

describe("the calculator", () => {
  const melun = { street: "", zipCode: "77000", city: "Melun" }

  test("the calculator gives a customer's price by the saved rule, and writes nothing", async () => {
    await makeFinanceSettings({ deliveryFeePerKm: 150 })
    const before = await readFinanceSettings()
    const answer = await calculateDelivery(melun)
    if (answer.kind !== "calculated" || answer.quote.kind !== "quoted") throw new Error(answer.kind)
    expect(answer.place.label).toContain("Melun")
    expect(answer.quote.fee).toBe(Math.round(answer.quote.distanceKm * 1.5) * 100)
    expect(await readFinanceSettings()).toEqual(before)
  })

  test("the calculator says when a place is too far or unknown, or when the warehouse is missing", async () => {
    expect(await calculateDelivery(melun)).toEqual({ kind: "no-warehouse" })
    await makeFinanceSettings({ maximumDeliveryDistance: 10 })
    expect(await calculateDelivery(melun)).toMatchObject({
      kind: "calculated",
      quote: { kind: "too-far", maximumKm: 10 },
    })
    expect(await calculateDelivery({ street: "", zipCode: "00000", city: "Xyzzyville" })).toEqual({ kind: "not-found" })
  })
})
