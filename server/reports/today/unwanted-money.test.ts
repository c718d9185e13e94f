import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { system } from "../../../domain/accounts/party.ts"
import type { BookingId } from "../../../domain/id.ts"
import { owner, pay, refundsOf, requested, signed } from "../../../tests/ends.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { giveMoneyBack } from "../../money/finance/give-money-back.ts"
import { oweRefund } from "../../money/finance/owe-refunds.ts"
import { payments } from "../../platform/schema/money.ts"
import { unwantedMoney } from "./unwanted-money.ts"

beforeEach(async () => {
  await freshDatabase()
  // What is noted in these tests is noted then, whatever the clock of the machine says.
  await db.execute(sql`alter table payments alter column recorded_at set default '2027-05-02T09:00:00Z'`)
})

const at = new Date("2027-05-03T09:00:00Z")
const days = (count: number) => new Date(at.getTime() + count * 86_400_000)
const found = async (now = at) =>
  (await unwantedMoney(now, 9)).shown.map(({ bookingId, kind, amount, returned }) => ({
    bookingId,
    kind,
    amount,
    returned,
  }))

/** A second payment by card of what was paid already, as the provider's look writes it. */
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
    await oweRefund(tx, { bookingId, reason: "overpaid", amount, dueOn: "2027-05-17", createdAt: at })
    const details = { payment: id, amount, ended: false }
    await recordEvent(tx, { by: system, action: "booking.payment-unwanted", subject: bookingId, details, at })
  })
}

test("what is paid as it was asked for is no matter, nor is what was kept of an end", async () => {
  await signed({ paid: 25_000 })
  await signed({ paid: 7_500 })
  await signed()
  expect(await found()).toEqual([])
})

test("money noted by hand that nothing asks for is one until it is given back", async () => {
  const { booking } = await signed({ paid: 26_000 })
  const early = await requested()
  await pay(early.booking.id, 30_000)
  expect((await found()).toSorted((one, other) => one.amount - other.amount)).toEqual([
    { bookingId: booking.id, kind: "overpaid", amount: 1_000, returned: false },
    { bookingId: early.booking.id, kind: "overpaid", amount: 5_000, returned: false },
  ])
  // However long it is held.
  expect(await found(days(700))).toHaveLength(2)
  const camille = await owner()
  const given = { key: randomUUID(), amount: 1_000, reason: "Payé deux fois", shownPaid: 26_000 }
  expect((await giveMoneyBack(camille, booking.id, given, at)).ok).toBe(true)
  expect((await found()).map(({ bookingId }) => bookingId)).toEqual([early.booking.id])
})

test("a card payment that goes back by itself is told for two weeks, with what has become of it", async () => {
  const { booking } = await signed({ paid: 25_000 })
  await paidTwiceByCard(booking.id, 7_500)
  const told = { bookingId: booking.id, kind: "double", amount: 7_500 }
  expect(await found()).toEqual([{ ...told, returned: false }])
  const [refund] = await refundsOf(booking.id)
  await db.execute(sql`update refunds set made_at = ${at.toISOString()}::timestamptz, made_on = '2027-05-03', made_means = 'card'
    where id = ${refund?.id}`)
  expect(await found()).toEqual([{ ...told, returned: true }])
  expect(await found(days(13))).toEqual([{ ...told, returned: true }])
  expect(await found(days(15))).toEqual([])
})
