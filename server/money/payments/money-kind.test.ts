import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { BookingId } from "../../../domain/id.ts"
import { invoicingCompany, readMails, owner, readRefunds, placeSignedBooking } from "../../../tests/ends.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import type { BankLine } from "../bank/lines.ts"
import { findBooking, listPaymentsAfter } from "../../outside/api/paged-lists.ts"
import { findBookingsToPay } from "../bank/proposals.ts"
import { cancelAsCompany, previewCompanyCancellation } from "../../bookings/cancel.ts"
import { readJobSheet } from "../../bookings/job-sheets.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { databaseErrorCode } from "../../platform/database/failures.ts"
import { recordPayment } from "../finance/payments.ts"
import { listOpenRefunds } from "../finance/refunds.ts"
import { readRevenueByMonth } from "../finance/revenue.ts"
import { checkTakings } from "../finance/takings/check.ts"
import { listLastDemonstrationTakings, listTakings } from "../finance/takings/list.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { listExportedInvoices, listInvoicedMonths, listBookingInvoices } from "../invoicing/list.ts"
import { requestPayment } from "./ask-payments.ts"
import { readOpenMatters } from "../../reports/today/open-matters.ts"
import { settleCardRefund } from "./settle-card-refund.ts"
import { decideDemoSession } from "./demo.ts"
import { openCardPayment } from "./open-card-payment.ts"
import { settleCardPayment } from "./settle-card-payment.ts"

beforeEach(async () => {
  await freshDatabase()
  await invoicingCompany()
})

const at = new Date("2027-05-01T10:00:00Z")
const inNextYear = new Date("2028-01-10T10:00:00Z")
const allTakings = { search: "", means: null, since: null, until: null, page: 1 }
const allInvoices = { search: "", kind: null, from: null, until: null }

async function opened(bookingId: BookingId, amount = 7500) {
  const result = await openCardPayment(bookingId, { expectedAmount: amount }, at)
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

async function playPaid(bookingId: BookingId, amount = 7500) {
  const payment = await opened(bookingId, amount)
  await decideDemoSession(payment.sessionId ?? "", "pay")
  return settleCardPayment(payment.id, { at })
}

async function notedByHand(bookingId: BookingId, amount = 17_500) {
  const payment = {
    id: randomUUID(),
    bookingId,
    means: "transfer",
    amount,
    receivedOn: "2027-05-01",
    note: "",
  } as const
  return recordPayment(await owner(), payment, at)
}

const invoiceNumbers = async (bookingId: BookingId) =>
  (await listBookingInvoices(bookingId)).map(({ number }) => number)

test("play money has its own register and series, and is in no real figure (D73)", async () => {
  const [real, played] = [await placeSignedBooking(), await placeSignedBooking()]
  await notedByHand(real.booking.id, 7500)
  await playPaid(played.booking.id)
  await playPaid(played.booking.id, 17_500)
  expect(await invoiceNumbers(real.booking.id)).toEqual(["F-2027-0001"])
  expect(await invoiceNumbers(played.booking.id)).toEqual(["DEMO-1", "DEMO-2"])
  expect(await listTakings(allTakings)).toMatchObject({ total: 1, received: 7500, rows: [{ number: 1 }] })
  expect(await listLastDemonstrationTakings()).toMatchObject({
    total: 2,
    rows: [
      { number: 2, amount: 17_500 },
      { number: 1, amount: 7500 },
    ],
  })
  expect(await checkTakings(at)).toMatchObject({ entries: 1, found: 0 })
  expect((await listExportedInvoices(allInvoices)).map(({ number, entry }) => [number, entry])).toEqual([
    ["F-2027-0001", 1],
  ])
  expect(await listInvoicedMonths()).toEqual(["2027-05"])
  expect(await readRevenueByMonth("2027-01-01", "2027-12-31")).toEqual([
    { month: "2027-06", bookings: 1, revenue: 25_000 },
  ])
})

test("a refund of play money, invoiced in another year, stays in its register and series", async () => {
  const { booking } = await placeSignedBooking()
  await playPaid(booking.id)
  const camille = await owner()
  const preview = await previewCompanyCancellation(booking.id, at)
  if (!preview) throw new Error("It cannot be cancelled")
  const { refund, indemnity } = preview.inForceMajeure
  const cancellation = { from: "confirmed", forceMajeure: true, expected: { refund, indemnity } } as const
  expect((await cancelAsCompany({ actor: camille, bookingId: booking.id, ...cancellation, at })).ok).toBe(true)
  for (const { id } of await readRefunds(booking.id)) await settleCardRefund(id, inNextYear)
  await transaction((tx) => issueDueInvoices(tx, booking.id, inNextYear))
  const other = await placeSignedBooking()
  await playPaid(other.booking.id)
  expect([...(await invoiceNumbers(booking.id)), ...(await invoiceNumbers(other.booking.id))]).toEqual([
    "DEMO-1",
    "DEMO-2",
    "DEMO-3",
  ])
  expect((await listLastDemonstrationTakings()).rows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["payment", 7500],
    ["refund", -7500],
    ["payment", 7500],
  ])
  expect((await listTakings(allTakings)).total).toBe(0)
})

