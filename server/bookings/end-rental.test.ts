import { randomUUID } from "node:crypto"
import { and, asc, eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "../../domain/accounts/party.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import {
  bookingNow,
  contractAt,
  deliverMails,
  hours,
  lastSecret,
  minutes,
  shopWithTemplate,
  signingForm,
  visit,
} from "../../tests/contracts/signing.ts"
import { clearJobs, readMailOrders } from "../../tests/harness/jobs.ts"
import { cancelBooking, invoicingCompany } from "../../tests/ends.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { listAccountDocuments } from "../accounts/customers/documents.ts"
import { withRentals, readRentals } from "../booking-record/rentals.ts"
import { listContractVersions } from "../contracts/versions.ts"
import { sealContract } from "../contracts/seal-contract.ts"
import { sendContract } from "../contracts/send-contract.ts"
import { signContract } from "../contracts/sign.ts"
import { ensureDeposit } from "../money/deposits/deposit.ts"
import { listInstalments } from "../money/finance/instalments.ts"
import { recordPayment } from "../money/finance/payments.ts"
import { listRefunds } from "../money/finance/refunds.ts"
import { readPayable } from "../money/payments/payable.ts"
import { db, transaction } from "../platform/database.server.ts"
import { deposits } from "../platform/schema/deposits.ts"
import { invoices } from "../platform/schema/invoices.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { confirmBooking } from "./answer.ts"
import { readBookingPage } from "./booking-page.ts"
import { readBookingVersion } from "./booking-version.ts"
import { editBooking } from "./edit.ts"
import { type RentalEnd, endRental, previewRentalEnd, rentalEndChange } from "./end-rental.ts"
import { lapseChange } from "./lapse-change.ts"
import { placeBooking } from "./place.ts"
import { proposeEdit } from "./propose-edit.ts"

const day: Day = "2027-06-12"
/** 15 days before: the tier keeps 50 %. */
const notice = new Date("2027-05-28T09:00:00Z")

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
  await makeFinanceSettings({
    cancellationTiers: [
      { daysBefore: 30, refundPercent: 100 },
      { daysBefore: 14, refundPercent: 50 },
      { daysBefore: 0, refundPercent: 0 },
    ],
    pendingExpiryDays: 40,
    maxSecurityDeposit: 200_000,
  })
})

