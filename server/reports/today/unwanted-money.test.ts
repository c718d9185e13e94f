import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { system } from "../../../domain/accounts/party.ts"
import type { BookingId } from "../../../domain/id.ts"
import { owner, pay, readRefunds, placeTestRequest, placeSignedBooking } from "../../../tests/ends.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { giveMoneyBack } from "../../money/finance/give-money-back.ts"
import { scheduleRefund } from "../../money/finance/schedule-refunds.ts"
import { payments } from "../../platform/schema/money.ts"
import { listUnwantedMoney } from "./unwanted-money.ts"

beforeEach(async () => {
  await freshDatabase()
  // The date is fixed, so that the test does not depend on the machine's clock.
  await db.execute(sql`alter table payments alter column recorded_at set default '2027-05-02T09:00:00Z'`)
})

const at = new Date("2027-05-03T09:00:00Z")
const days = (count: number) => new Date(at.getTime() + count * 86_400_000)
const listUnwanted = async (now = at) =>
  (await listUnwantedMoney(now, 9)).items.map(({ bookingId, kind, amount, returned }) => ({
    bookingId,
    kind,
    amount,
    returned,
  }))

async function paidTwiceByCard(bookingId: BookingId, amount: number) {
  const id = randomUUID()
  await transaction(async (tx) => {
    await tx.insert(payments).values({
      id,
      bookingId,
      means: "card",
      amount,
      receivedOn: "2027-05-02",
      provider: "stripe",
      providerId: `pi_${id}`,
    })
    await scheduleRefund(tx, { bookingId, reason: "overpaid", amount, dueOn: "2027-05-17", createdAt: at })
    const details = { payment: id, amount, ended: false }
    await recordEvent(tx, { by: system, action: "booking.payment-unwanted", subject: bookingId, details, at })
  })
}

test("a requested payment is not unwanted, nor is the amount retained after an end", async () => {
  await placeSignedBooking({ paid: 25_000 })
  await placeSignedBooking({ paid: 7_500 })
  await placeSignedBooking()
  expect(await listUnwanted()).toEqual([])
})

test("a recorded payment that nothing requires is unwanted until it is refunded", async () => {
  const { booking } = await placeSignedBooking({ paid: 26_000 })
  const early = await placeTestRequest()
  await pay(early.booking.id, 30_000)
  expect((await listUnwanted()).toSorted((one, other) => one.amount - other.amount)).toEqual([
    { bookingId: booking.id, kind: "overpaid", amount: 1_000, returned: false },
    { bookingId: early.booking.id, kind: "overpaid", amount: 5_000, returned: false },
  ])
  expect(await listUnwanted(days(700))).toHaveLength(2)
  const camille = await owner()
  const overpayment = { key: randomUUID(), amount: 1_000, reason: "Payé deux fois", expectedPaid: 26_000 }
  expect((await giveMoneyBack(camille, booking.id, overpayment, at)).ok).toBe(true)
  expect((await listUnwanted()).map(({ bookingId }) => bookingId)).toEqual([early.booking.id])
})

test("a card payment that is refunded automatically is listed for two weeks, with its outcome", async () => {
  const { booking } = await placeSignedBooking({ paid: 25_000 })
  await paidTwiceByCard(booking.id, 7_500)
  const unwanted = { bookingId: booking.id, kind: "double", amount: 7_500 }
  expect(await listUnwanted()).toEqual([{ ...unwanted, returned: false }])
  const [refund] = await readRefunds(booking.id)
  await db.execute(sql`update refunds set made_at = ${at.toISOString()}::timestamptz, made_on = '2027-05-03', made_means = 'card'
    where id = ${refund?.id}`)
  expect(await listUnwanted()).toEqual([{ ...unwanted, returned: true }])
  expect(await listUnwanted(days(13))).toEqual([{ ...unwanted, returned: true }])
  expect(await listUnwanted(days(15))).toEqual([])
})
