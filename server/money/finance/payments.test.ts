import { randomUUID } from "node:crypto"
import { isNull, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Staff, ownAccountParty } from "../../../domain/accounts/party.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { cancelAsCompany, cancelOwnBooking } from "../../bookings/cancel.ts"
import { readBookingTimeline } from "../../booking-record/timeline.ts"
import {
  bookingNow,
  makeConfirmedBooking,
  signingForm,
  hours,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../../tests/contracts/signing.ts"
import { signContract } from "../../contracts/sign.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { readPayable } from "../payments/payable.ts"
import { bookingEnds } from "../../platform/schema/booking-ends.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { giveMoneyBack, readRefundableMoney } from "./give-money-back.ts"
import { recordRefund, listOpenRefunds } from "./refunds.ts"
import { listUnwantedMoney } from "../../reports/today/unwanted-money.ts"
import { type PaymentToRecord, readDueAmount, readPaidAmount, listPayments, recordPayment } from "./payments.ts"
import { correctPayment } from "./correct-payment.ts"
import { clearJobs, readMailOrders } from "../../../tests/harness/jobs.ts"

let camille: Staff
let bookingId: BookingId
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
  const { booking, secret, contract } = await makeSentContract(camille)
  await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))
  bookingId = booking.id
})

const transfer = (amount: number, values: Partial<PaymentToRecord> = {}) =>
  recordPayment(
    camille,
    { id: randomUUID(), bookingId, means: "transfer", amount, receivedOn: "2027-05-01", note: "", ...values },
    hours(2),
  )
const status = async () => (await bookingNow(bookingId)).paymentStatus

