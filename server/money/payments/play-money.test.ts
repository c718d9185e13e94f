import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { BookingId } from "../../../domain/id.ts"
import { invoicingCompany, mailsOf, owner, refundsOf, signed } from "../../../tests/ends.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import type { BankLine } from "../bank/lines.ts"
import { bookingWith, paymentsAfter } from "../../outside/api/read-on.ts"
import { findBookingsToPay } from "../bank/proposals.ts"
import { cancelAsCompany, previewCompanyCancellation } from "../../bookings/cancel.ts"
import { jobSheet } from "../../bookings/job-sheets.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { databaseErrorCode } from "../../platform/database/failures.ts"
import { recordPayment } from "../finance/payments.ts"
import { openRefunds } from "../finance/refunds.ts"
import { revenueByMonth } from "../finance/revenue.ts"
import { checkTakings } from "../finance/takings/check.ts"
import { lastDemonstrationTakings, listTakings } from "../finance/takings/list.ts"
import { issueDueInvoices } from "../invoicing/issue.ts"
import { exportedInvoices, invoicedMonths, invoicesOf } from "../invoicing/list.ts"
import { askForPayment } from "./ask-payments.ts"
import { openMatters } from "../../reports/today/open-matters.ts"
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
  const result = await openCardPayment(bookingId, { shown: amount }, at)
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

const numbersOf = async (bookingId: BookingId) => (await invoicesOf(bookingId)).map(({ number }) => number)

test("play money has a register and a series of its own, and is in no real figure (D73)", async () => {
  const [real, played] = [await signed(), await signed()]
  await notedByHand(real.booking.id, 7500)
  await playPaid(played.booking.id)
  await playPaid(played.booking.id, 17_500)
  expect(await numbersOf(real.booking.id)).toEqual(["F-2027-0001"])
  expect(await numbersOf(played.booking.id)).toEqual(["DEMO-1", "DEMO-2"])
  expect(await listTakings(allTakings)).toMatchObject({ total: 1, received: 7500, rows: [{ number: 1 }] })
  expect(await lastDemonstrationTakings()).toMatchObject({
    total: 2,
    rows: [
      { number: 2, amount: 17_500 },
      { number: 1, amount: 7500 },
    ],
  })
  expect(await checkTakings(at)).toMatchObject({ entries: 1, found: 0 })
  expect((await exportedInvoices(allInvoices)).map(({ number, entry }) => [number, entry])).toEqual([
    ["F-2027-0001", 1],
  ])
  expect(await invoicedMonths()).toEqual(["2027-05"])
  expect(await revenueByMonth("2027-01-01", "2027-12-31")).toEqual([{ month: "2027-06", bookings: 1, revenue: 25_000 }])
})

test("what is given back of play money, and invoiced in another year, stays in its register and series", async () => {
  const { booking } = await signed()
  await playPaid(booking.id)
  const camille = await owner()
  const preview = await previewCompanyCancellation(booking.id, at)
  if (!preview) throw new Error("It cannot be cancelled")
  const { refund, indemnity } = preview.inForceMajeure
  const cancellation = { from: "confirmed", forceMajeure: true, shown: { refund, indemnity } } as const
  expect((await cancelAsCompany(camille, booking.id, cancellation, at)).ok).toBe(true)
  for (const { id } of await refundsOf(booking.id)) await settleCardRefund(id, inNextYear)
  await transaction((tx) => issueDueInvoices(tx, booking.id, inNextYear))
  const other = await signed()
  await playPaid(other.booking.id)
  expect([...(await numbersOf(booking.id)), ...(await numbersOf(other.booking.id))]).toEqual([
    "DEMO-1",
    "DEMO-2",
    "DEMO-3",
  ])
  expect((await lastDemonstrationTakings()).rows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["payment", 7500],
    ["refund", -7500],
    ["payment", 7500],
  ])
  expect((await listTakings(allTakings)).total).toBe(0)
})

test("an indemnity of play money asks the owner for nothing", async () => {
  const [real, played] = [await signed({ paid: 7500 }), await signed()]
  await playPaid(played.booking.id)
  const onEve = new Date("2027-06-11T10:00:00Z")
  for (const { booking } of [real, played]) {
    const { refund, indemnity } = (await previewCompanyCancellation(booking.id, onEve))?.settlement ?? {}
    const shown = { refund: refund ?? 0, indemnity: indemnity ?? 0 }
    expect(
      (await cancelAsCompany(await owner(), booking.id, { from: "confirmed", forceMajeure: false, shown }, onEve)).ok,
    ).toBe(true)
  }
  // What was paid, and the indemnity.
  const open = await openRefunds(onEve)
  expect(open.map(({ number }) => number)).toEqual([real.booking.number, real.booking.number])
})

