import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId } from "../../../domain/id.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { bookingNow, placeConfirmedBooking, day, pay, readRefunds, placeSignedBooking } from "../../../tests/ends.ts"
import { cancelOwnBooking, previewCancellation } from "../../bookings/cancel.ts"
import { db } from "../../platform/database.server.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"
import { payments } from "../../platform/schema/money.ts"
import { decideDemoSession } from "./demo.ts"
import { openCardPayment } from "./open-card-payment.ts"
import { settleCardPayment } from "./settle-card-payment.ts"

beforeEach(freshDatabase)

const at = new Date("2027-05-01T10:00:00Z")
const downPayment = 7500

async function toPay(paid = 0) {
  const { booking, party } = await placeSignedBooking({ paid })
  return { id: booking.id, party }
}

async function opened(bookingId: BookingId, amount = downPayment, savesCard = false) {
  const result = await openCardPayment(bookingId, { expectedAmount: amount, savesCard }, at)
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

/** The customer pays at the provider, whose message has not arrived. */
async function paidAtProvider(bookingId: BookingId, amount = downPayment) {
  const payment = await opened(bookingId, amount)
  await decideDemoSession(payment.sessionId ?? "", "pay")
  return payment
}

const entries = (bookingId: BookingId) => db.select().from(payments).where(eq(payments.bookingId, bookingId))
const readTries = (bookingId: BookingId) => db.select().from(cardPayments).where(eq(cardPayments.bookingId, bookingId))

describe("a payment by card", () => {
  test("a card payment is recorded once, however often and concurrently it is checked", async () => {
    const { id } = await toPay()
    const payment = await paidAtProvider(id)
    const looks = await Promise.all(Array.from({ length: 6 }, () => settleCardPayment(payment.id, { at })))
    expect(looks.map((each) => each?.status)).toEqual(Array.from({ length: 6 }, () => "paid"))
    expect((await entries(id)).map(({ amount, means, provider }) => ({ amount, means, provider }))).toEqual([
      { amount: downPayment, means: "card", provider: "demo" },
    ])
    expect((await bookingNow(id))?.paymentStatus).toBe("down_payment_paid")
    expect(await readRefunds(id)).toEqual([])
  })

  test("two people paying at once share one payment", async () => {
    const { id } = await toPay()
    const both = await Promise.all([opened(id), opened(id)])
    expect(new Set(both.map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(await readTries(id)).toHaveLength(1)
  })

  test("a card payment is for the amount due, and for nothing else", async () => {
    const { id } = await toPay()
    expect(await openCardPayment(id, { expectedAmount: 7400 }, at)).toEqual({
      ok: false,
      error: { kind: "amount-changed", amount: 7500 },
    })
    await pay(id, 25_000)
    expect(await openCardPayment(id, { expectedAmount: downPayment }, at)).toEqual({
      ok: false,
      error: { kind: "nothing-due" },
    })
  })

  test("a refusal by the bank leaves the session open for another card", async () => {
    const { id } = await toPay()
    const payment = await opened(id)
    await decideDemoSession(payment.sessionId ?? "", "refuse")
    expect(await settleCardPayment(payment.id, { at })).toMatchObject({ status: "open", failure: "card_declined" })
    await decideDemoSession(payment.sessionId ?? "", "pay")
    expect(await settleCardPayment(payment.id, { at })).toMatchObject({ status: "paid", failure: null })
  })

  test("a card payment covers the balance once the down payment is paid", async () => {
    const { id } = await toPay()
    await settleCardPayment((await paidAtProvider(id)).id, { at })
    await settleCardPayment((await paidAtProvider(id, 17_500)).id, { at })
    expect((await bookingNow(id))?.paymentStatus).toBe("paid")
    expect(await readRefunds(id)).toEqual([])
  })
})

describe("a card payment no longer needed", () => {
  test("a session is closed at the provider when money arrives in another way", async () => {
    const { id } = await toPay()
    const payment = await opened(id)
    await pay(id, downPayment)
    expect(await settleCardPayment(payment.id, { at })).toMatchObject({ status: "closed" })
    await decideDemoSession(payment.sessionId ?? "", "pay")
    await settleCardPayment(payment.id, { at })
    expect((await entries(id)).filter(({ means }) => means === "card")).toEqual([])
  })

  test("a session is closed before another amount is requested", async () => {
    const { id } = await toPay()
    const first = await opened(id)
    const second = await opened(id, downPayment, true)
    expect(second.id).not.toBe(first.id)
    expect((await readTries(id)).map(({ status }) => status).sort()).toEqual(["closed", "open"])
  })

  test("a payment for a booking cancelled meanwhile is refunded in full", async () => {
    const { id, party } = await toPay()
    const payment = await paidAtProvider(id)
    const preview = await previewCancellation(party, id, at)
    if (!preview.ok) throw new Error(preview.error.kind)
    const { retained: kept, refund } = preview.value.settlement
    expect((await cancelOwnBooking(party, id, { expected: { retained: kept, refund } }, at)).ok).toBe(true)
    await settleCardPayment(payment.id, { at })
    expect(await entries(id)).toHaveLength(1)
    const back = await readRefunds(id)
    expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBe(downPayment - kept)
  })
})

test("no card payment is requested before the signature", async () => {
  const { booking } = await placeConfirmedBooking([day])
  expect(await openCardPayment(booking.id, { expectedAmount: downPayment }, at)).toEqual({
    ok: false,
    error: { kind: "nothing-due" },
  })
})