describe("payments recorded by the owner", () => {
  test("payments are summed, and determine the payment status (D10)", async () => {
    expect(await status()).toBe("awaiting")
    await transfer(5_000)
    expect(await status()).toBe("awaiting")
    await transfer(2_500, { means: "cash", note: "  au comptoir " })
    expect([await status(), await readPaidAmount(bookingId), await readDueAmount(bookingId, hours(2))]).toEqual([
      "down_payment_paid",
      7_500,
      7_500,
    ])
    await transfer(17_500, { means: "cheque" })
    expect([await status(), await readPaidAmount(bookingId)]).toEqual(["paid", 25_000])
    expect((await listPayments(bookingId)).map(({ means, note }) => [means, note]).toSorted()).toEqual([
      ["cash", "au comptoir"],
      ["cheque", null],
      ["transfer", null],
    ])
    expect((await readBookingTimeline(bookingId)).at(-1)).toMatchObject({
      action: "booking.payment-recorded",
      actorName: "Camille",
      details: { amount: 17_500, means: "cheque" },
    })
  })

  test("a payment is recorded once, however often its form is sent; another amount is reported", async () => {
    const id = randomUUID()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => transfer(7_500, { id })))
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.value.repeated)).toHaveLength(1)
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await transfer(8_000, { id })).toMatchObject({ ok: false, error: { kind: "already-recorded" } })
    expect(await readPaidAmount(bookingId)).toBe(7_500)
  })

  test("cash beyond 1,000 € in all is refused, also concurrently, until a part is reversed (L112-6, D74)", async () => {
    const cash = (amount: number, values: Partial<PaymentToRecord> = {}) =>
      transfer(amount, { means: "cash", ...values })
    const refused = (before: number) => ({ ok: false, error: { kind: "too-much-cash", limit: 100_000, before } })
    expect(await cash(100_001)).toMatchObject(refused(0))
    const id = randomUUID()
    const atOnce = await Promise.all([cash(60_000, { id }), cash(60_000)])
    expect(atOnce.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await cash(40_001)).toMatchObject(refused(60_000))
    expect((await cash(40_000)).ok).toBe(true)
    expect(await cash(1)).toMatchObject(refused(100_000))
    expect((await transfer(90_000, { means: "cheque" })).ok).toBe(true)
    const written = atOnce.find(({ ok }) => ok)
    if (!written?.ok) throw new Error("None was written")
    expect((await correctPayment(camille, written.value.payment.id, hours(3))).ok).toBe(true)
    expect((await cash(60_000)).ok).toBe(true)
  })

  test("cash up to 10,000 € is accepted from a person proven to live abroad, and from no company (D74)", async () => {
    const cash = (amount: number, payerLivesAbroad: boolean) => transfer(amount, { means: "cash", payerLivesAbroad })
    expect(await cash(100_001, false)).toMatchObject({ ok: false, error: { abroad: true } })
    expect(await cash(100_001, true)).toMatchObject({ ok: true, value: { payment: { payerLivesAbroad: true } } })
    expect(await cash(900_000, true)).toMatchObject({ ok: false, error: { limit: 1_000_000, abroad: false } })
    const company = { clientType: "business", businessName: "Atelier", businessSiret: "55208131766522" } as const
    const { booking } = await makeConfirmedBooking(camille, company)
    expect(await transfer(100_001, { bookingId: booking.id, means: "cash", payerLivesAbroad: true })).toMatchObject({
      error: { kind: "too-much-cash", limit: 100_000, abroad: false },
    })
  })

  test("cash refunds are limited to 1,000 € in all (D74)", async () => {
    await transfer(250_000)
    const owe = async (amount: number) => {
      const owed = { bookingId, reason: "overpaid", amount, dueOn: "2027-05-20" } as const
      const [row] = await db.insert(refunds).values(owed).returning()
      if (!row) throw new Error("The refund was not returned")
      return row.id
    }
    const made = (id: Id, means: "cash" | "transfer" = "cash") =>
      recordRefund({ actor: camille, refundId: id, made: { means, madeOn: "2027-05-01", note: "" }, at: hours(3) })
    const [first, second] = [await owe(60_000), await owe(60_000)]
    const atOnce = await Promise.all([made(first), made(second)])
    expect(atOnce.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const [left, done] = atOnce[0]?.ok ? [second, first] : [first, second]
    expect(await made(left)).toMatchObject({ ok: false, error: { kind: "too-much-cash", limit: 100_000 } })
    expect(await made(done)).toMatchObject({ ok: false, error: { kind: "already-made" } })
    expect((await made(left, "transfer")).ok).toBe(true)
  })

  test("a payment beyond the price needs confirmation", async () => {
    const typed = (amount: number, beyond: "ask" | "meant", id = randomUUID()) =>
      recordPayment(camille, { id, bookingId, means: "cash", amount, receivedOn: "2027-05-01", note: "" }, hours(2), {
        askIfAbovePrice: beyond === "ask",
      })
    expect(await typed(25_100, "ask")).toMatchObject({ ok: false, error: { kind: "beyond-the-price", left: 25_000 } })
    expect(await readPaidAmount(bookingId)).toBe(0)
    const id = randomUUID()
    expect((await typed(25_000, "ask", id)).ok).toBe(true)
    // Sent twice, it is still the same payment.
    expect(await typed(25_000, "ask", id)).toMatchObject({ ok: true, value: { repeated: true } })
    expect(await typed(1, "ask")).toMatchObject({ ok: false, error: { left: 0 } })
    expect((await typed(1, "meant")).ok).toBe(true)
    expect(await readPaidAmount(bookingId)).toBe(25_001)
  })

  test("a payment like an existing one, whoever recorded that, needs confirmation", async () => {
    const typed = (values: Partial<PaymentToRecord> = {}, again = true) =>
      recordPayment(
        camille,
        {
          id: randomUUID(),
          bookingId,
          means: "transfer",
          amount: 7_500,
          receivedOn: "2027-05-01",
          note: "",
          ...values,
        },
        hours(2),
        { askIfDuplicate: again },
      )
    // Two owners at once, each with their own form.
    const both = await Promise.all([typed(), typed({ receivedOn: "2027-04-28" })])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({
      error: { kind: "noted-already", payment: { amount: 7_500, means: "transfer" }, by: "Camille" },
    })
    // Another amount, means or time is a different payment.
    for (const other of [{ amount: 7_501 }, { means: "cash" }, { receivedOn: "2027-04-10" }] as const)
      expect((await typed(other)).ok).toBe(true)
    const id = randomUUID()
    expect((await typed({ id }, false)).ok).toBe(true)
    expect(await typed({ id })).toMatchObject({ ok: true, value: { repeated: true } })
    // A reversed payment does not count.
    const [cash] = (await listPayments(bookingId)).filter(({ means }) => means === "cash")
    expect((await correctPayment(camille, cash?.id ?? id, hours(3))).ok).toBe(true)
    expect((await typed({ means: "cash" })).ok).toBe(true)
  })

  test("a payment dated before its booking needs confirmation", async () => {
    const typed = (receivedOn: PaymentToRecord["receivedOn"], before: boolean, id = randomUUID()) =>
      recordPayment(camille, { id, bookingId, means: "transfer", amount: 100, receivedOn, note: "" }, hours(2), {
        askIfBeforeBooking: before,
      })
    const refusal = { ok: false, error: { kind: "before-the-booking", madeOn: "2027-05-01" } }
    expect(await typed("2016-01-05", true)).toMatchObject(refusal)
    expect(await typed("2027-04-30", true)).toMatchObject(refusal)
    expect(await readPaidAmount(bookingId)).toBe(0)
    expect((await typed("2027-05-01", true)).ok).toBe(true)
    // The deposit of a booking that was agreed on the phone and entered later.
    const id = randomUUID()
    expect((await typed("2027-04-20", false, id)).ok).toBe(true)
    expect(await typed("2027-04-20", true, id)).toMatchObject({ ok: true, value: { repeated: true } })
    expect(await readPaidAmount(bookingId)).toBe(200)
  })

  test("a payment is acknowledged by mail, once, with the amount left to pay", async () => {
    const id = randomUUID()
    await transfer(7_500, { id })
    await transfer(7_500, { id })
    await transfer(17_500, { means: "cash" })
    expect(await receipts()).toEqual([
      { amount: 7_500, means: "transfer", left: 17_500 },
      { amount: 17_500, means: "cash", left: 0 },
    ])
  })

  test("concurrent payments all count in the status", async () => {
    await Promise.all(Array.from({ length: 10 }, () => transfer(2_500)))
    expect([await status(), await readPaidAmount(bookingId)]).toEqual(["paid", 25_000])
  })

  test.each([
    ["nothing", { amount: 0 }, "not-an-amount"],
    ["less than nothing", { amount: -100 }, "not-an-amount"],
    ["parts of a cent", { amount: 10.5 }, "not-an-amount"],
    ["what has not come yet", { receivedOn: "2027-05-02" }, "in-the-future"],
    ["of no booking", { bookingId: randomUUID() }, "not-found"],
  ] as const)("a payment is refused: %s", async (_, values, kind) => {
    expect(await transfer(100, values)).toMatchObject({ ok: false, error: { kind } })
    expect(await db.$count(payments)).toBe(0)
  })
})