/** The booth 250 €, the platform 590 €, delivery 40 € by 20 km. */
async function wedding({ platformStock = 1 } = {}) {
  const booth = await makeProduct({ name: "Photomaton bois", price: 25_000, securityDeposit: 80_000 })
  const platform = await makeProduct({
    name: "Plateforme 360",
    price: 59_000,
    securityDeposit: 60_000,
    stock: platformStock,
  })
  const customer = await makeCustomer({
    name: "Elena",
    homeStreet: "3 rue des Lilas",
    homeZipCode: "94130",
    homeCity: "Nogent-sur-Marne",
  })
  const placed = await placeBooking({
    party: ownAccountParty(customer),
    order: {
      ...makeOrder(booth.id, [day], { isDelivery: true }),
      rentals: [booth, platform].map(({ id }) => ({ productId: id, days: [day], options: [], photoPacks: 0 })),
    },
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id } = placed.value.booking
  const version = await readBookingVersion(id)
  const place = { isDelivery: true, address: placed.value.booking.address, distanceKm: 20 }
  const edited = await editBooking({
    actor: camille,
    id,
    change: { place },
    expectedVersion: version,
    expectedTotal: 88_000,
    message: null,
    at: now,
  })
  if (!edited.ok) throw new Error(edited.error.kind)
  const confirmed = await confirmBooking(camille, id, now)
  if (!confirmed.ok) throw new Error(confirmed.error.kind)
  return { id, booth, platform, customer }
}

async function signedWedding(values: Parameters<typeof wedding>[0] = {}) {
  const made = await wedding(values)
  await sendContract({ bookingId: made.id, confirmedAt: now.toISOString() }, minutes(1))
  await deliverMails()
  await sign(made.id, 1, hours(1))
  return made
}

async function sign(id: BookingId, version: number, at: Date) {
  const contract = await contractAt(id, version)
  const signed = await signContract({ by: "link", secret: await lastSecret() }, signingForm(contract), visit, at)
  if (!signed.ok) throw new Error(signed.error.kind)
}

async function pay(bookingId: BookingId, amount: Cents) {
  const paid = await recordPayment(
    camille,
    { id: randomUUID(), bookingId, means: "transfer", amount, receivedOn: "2027-05-02", note: "" },
    hours(30),
  )
  if (!paid.ok) throw new Error(paid.error.kind)
}

async function previewEnd(id: BookingId, end: RentalEnd, at = notice) {
  const preview = await previewRentalEnd(id, end, at)
  if (!preview.ok) throw new Error(preview.error.kind)
  const proposal = await proposeEdit(id, rentalEndChange(end, preview.value), at)
  if (!proposal.ok) throw new Error(proposal.error.kind)
  const { retained, refund, indemnity } = preview.value.settlement
  return { retained, refund, indemnity, total: proposal.value.after.total }
}

async function finish(id: BookingId, end: RentalEnd, { at = notice, letter = null as string | null } = {}) {
  const expected = await previewEnd(id, end, at)
  const expectedVersion = await readBookingVersion(id)
  const ended = await endRental({ actor: camille, bookingId: id, end, letter, expected, expectedVersion, at })
  if (!ended.ok) throw new Error(ended.error.kind)
  return expected
}

const sendChange = async (id: BookingId, at = notice) => {
  const sent = await sendContract({ bookingId: id, confirmedAt: now.toISOString() }, minutes(1, at))
  await deliverMails()
  return sent
}

const bookedOn = (productId: ProductId, on: Day) =>
  db.$count(unitDays, and(eq(unitDays.productId, productId), eq(unitDays.day, on), eq(unitDays.kind, "booking")))

const balance = async (id: BookingId) => {
  const payable = await readPayable(id, hours(2, notice))
  return payable && payable.totalDue - payable.paid
}

const positions = async (id: BookingId) => ((await readRentals([id])).get(id) ?? []).map(({ position }) => position)

const byCustomer = { position: 2, cause: "customer", on: null } as const
const byCompany = { position: 2, cause: "company", on: null } as const

describe("a rental that the customer drops (D53, D60)", () => {
  test("the smaller of tier and share becomes a line, delivery stays, and the balance is 203 €", async () => {
    const { id } = await signedWedding()
    await pay(id, 26_400)
    expect(await finish(id, byCustomer)).toEqual({ retained: 17_700, refund: 0, indemnity: 0, total: 46_700 })
    expect((await bookingNow(id)).priceLines.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ["Photomaton bois", 25_000],
      ["Livraison", 4_000],
      ["Location annulée\u00a0: Plateforme 360", 17_700],
    ])
    expect(await sendChange(id)).toBe("version 2 sent")
    // The signed version binds until then (D59).
    expect((await listInstalments(id)).reduce((sum, { amount }) => sum + amount, 0)).toBe(88_000)
    await sign(id, 2, hours(1, notice))
    expect((await listInstalments(id)).reduce((sum, { amount }) => sum + amount, 0)).toBe(46_700)
    expect(await balance(id)).toBe(20_300)
    expect(await listRefunds(id)).toEqual([])
  })

  test("its days stay held until the change is signed", async () => {
    const { id, platform } = await signedWedding()
    await finish(id, byCustomer)
    expect(await bookedOn(platform.id, day)).toBe(1)
    await sendChange(id)
    await sign(id, 2, hours(1, notice))
    expect(await bookedOn(platform.id, day)).toBe(0)
  })

  test("an unsigned end lapses: the rental, its price and its deposit come back", async () => {
    const { id, platform } = await signedWedding()
    await finish(id, byCustomer)
    expect(await bookingNow(id)).toMatchObject({ agreement: { securityDeposit: 80_000 } })
    await sendChange(id)
    const { id: contract } = await contractAt(id, 2)
    expect(await lapseChange(contract, hours(50, notice))).toBe("lapsed, as signed again")
    expect(await positions(id)).toEqual([1, 2])
    expect(await bookingNow(id)).toMatchObject({ total: 88_000, agreement: { securityDeposit: 140_000 } })
    expect(await bookedOn(platform.id, day)).toBe(1)
  })

  test("undoing a cancellation holds again what the signed contract has", async () => {
    const { id, platform } = await signedWedding()
    await finish(id, byCustomer)
    await sendChange(id)
    const cancelled = await cancelBooking({ actor: camille, id, from: "confirmed", at: hours(1, notice) })
    if (!cancelled.ok) throw new Error(cancelled.error.kind)
    expect(await bookedOn(platform.id, day)).toBe(0)
    const soon = new Date(hours(1, notice).getTime() + 5_000)
    expect(await undoEvent(camille, cancelled.value.eventId, soon)).toMatchObject({ ok: true })
    expect(await bookedOn(platform.id, day)).toBe(1)
    const { id: contract } = await contractAt(id, 2)
    expect(await lapseChange(contract, hours(50, notice))).toBe("lapsed, as signed again")
    expect(await positions(id)).toEqual([1, 2])
  })

  test("a paid booking gets back what the tier leaves, once the change is signed", async () => {
    const { id } = await signedWedding()
    await pay(id, 88_000)
    expect(await finish(id, byCustomer)).toMatchObject({ retained: 29_500, refund: 29_500, total: 58_500 })
    expect(await listRefunds(id)).toEqual([])
    await sendChange(id)
    await sign(id, 2, hours(1, notice))
    expect((await listRefunds(id)).toSorted((one, other) => other.kind.localeCompare(one.kind))).toMatchObject([
      { amount: 29_500, reason: "overpaid" },
    ])
  })

  test("an end at other figures than the displayed ones changes nothing", async () => {
    const { id } = await signedWedding()
    const expected = await previewEnd(id, byCustomer)
    await pay(id, 88_000)
    const expectedVersion = await readBookingVersion(id)
    const ended = await endRental({
      actor: camille,
      bookingId: id,
      end: byCustomer,
      letter: null,
      expected,
      expectedVersion,
      at: notice,
    })
    expect(ended).toMatchObject({ ok: false, error: { kind: "figures-changed" } })
    expect(await positions(id)).toEqual([1, 2])
  })

  test("the notice may be dated from the confirmation on, and the last rental is not dropped alone", async () => {
    const { id } = await signedWedding()
    expect(await previewRentalEnd(id, { ...byCustomer, on: "2027-05-01" }, notice)).toMatchObject({
      ok: true,
      value: { settlement: { retained: 0 } },
    })
    expect(await previewRentalEnd(id, { ...byCustomer, on: "2027-04-30" }, notice)).toMatchObject({
      ok: false,
      error: { kind: "not-a-notice-day" },
    })
    await finish(id, byCustomer)
    expect(await previewRentalEnd(id, { ...byCustomer, position: 1 }, notice)).toMatchObject({
      ok: false,
      error: { kind: "last-rental" },
    })
    expect(await previewRentalEnd(id, byCustomer, notice)).toMatchObject({ ok: false, error: { kind: "rental-gone" } })
  })
})

