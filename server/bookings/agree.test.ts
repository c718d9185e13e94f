import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { paymentReference } from "../../domain/finance/payment-reference.ts"
import type { PriceLine } from "../../domain/pricing/price.ts"
import { priceFrom } from "../../domain/pricing/stored-price.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOption,
  makeOrder,
  makeProduct,
  now,
  usualTerms,
  makeDownPayment,
} from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { renderContract } from "../contracts/template.ts"
import { db } from "../platform/database.server.ts"
import { databaseErrorCode } from "../platform/database/failures.ts"
import { readRevenueByMonth } from "../money/finance/revenue.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { readOpenMatters } from "../reports/today/open-matters.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { confirmBooking, refuseBooking, restoreBooking } from "./answer.ts"
import { editBooking } from "./edit.ts"
import { exportBookings, listBookings } from "./list.ts"
import { placeBooking } from "./place.ts"
import { proposeEdit } from "./propose-edit.ts"
import { readBookingDetail, findCurrentBooking, listCustomerBookings } from "../booking-record/queries.ts"
import { setDistance } from "./set-distance.ts"
import { readBookingVersion } from "./booking-version.ts"
import { cancelBooking } from "../../tests/ends.ts"

const day = "2027-06-12"
const everything = { search: "", status: null, productId: null, from: null, until: null }
const soon = new Date(now.getTime() + 9_000)

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