describe("payments after the booking has ended", () => {
  async function endedAndPaid(retained: number) {
    await transfer(7_500)
    await db.execute(sql`update bookings set status = 'cancelled' where id = ${bookingId}`)
    await db.execute(sql`
      insert into booking_ends (booking_id, kind, at, kept) values (${bookingId}, 'cancelled_by_customer', ${hours(2)}, ${retained})`)
  }
  const owed = async () =>
    (await listOpenRefunds(hours(3), bookingId)).map(({ amount, reason, dueOn }) => ({ amount, reason, dueOn }))

  test("a payment beyond the retained amount is owed back at once, manually and with its legal date (D57)", async () => {
    await endedAndPaid(10_000)
    expect(await transfer(17_500)).toMatchObject({ value: { refund: 15_000 } })
    expect(await owed()).toEqual([{ amount: 15_000, reason: "cancelled", dueOn: "2027-05-15" }])
    expect(await transfer(2_000, { means: "cash" })).toMatchObject({ value: { refund: 2_000 } })
    expect((await owed()).map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([2_000, 15_000])
    // It is among the refunds owed, and not a second time as unexpected money.
    expect((await listUnwantedMoney(hours(3), 9)).count).toBe(0)
    expect((await readBookingTimeline(bookingId)).at(-1)).toMatchObject({ details: { amount: 2_000, refund: 2_000 } })
  })

  test("a reversed payment is no longer owed back, but a recorded refund stays", async () => {
    await endedAndPaid(7_500)
    const [mistaken, real] = [await transfer(4_000), await transfer(3_000)]
    if (!mistaken.ok || !real.ok) throw new Error("Not noted")
    expect((await correctPayment(camille, mistaken.value.payment.id, hours(3))).ok).toBe(true)
    const open = await listOpenRefunds(hours(3), bookingId)
    expect(open.map(({ amount }) => amount)).toEqual([3_000])
    const made = { means: "transfer", madeOn: "2027-05-01", note: "" } as const
    expect((await recordRefund({ actor: camille, refundId: open[0]?.id ?? randomUUID(), made, at: hours(3) })).ok).toBe(
      true,
    )
    expect(await correctPayment(camille, real.value.payment.id, hours(4))).toEqual({
      ok: false,
      error: { kind: "refunded" },
    })
    expect(await readPaidAmount(bookingId)).toBe(7_500)
  })
})

test("a refund is recorded under its booking's lock first, so that no lock order can deadlock", async () => {
  await transfer(7_500)
  const [refund] = await db
    .insert(refunds)
    .values({ bookingId, reason: "overpaid", amount: 7_500, dueOn: "2027-05-15" })
    .returning()
  const id = refund?.id ?? randomUUID()
  const made = { means: "transfer", madeOn: "2027-05-01", note: "" } as const
  const noting = await transaction(async (tx) => {
    await tx.execute(sql`select from bookings where id = ${bookingId} for no key update`)
    const recording = recordRefund({ actor: camille, refundId: id, made, at: hours(3) })
    await expect
      .poll(async () => (await db.execute(sql`select from pg_locks where not granted`)).rows.length)
      .toBeGreaterThan(0)
    await tx.execute(sql`select from refunds where id = ${id} for update nowait`)
    return { asked: recording }
  })
  expect((await noting.asked).ok).toBe(true)
})

async function receipts() {
  type Receipt = { extra: { amount: number; means: string; left: number } }
  const mails = await readMailOrders<Receipt>("payment-received")
  const receipts = mails.map(({ data: { extra } }) => ({ amount: extra.amount, means: extra.means, left: extra.left }))
  return receipts.toSorted((one, other) => one.amount - other.amount)
}

describe("a payment recorded by mistake", () => {
  test("a payment reversed at once is mailed to nobody", async () => {
    const noted = await transfer(7_500)
    if (!noted.ok) throw new Error(noted.error.kind)
    expect(await receipts()).toHaveLength(1)
    expect((await correctPayment(camille, noted.value.payment.id, hours(2))).ok).toBe(true)
    expect(await receipts()).toEqual([])
    const { rows } = await db.execute(sql`select state from mails where template = 'payment-received'`)
    expect(rows).toEqual([{ state: "withdrawn" }])
  })

  test("a payment is reversed by a counter-entry, once", async () => {
    const noted = await transfer(7_500)
    if (!noted.ok) throw new Error(noted.error.kind)
    const { id } = noted.value.payment
    const outcomes = await Promise.all([1, 2, 3].map(() => correctPayment(camille, id, hours(3))))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.kind === "not-correctable")).toHaveLength(2)
    expect([await status(), await readPaidAmount(bookingId)]).toEqual(["awaiting", 0])
    const [first, entry] = await listPayments(bookingId)
    expect(first).toMatchObject({ id, amount: 7_500, corrected: true })
    expect(entry).toMatchObject({ corrects: id, amount: -7_500, corrected: false })
    expect(await correctPayment(camille, entry?.id ?? crypto.randomUUID(), hours(4))).toMatchObject({
      error: { kind: "not-correctable" },
    })
  })

  test("a payment that was refunded since cannot be reversed", async () => {
    const noted = await transfer(7_500)
    if (!noted.ok) throw new Error(noted.error.kind)
    const gone = { madeOn: "2027-05-02", madeMeans: "transfer", madeAt: hours(2) } as const
    await db.insert(refunds).values({ bookingId, reason: "overpaid", amount: 7_500, dueOn: "2027-05-15", ...gone })
    expect(await correctPayment(camille, noted.value.payment.id, hours(3))).toEqual({
      ok: false,
      error: { kind: "refunded" },
    })
    expect(await readPaidAmount(bookingId)).toBe(0)
  })
})