describe("a rental that the company ends (D43, D60)", () => {
  test("its share is refunded at once with the indemnity, and the reduced contract binds without a signature", async () => {
    await invoicingCompany()
    const { id, platform, customer } = await signedWedding()
    await pay(id, 26_400)
    expect(await finish(id, byCompany, { letter: "Bonjour" })).toEqual({
      retained: 0,
      refund: 17_700,
      indemnity: 17_700,
      total: 29_000,
    })
    expect((await listRefunds(id)).toSorted((one, other) => other.kind.localeCompare(one.kind))).toMatchObject([
      { kind: "refund", amount: 17_700, reason: "changed" },
      { kind: "indemnity", amount: 17_700, reason: "changed" },
    ])
    expect(await bookedOn(platform.id, day)).toBe(0)
    expect((await listContractVersions(id)).map(({ status, signedHow, total }) => [status, signedHow, total])).toEqual([
      ["signed", "link", 88_000],
      ["signed", "notice", 29_000],
    ])
    const papers = (await listAccountDocuments(customer.id, 1)).rows
    expect(papers.flatMap((paper) => (paper.kind === "contract" ? [paper.reduced] : []))).toEqual([true, false])
    expect(await balance(id)).toBe(20_300)
    // Money owed back pays nothing, so the pages ask for the same.
    expect((await readBookingPage(await withRentals(await bookingNow(id)), notice)).journey.next).toMatchObject({
      amount: 20_300,
    })
    expect(await sendChange(id)).toBe("as signed")
    const { id: contractId } = await contractAt(id, 2)
    expect(await sealContract({ contractId }, notice)).toBe("typeset without a signature")
    expect(await contractAt(id, 2)).toMatchObject({ sealedKey: null, pdfKey: expect.any(String) })
    const rows = await db.select().from(invoices).orderBy(asc(invoices.number))
    expect(rows.map(({ kind, total }) => [kind, total])).toEqual([
      ["credit-note", 26_400],
      ["down-payment", 26_400],
      ["down-payment", 8_700],
    ])
    expect(await readMailOrders("booking-changed")).toMatchObject([
      { data: { extra: { letter: "Bonjour", totalBefore: 88_000, contract: null } } },
    ])
  })

  test("force majeure owes no indemnity", async () => {
    const { id } = await signedWedding()
    await pay(id, 26_400)
    await finish(id, { ...byCompany, forceMajeure: true })
    expect((await listRefunds(id)).map(({ kind }) => kind)).toEqual(["refund"])
  })

  test("an end is refused while another change waits for a signature", async () => {
    const { id } = await signedWedding()
    const change = { rentals: [{ position: 1, choice: { options: [], photoPacks: 1 } }] }
    const proposal = await proposeEdit(id, change, notice)
    if (!proposal.ok) throw new Error(proposal.error.kind)
    await editBooking({
      actor: camille,
      id,
      change,
      expectedVersion: await readBookingVersion(id),
      expectedTotal: proposal.value.after.total,
      message: null,
      at: notice,
    })
    const refused = { ok: false, error: { kind: "change-waiting" } }
    expect(await previewRentalEnd(id, byCompany, notice)).toMatchObject(refused)
    await sendChange(id)
    expect(await previewRentalEnd(id, byCompany, notice)).toMatchObject(refused)
    expect((await previewRentalEnd(id, byCustomer, notice)).ok).toBe(true)
  })
})

