import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId } from "../../../domain/id.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { bookingNow, confirmed, day, pay, refundsOf, signed } from "../../../tests/ends.ts"
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
  const { booking, party } = await signed({ paid })
  return { id: booking.id, party }
}

async function opened(bookingId: BookingId, amount = downPayment, savesCard = false) {
  const result = await openCardPayment(bookingId, { shown: amount, savesCard }, at)
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

/** The customer pays at the provider, and nobody has told us. */
async function paidAtProvider(bookingId: BookingId, amount = downPayment) {
  const payment = await opened(bookingId, amount)
  await decideDemoSession(payment.sessionId ?? "", "pay")
  return payment
}

const entries = (bookingId: BookingId) => db.select().from(payments).where(eq(payments.bookingId, bookingId))
const triesOf = (bookingId: BookingId) => db.select().from(cardPayments).where(eq(cardPayments.bookingId, bookingId))

describe("a payment by card", () => {
  test("is written down once, however often and by however many it is looked at", async () => {
    const { id } = await toPay()
    const payment = await paidAtProvider(id)
    const looks = await Promise.all(Array.from({ length: 6 }, () => settleCardPayment(payment.id, { at })))
    expect(looks.map((each) => each?.status)).toEqual(Array.from({ length: 6 }, () => "paid"))
    expect((await entries(id)).map(({ amount, means, provider }) => ({ amount, means, provider }))).toEqual([
      { amount: downPayment, means: "card", provider: "demo" },
    ])
    expect((await bookingNow(id))?.paymentStatus).toBe("down_payment_paid")
    expect(await refundsOf(id)).toEqual([])
  })

  test("is one for two who want to pay at once", async () => {
    const { id } = await toPay()
    const both = await Promise.all([opened(id), opened(id)])
    expect(new Set(both.map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(await triesOf(id)).toHaveLength(1)
  })

  test("is asked for what is due, and for nothing else", async () => {
    const { id } = await toPay()
    expect(await openCardPayment(id, { shown: 7400 }, at)).toEqual({
      ok: false,
      error: { kind: "amount-changed", amount: 7500 },
    })
    await pay(id, 25_000)
    expect(await openCardPayment(id, { shown: downPayment }, at)).toEqual({ ok: false, error: { kind: "nothing-due" } })
  })

  test("that the bank refuses leaves its session open for another card", async () => {
    const { id } = await toPay()
    const payment = await opened(id)
    await decideDemoSession(payment.sessionId ?? "", "refuse")
    expect(await settleCardPayment(payment.id, { at })).toMatchObject({ status: "open", failure: "card_declined" })
    await decideDemoSession(payment.sessionId ?? "", "pay")
    expect(await settleCardPayment(payment.id, { at })).toMatchObject({ status: "paid", failure: null })
  })

  test("covers the balance once the down payment is there", async () => {
    const { id } = await toPay()
    await settleCardPayment((await paidAtProvider(id)).id, { at })
    await settleCardPayment((await paidAtProvider(id, 17_500)).id, { at })
    expect((await bookingNow(id))?.paymentStatus).toBe("paid")
    expect(await refundsOf(id)).toEqual([])
  })
})

describe("what nobody wants any more", () => {
  test("is closed at the provider when money comes in another way", async () => {
    const { id } = await toPay()
    const payment = await opened(id)
    await pay(id, downPayment)
    expect(await settleCardPayment(payment.id, { at })).toMatchObject({ status: "closed" })
    await decideDemoSession(payment.sessionId ?? "", "pay")
    await settleCardPayment(payment.id, { at })
    expect((await entries(id)).filter(({ means }) => means === "card")).toEqual([])
  })

  test("is closed before something else is asked for", async () => {
    const { id } = await toPay()
    const first = await opened(id)
    const second = await opened(id, downPayment, true)
    expect(second.id).not.toBe(first.id)
    expect((await triesOf(id)).map(({ status }) => status).sort()).toEqual(["closed", "open"])
  })

  test("goes back whole when it was paid for a booking that is cancelled meanwhile", async () => {
    const { id, party } = await toPay()
    const payment = await paidAtProvider(id)
    const preview = await previewCancellation(party, id, at)
    if (!preview.ok) throw new Error(preview.error.kind)
    const { kept, refund } = preview.value.settlement
    expect((await cancelOwnBooking(party, id, { shown: { kept, refund } }, at)).ok).toBe(true)
    await settleCardPayment(payment.id, { at })
    expect(await entries(id)).toHaveLength(1)
    const back = await refundsOf(id)
    expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBe(downPayment - kept)
  })
})

test("nothing is asked for before the signature", async () => {
  const { booking } = await confirmed([day])
  expect(await openCardPayment(booking.id, { shown: downPayment }, at)).toEqual({
    ok: false,
    error: { kind: "nothing-due" },
  })
})