describe("a failed payment that has caused a refund", () => {
  const inMay = hours(22 * 24)
  /** 75 € that arrived, and a cheque that will bounce. */
  async function withCheque(amount: number) {
    const [real, cheque] = [await transfer(7_500), await transfer(amount, { means: "cheque" })]
    if (!real.ok || !cheque.ok) throw new Error("Not noted")
    return { real: real.value.payment, cheque: cheque.value.payment }
  }
  const owed = async (at: Date) => (await listOpenRefunds(at, bookingId)).map(({ kind, amount }) => ({ kind, amount }))
  const readDue = async (at: Date) => {
    const payable = await readPayable(bookingId, at)
    return payable && { asked: payable.totalDue, paid: payable.paid }
  }

  test("a cancellation with a failed payment refunds and retains only what was paid or due (D53)", async () => {
    const { real, cheque } = await withCheque(7_500)
    const { userId } = await bookingNow(bookingId)
    const party = ownAccountParty({ id: userId, name: "Elena" })
    // Half of the 250 € is retained.
    const figures = { retained: 12_500, refund: 2_500 }
    expect((await cancelOwnBooking(party, bookingId, { expected: figures }, inMay)).ok).toBe(true)
    const noticed = hours(23 * 24)
    expect((await correctPayment(camille, cheque.id, noticed)).ok).toBe(true)
    expect([await owed(noticed), await readDue(noticed)]).toEqual([[], { asked: 7_500, paid: 7_500 }])
    expect((await readBookingTimeline(bookingId)).at(-1)).toMatchObject({
      action: "booking.payment-corrected",
      details: { amount: 7_500, notOwed: 2_500 },
    })
    expect((await correctPayment(camille, real.id, noticed)).ok).toBe(true)
    // Its day had come, so the down payment is still due.
    expect([await owed(noticed), await readDue(noticed)]).toEqual([[], { asked: 7_500, paid: 0 }])
  })

  test("a cancellation by the company refunds and indemnifies the payments that arrived (D43)", async () => {
    const { cheque } = await withCheque(17_500)
    const figures = { refund: 25_000, indemnity: 12_500 }
    const ended = await cancelAsCompany({
      actor: camille,
      bookingId,
      from: "confirmed",
      forceMajeure: false,
      expected: figures,
      at: inMay,
    })
    expect(ended.ok).toBe(true)
    const noticed = hours(23 * 24)
    expect((await correctPayment(camille, cheque.id, noticed)).ok).toBe(true)
    expect((await owed(noticed)).toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: "indemnity", amount: 7_500 },
      { kind: "refund", amount: 7_500 },
    ])
    expect(await db.select().from(bookingEnds).where(isNull(bookingEnds.undoneAt))).toMatchObject([
      { kept: 0, refund: 7_500, indemnity: 7_500, at: inMay },
    ])
  })

  test("a running booking owes no overpayment that existed only with the failed payment", async () => {
    const { cheque } = await withCheque(18_500)
    const money = await readRefundableMoney(bookingId, hours(2))
    expect(money).toMatchObject({ paid: 26_000, overpaid: 1_000 })
    const overpayment = { key: randomUUID(), amount: 1_000, reason: "Trop versé", expectedPaid: 26_000 }
    expect((await giveMoneyBack(camille, bookingId, overpayment, hours(2))).ok).toBe(true)
    expect((await correctPayment(camille, cheque.id, hours(3))).ok).toBe(true)
    expect([await owed(hours(3)), await readDue(hours(3))]).toEqual([[], { asked: 25_000, paid: 7_500 }])
  })
})

test("no amount is due before a signature, and none counts as paid before an agreement (D32)", async () => {
  const { booking } = await makeConfirmedBooking(camille)
  expect(await readDueAmount(booking.id, hours(24 * 60))).toBe(0)
  await db.execute(sql`update bookings set status = 'refused', agreement = null where id = ${booking.id}`)
  expect(await transfer(100, { bookingId: booking.id })).toMatchObject({ error: { kind: "nothing-agreed" } })
})