describe("the deposit of a booking that loses a rental", () => {
  test("the difference is released when the customer has signed", async () => {
    const { id } = await signedWedding()
    await transaction((tx) => ensureDeposit(tx, id, notice))
    await finish(id, byCustomer)
    const amount = async () => (await db.select().from(deposits).where(eq(deposits.bookingId, id)))[0]?.amount
    expect(await amount()).toBe(140_000)
    await sendChange(id)
    await sign(id, 2, hours(1, notice))
    expect(await amount()).toBe(80_000)
    const { rows } = await db.execute(
      sql`select details from events where action = 'booking.deposit-lowered' and booking_id = ${id}`,
    )
    expect(rows).toEqual([{ details: { amount: 80_000, of: 140_000 } }])
  })

  test("the difference is released at once when the company ends the rental", async () => {
    const { id } = await signedWedding()
    await transaction((tx) => ensureDeposit(tx, id, notice))
    await finish(id, byCompany)
    expect((await db.select().from(deposits).where(eq(deposits.bookingId, id)))[0]?.amount).toBe(80_000)
  })
})

test("the deposit of a signed added rental is asked where none is given yet", async () => {
  const { id } = await signedWedding()
  await transaction((tx) => ensureDeposit(tx, id, notice))
  const ring = await makeProduct({ price: 18_000, securityDeposit: 10_000 })
  const change = { added: [{ productId: ring.id, days: [day], options: [], photoPacks: 0 }] }
  const proposal = await proposeEdit(id, change, notice)
  if (!proposal.ok) throw new Error(proposal.error.kind)
  await editBooking({
    actor: camille,
    id,
    change,
    expectedVersion: await readBookingVersion(id),
    expectedTotal: proposal.value.after.total,
    message: null,
    at: notice,
  })
  await sendChange(id)
  await sign(id, 2, hours(1, notice))
  expect((await db.select().from(deposits).where(eq(deposits.bookingId, id)))[0]?.amount).toBe(150_000)
})

test("a rental of an unsigned booking is removed by a plain edit, not ended", async () => {
  const { id } = await wedding()
  for (const end of [byCustomer, byCompany])
    expect(await previewRentalEnd(id, end, hours(1))).toMatchObject({ ok: false, error: { kind: "not-signed" } })
})