async function administrator() {
  return { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
}

async function request(values: Parameters<typeof makeOrder>[2] = {}, productId?: ProductId) {
  const customer = await makeCustomer()
  const id = productId ?? (await makeProduct({ name: "Photomaton bois", securityDeposit: 80_000 })).id
  const placed = await placeBooking({ party: ownAccountParty(customer), order: makeOrder(id, [day], values), at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  return { customer, booking: placed.value.booking }
}

async function row(id: BookingId) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw new Error("The booking has gone")
  return booking
}

function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

async function refusedByTheDatabase(statement: ReturnType<typeof sql>): Promise<string | null> {
  try {
    await db.execute(statement)
    return null
  } catch (error) {
    return databaseErrorCode(error)
  }
}

/** No rule of today makes these lines: a former `priceOf` or an owner's discount left them. */
const agreedOnce: PriceLine[] = [
  {
    kind: "product",
    label: "Photomaton bois, tarif d’alors",
    unitPrice: 19_990,
    quantity: 1,
    days: 1,
    amount: 19_990,
    rental: 1,
  },
  { kind: "option", label: "Remise de bienvenue", unitPrice: -1_000, quantity: 1, days: 1, amount: -1_000, rental: 1 },
]

async function agreeOnce(id: BookingId) {
  await db
    .update(bookings)
    .set({ priceLines: { version: 1, lines: agreedOnce }, total: 18_990 })
    .where(eq(bookings.id, id))
}

describe("the price of a booking", () => {
  test("the price is stored line by line when the booking is placed, as the customer read it", async () => {
    const product = await makeProduct({ name: "Photomaton bois" })
    const decor = await makeOption(product.id, { name: "Décor" })
    const { booking } = await request({ options: [{ optionId: decor.id, quantity: 1 }], photoPacks: 2 }, product.id)
    expect(booking.priceLines.lines.map(({ kind, label, amount }) => [kind, label, amount])).toEqual([
      ["product", "Photomaton bois", 25_000],
      ["option", "Décor", 3_000],
      ["photo-pack", "Pack photo", 1_400],
    ])
    expect(booking.total).toBe(29_400)
  })

  test("every reader shows the stored price, although today's rule would differ", async () => {
    const { customer, booking } = await request()
    await agreeOnce(booking.id)
    unwrap(await confirmBooking(await administrator(), booking.id, now))
    const agreed = priceFrom({ version: 1, lines: agreedOnce })
    expect((await findCurrentBooking(customer.id, now))?.price).toEqual(agreed)
    expect((await readBookingDetail(booking.id, now))?.price).toEqual(agreed)
    expect((await listCustomerBookings(customer.id, now))[0]?.total).toBe(18_990)
    const sorted = { sort: "date", descending: false, page: 1 } as const
    expect((await listBookings(everything, sorted, now)).rows[0]?.total).toBe(18_990)
    for await (const [exported] of exportBookings(everything, now)) expect(exported?.total).toBe(18_990)
    expect(await readRevenueByMonth("2027-06-01", "2027-06-30")).toMatchObject([{ revenue: 18_990 }])
    const contract = await renderContract("{{reservation.total}}\n\n{{reservation.prix}}", booking.id, now)
    expect(contract).toContain("tarif d’alors")
    expect(contract).toContain("Remise de bienvenue")
    expect(contract).toContain("189,90")
    expect(contract).not.toContain("250")
  })

  test("the price keeps its other lines when a distance is entered or the address changes", async () => {
    const camille = await administrator()
    const { booking } = await request({
      isDelivery: true,
      address: { street: "1 rue du Bal", zipCode: "99999", city: "Nulle-Part-sur-Rien", instructions: "" },
    })
    expect(booking.distanceToConfirm).toBe(true)
    await agreeOnce(booking.id)
    const delivered = unwrap(await setDistance(camille, booking.id, { distanceKm: 20, expectedKm: null }, now))
    expect(delivered.priceLines.lines).toEqual([
      ...agreedOnce,
      { kind: "delivery", label: "Livraison", unitPrice: 4_000, quantity: 1, days: 1, amount: 4_000 },
    ])
    expect(delivered.total).toBe(22_990)
    const change = { place: { isDelivery: false, address: booking.address, distanceKm: null } }
    const proposed = unwrap(await proposeEdit(booking.id, change, now))
    expect(proposed.price).toMatchObject({ before: 22_990, after: 18_990, difference: -4_000 })
    const version = await readBookingVersion(booking.id)
    unwrap(
      await editBooking({
        actor: camille,
        id: booking.id,
        change,
        expectedVersion: version,
        expectedTotal: 18_990,
        message: null,
        at: now,
      }),
    )
    expect((await row(booking.id)).priceLines.lines).toEqual(agreedOnce)
  })

  test("the price is always the sum of its lines: the database refuses anything else", async () => {
    const { booking } = await request()
    const set = (what: string) =>
      refusedByTheDatabase(sql`update bookings set ${sql.raw(what)} where id = ${booking.id}`)
    expect(await set("total = total + 1")).toBe("23514")
    expect(await set(`price_lines = '{"version": 1, "lines": []}'`)).toBe("23514")
    expect(await set(`price_lines = '{"lines": [{"amount": 25000}]}'`)).toBe("23514")
    expect(await set(`price_lines = '{"version": 1}'`)).toBe("23514")
    expect(await set(`total = 1, price_lines = '{"version": 1, "lines": [{"amount": 1}]}'`)).toBeNull()
  })
})

describe("the agreed terms beside the price", () => {
  test("the terms are stored with the confirmation, and not before", async () => {
    await makeFinanceSettings({ iban: "FR7630006000011234567890189" })
    const { booking } = await request()
    expect(booking.agreement).toBeNull()
    const confirmed = unwrap(await confirmBooking(await administrator(), booking.id, now))
    expect(confirmed.agreement).toMatchObject({
      version: 1,
      downPaymentPercent: 30,
      balanceDaysBefore: 7,
      withdrawalDays: 14,
      securityDeposit: 80_000,
      vatMode: "included",
      vatRate: 2000,
      transfer: { iban: "FR7630006000011234567890189", bic: null, reference: paymentReference(booking.number) },
    })
    expect((await row(booking.id)).agreement).toEqual(confirmed.agreement)
  })

  test("no later setting changes the amounts due or the contract; a request reads today's terms", async () => {
    const { booking } = await request()
    const { booking: waiting } = await request()
    unwrap(await confirmBooking(await administrator(), booking.id, now))
    await makeDownPayment(booking.id)
    const template =
      "{{reservation.acompte}} {{reservation.solde}} {{reservation.caution}} {{paiement.acompte}} {{annulation.bareme}}"
    const look = async (id: BookingId) => (await renderContract(template, id, now)).replaceAll(/[\u00a0\u202f]/g, " ")
    const inTime = new Date("2027-06-05T09:00:00Z")
    const before = await look(booking.id)
    expect(before).toMatch(/75 € 175 € 800 € 30 %/)
    expect(await look(waiting.id)).toBe(before)
    expect((await readOpenMatters(inTime, 10)).payments.count).toBe(1)

    await makeFinanceSettings({
      downPaymentPercent: 50,
      balanceDaysBefore: 1,
      cancellationTiers: [{ daysBefore: 0, refundPercent: 100 }],
    })
    await db.update(products).set({ securityDeposit: 10_000 })
    expect(await look(booking.id)).toBe(before)
    expect((await readOpenMatters(inTime, 10)).payments).toMatchObject({
      count: 1,
      items: [{ kind: "balance", payment: { amount: 17_500 } }],
    })
    expect(await look(waiting.id)).toMatch(/125 € 125 € 100 € 50 %/)
  })

  test("the terms are removed by the undo of a confirmation, and made anew by the next one", async () => {
    const camille = await administrator()
    const { booking } = await request()
    const { eventId } = unwrap(await confirmBooking(camille, booking.id, now))
    unwrap(await undoEvent(camille, eventId, soon))
    expect((await row(booking.id)).agreement).toBeNull()
    await makeFinanceSettings({ downPaymentPercent: 50 })
    unwrap(await confirmBooking(camille, booking.id, soon))
    expect((await row(booking.id)).agreement).toMatchObject({ downPaymentPercent: 50 })
  })

  test("the terms stay with a cancelled booking, return with the undo, and end when it is pending again", async () => {
    const camille = await administrator()
    const { booking } = await request()
    const { agreement } = unwrap(await confirmBooking(camille, booking.id, now))
    const { eventId } = unwrap(await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: now }))
    expect((await row(booking.id)).agreement).toEqual(agreement)
    await makeFinanceSettings({ downPaymentPercent: 50 })
    unwrap(await undoEvent(camille, eventId, soon))
    expect(await row(booking.id)).toMatchObject({ status: "confirmed", agreement })
    unwrap(await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: now }))
    unwrap(await restoreBooking({ actor: camille, id: booking.id, from: "cancelled", at: now }))
    expect((await row(booking.id)).agreement).toBeNull()
  })

  test("the database requires terms for a confirmed booking, and forbids them for pending and refused ones", async () => {
    const { booking } = await request()
    const set = (what: ReturnType<typeof sql>) =>
      refusedByTheDatabase(sql`update bookings set ${what} where id = ${booking.id}`)
    expect(await set(sql`status = 'confirmed'`)).toBe("23514")
    expect(await set(sql`status = 'confirmed', agreement = '{}'`)).toBe("23514")
    expect(await set(sql`agreement = ${JSON.stringify(usualTerms)}`)).toBe("23514")
    expect(await set(sql`status = 'refused', agreement = ${JSON.stringify(usualTerms)}`)).toBe("23514")
    expect(await set(sql`status = 'confirmed', agreement = ${JSON.stringify(usualTerms)}`)).toBeNull()
  })
})

describe("the date of a request", () => {
  test("the date is stored, and moves when the booking is taken back to pending", async () => {
    const camille = await administrator()
    const { booking } = await request()
    expect(booking.requestedAt).toEqual(now)
    unwrap(await refuseBooking({ actor: camille, id: booking.id, at: soon }))
    expect((await row(booking.id)).requestedAt).toEqual(now)
    unwrap(await restoreBooking({ actor: camille, id: booking.id, from: "refused", at: soon }))
    expect((await row(booking.id)).requestedAt).toEqual(soon)
  })
})