test("an indemnity of play money is no task for the owner", async () => {
  const [real, played] = [await placeSignedBooking({ paid: 7500 }), await placeSignedBooking()]
  await playPaid(played.booking.id)
  const onEve = new Date("2027-06-11T10:00:00Z")
  for (const { booking } of [real, played]) {
    const { refund, indemnity } = (await previewCompanyCancellation(booking.id, onEve))?.settlement ?? {}
    const figures = { refund: refund ?? 0, indemnity: indemnity ?? 0 }
    expect(
      (
        await cancelAsCompany({
          actor: await owner(),
          bookingId: booking.id,
          from: "confirmed",
          forceMajeure: false,
          expected: figures,
          at: onEve,
        })
      ).ok,
    ).toBe(true)
  }
  // The payment, and the indemnity.
  const open = await listOpenRefunds(onEve)
  expect(open.map(({ number }) => number)).toEqual([real.booking.number, real.booking.number])
})

test("real money is refused beside play money, and play money beside real money", async () => {
  const [played, real] = [await placeSignedBooking(), await placeSignedBooking()]
  await playPaid(played.booking.id)
  expect(await notedByHand(played.booking.id)).toEqual({ ok: false, error: { kind: "demonstration" } })
  const session = await opened(real.booking.id)
  await decideDemoSession(session.sessionId ?? "", "pay")
  expect((await notedByHand(real.booking.id, 500)).ok).toBe(true)
  expect(await settleCardPayment(session.id, { at })).toMatchObject({ status: "closed", paymentId: null })
  expect(await openCardPayment(real.booking.id, { expectedAmount: 7000 }, at)).toEqual({
    ok: false,
    error: { kind: "no-cards" },
  })
  expect((await listTakings(allTakings)).rows.map(({ bookingNumber }) => bookingNumber)).toEqual([real.booking.number])
})

test("concurrent real and play money never meet on one booking", async () => {
  for (let round = 0; round < 4; round++) {
    const { booking } = await placeSignedBooking()
    const session = await opened(booking.id)
    await decideDemoSession(session.sessionId ?? "", "pay")
    const [noted] = await Promise.all([notedByHand(booking.id), settleCardPayment(session.id, { at })])
    const { rows } = await db.execute<{ provider: string | null }>(
      sql`select provider from payments where booking_id = ${booking.id}`,
    )
    expect(rows).toEqual([{ provider: noted.ok ? null : "demo" }])
  }
  expect(await checkTakings(at)).toMatchObject({ found: 0 })
})

test("a booking with formerly recorded play money stays in the real books, and accepts no more of it", async () => {
  const { booking } = await placeSignedBooking()
  await db.execute(sql`
    insert into payments (booking_id, means, amount, received_on, provider, provider_id)
    values (${booking.id}, 'card', 7500, '2027-05-01', 'demo', 'demo_before')`)
  expect(await openCardPayment(booking.id, { expectedAmount: 17_500 }, at)).toMatchObject({
    error: { kind: "no-cards" },
  })
  expect((await notedByHand(booking.id)).ok).toBe(true)
  expect((await invoiceNumbers(booking.id))[0]).toMatch(/^F-2027-/)
  const mixed = await db
    .execute(sql`update bookings set is_demonstration = true where id = ${booking.id}`)
    .catch((error: unknown) => databaseErrorCode(error))
  expect(mixed).toBe("23514")
})

test("play money due is requested without a transfer, and nobody has to collect it", async () => {
  await db.execute(sql`update finance_settings set iban = 'FR7630006000011234567890189'`)
  const [real, played] = [await placeSignedBooking(), await placeSignedBooking()]
  await notedByHand(real.booking.id, 7500)
  await playPaid(played.booking.id)
  const onTheDay = new Date("2027-06-05T10:00:00Z")
  const requestMails = []
  for (const { booking } of [real, played]) {
    await transaction((tx) => requestPayment(tx, booking.id, onTheDay))
    const mail = (await readMails(booking.id)).at(-1)
    requestMails.push([mail?.template, mail?.data.extra])
  }
  expect(requestMails).toMatchObject([
    ["balance-due", { amount: 17_500, transfer: { iban: "FR7630006000011234567890189" } }],
    ["balance-due", { amount: 17_500, transfer: { iban: null } }],
  ])
  expect((await readOpenMatters(onTheDay, 9)).payments).toMatchObject({ count: 1, items: [{ id: real.booking.id }] })
  expect((await readJobSheet(real.booking.id, onTheDay))?.leftToPay).toBe(17_500)
  expect((await readJobSheet(played.booking.id, onTheDay))?.leftToPay).toBe(0)
})

test("the API says which bookings and payments are play money", async () => {
  const { booking } = await placeSignedBooking()
  await playPaid(booking.id)
  // A Stripe card payment was under way: its money is real.
  await db.execute(sql`
    insert into payments (booking_id, means, amount, received_on, provider, provider_id)
    values (${booking.id}, 'card', 100, '2027-05-01', 'stripe', 'pi_1')`)
  expect(await findBooking(booking.id, at)).toMatchObject({ isDemonstration: true })
  const payments = await listPaymentsAfter(booking.id, { cursor: null, limit: 9 })
  expect(payments.filter(({ isDemonstration }) => isDemonstration).map(({ amount }) => amount)).toEqual([7500])
  expect(payments).toHaveLength(2)
})

test("a bank line finds no booking with play money", async () => {
  const { booking } = await placeSignedBooking()
  const line = { id: randomUUID(), amount: 17_500, bookedOn: "2027-05-02" } as unknown as BankLine
  expect(await findBookingsToPay(line, String(booking.number))).toHaveLength(1)
  await playPaid(booking.id)
  expect(await findBookingsToPay(line, String(booking.number))).toEqual([])
})