test("real money is refused where play money is, and play money where real money is", async () => {
  const [played, real] = [await signed(), await signed()]
  await playPaid(played.booking.id)
  expect(await notedByHand(played.booking.id)).toEqual({ ok: false, error: { kind: "demonstration" } })
  const session = await opened(real.booking.id)
  await decideDemoSession(session.sessionId ?? "", "pay")
  expect((await notedByHand(real.booking.id, 500)).ok).toBe(true)
  expect(await settleCardPayment(session.id, { at })).toMatchObject({ status: "closed", paymentId: null })
  expect(await openCardPayment(real.booking.id, { shown: 7000 }, at)).toEqual({
    ok: false,
    error: { kind: "no-cards" },
  })
  expect((await listTakings(allTakings)).rows.map(({ bookingNumber }) => bookingNumber)).toEqual([real.booking.number])
})

test("real and play money that come at once never meet on one booking", async () => {
  for (let round = 0; round < 4; round++) {
    const { booking } = await signed()
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

test("a booking whose play money was booked before stays in the real books, and takes no more of it", async () => {
  const { booking } = await signed()
  await db.execute(sql`
    insert into payments (booking_id, means, amount, received_on, provider, provider_id)
    values (${booking.id}, 'card', 7500, '2027-05-01', 'demo', 'demo_before')`)
  expect(await openCardPayment(booking.id, { shown: 17_500 }, at)).toMatchObject({ error: { kind: "no-cards" } })
  expect((await notedByHand(booking.id)).ok).toBe(true)
  expect((await numbersOf(booking.id))[0]).toMatch(/^F-2027-/)
  const mixed = await db
    .execute(sql`update bookings set is_demonstration = true where id = ${booking.id}`)
    .catch((error: unknown) => databaseErrorCode(error))
  expect(mixed).toBe("23514")
})

test("what is due of play money is asked for without a transfer, and nobody is to collect it", async () => {
  await db.execute(sql`update finance_settings set iban = 'FR7630006000011234567890189'`)
  const [real, played] = [await signed(), await signed()]
  await notedByHand(real.booking.id, 7500)
  await playPaid(played.booking.id)
  const onTheDay = new Date("2027-06-05T10:00:00Z")
  const asked = []
  for (const { booking } of [real, played]) {
    await transaction((tx) => askForPayment(tx, booking.id, onTheDay))
    const mail = (await mailsOf(booking.id)).at(-1)
    asked.push([mail?.template, mail?.data.extra])
  }
  expect(asked).toMatchObject([
    ["balance-due", { amount: 17_500, transfer: { iban: "FR7630006000011234567890189" } }],
    ["balance-due", { amount: 17_500, transfer: { iban: null } }],
  ])
  expect((await openMatters(onTheDay, 9)).payments).toMatchObject({ count: 1, shown: [{ id: real.booking.id }] })
  expect((await jobSheet(real.booking.id, onTheDay))?.leftToPay).toBe(17_500)
  expect((await jobSheet(played.booking.id, onTheDay))?.leftToPay).toBe(0)
})

test("other programs read which bookings and payments are play money", async () => {
  const { booking } = await signed()
  await playPaid(booking.id)
  // A card of Stripe that was on its way: its money is real.
  await db.execute(sql`
    insert into payments (booking_id, means, amount, received_on, provider, provider_id)
    values (${booking.id}, 'card', 100, '2027-05-01', 'stripe', 'pi_1')`)
  expect(await bookingWith(booking.id, at)).toMatchObject({ isDemonstration: true })
  const payments = await paymentsAfter(booking.id, { place: null, limit: 9 })
  expect(payments.filter(({ isDemonstration }) => isDemonstration).map(({ amount }) => amount)).toEqual([7500])
  expect(payments).toHaveLength(2)
})

test("a line of the bank finds no booking that has play money", async () => {
  const { booking } = await signed()
  const line = { id: randomUUID(), amount: 17_500, bookedOn: "2027-05-02" } as unknown as BankLine
  expect(await findBookingsToPay(line, String(booking.number))).toHaveLength(1)
  await playPaid(booking.id)
  expect(await findBookingsToPay(line, String(booking.number))).toEqual([])
})
