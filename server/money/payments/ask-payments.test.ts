import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Day } from "../../../domain/day.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import {
  placeConfirmedBooking,
  readEvents,
  readMails,
  pay,
  placedAt,
  readRefunds,
  placeSignedBooking,
} from "../../../tests/ends.ts"
import { db } from "../../platform/database.server.ts"
import { readPayable } from "./payable.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { requestDuePayments } from "./ask-payments.ts"
import { NOT_DUE } from "../../platform/queue/sweep.ts"

beforeEach(freshDatabase)

const after = (minutes: number) => new Date(placedAt.getTime() + minutes * 60_000)
/** Noon in Paris on that day of June: the balance of 175 € is due on the 5th. */
const june = (day: number) => new Date(Date.UTC(2027, 5, day, 10))

async function ask(at: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: Id }>(requestDuePayments.due(at))
  const done: string[] = []
  for (const { id } of rows) done.push(await requestDuePayments.run(id, at))
  return done
}

async function mails(id: BookingId) {
  return (await readMails(id)).map(({ template, data }) => ({ template, amount: data.extra["amount"] }))
}

test("the amount due at the signature is requested once, with a payment link and transfer details", async () => {
  const { booking } = await placeSignedBooking()
  expect(await ask(after(1))).toEqual(["asked"])
  expect(await ask(after(4))).toEqual([])
  expect(await requestDuePayments.run(booking.id, after(5))).toBe(NOT_DUE)
  const [mail] = await readMails(booking.id)
  expect(mail).toMatchObject({ template: "payment-asked", data: { extra: { amount: 7500, dueOn: null } } })
  expect(mail?.data.extra["payUrl"]).toMatch(/\/payer\/[0-9a-f]{36}$/)
  const { rows } = await db.execute(sql`select purpose from booking_links where booking_id = ${booking.id}`)
  expect(rows).toEqual([{ purpose: "pay" }])
})

test("the amount due at the signature is late after three days, from nine o'clock on", async () => {
  const { booking } = await placeSignedBooking()
  await ask(after(3))
  expect(await ask(after(2 * 24 * 60))).toEqual([])
  expect(await ask(after(3 * 24 * 60 + 1))).toEqual(["late"])
  expect(await mails(booking.id)).toEqual([
    { template: "payment-asked", amount: 7500 },
    { template: "payment-late", amount: 7500 },
  ])
})

test("a balance is requested a week before its day, two days before, on it, and when late: each once", async () => {
  const { booking } = await placeSignedBooking({ paid: 7500 })
  const sentReminders: string[] = []
  for (let day = -4; day <= 8; day++) {
    sentReminders.push(...(await ask(june(day))))
    sentReminders.push(...(await ask(june(day))))
  }
  expect(sentReminders).toEqual(["7-days", "2-days", "day", "late"])
  expect(await mails(booking.id)).toEqual([
    { template: "balance-due", amount: 17_500 },
    { template: "balance-due", amount: 17_500 },
    { template: "balance-due", amount: 17_500 },
    { template: "payment-late", amount: 17_500 },
  ])
})

test("no payment is requested before the signature, once all is paid, or before nine in the morning", async () => {
  await placeConfirmedBooking()
  const { booking } = await placeSignedBooking()
  await pay(booking.id, 25_000)
  expect(await ask(after(30))).toEqual([])
  expect(await ask(june(6))).toEqual([])
  const other = await placeSignedBooking({ paid: 7500 })
  expect(await ask(new Date("2027-06-03T05:00:00Z"))).toEqual([])
  expect(await requestDuePayments.run(other.booking.id, june(3))).toBe("2-days")
})

describe("interest on payments more than three months ahead (L214-2)", () => {
  const days: Day[] = ["2027-10-02"]
  const set = async (id: BookingId) =>
    db.select({ means: payments.means, amount: payments.amount }).from(payments).where(eq(payments.bookingId, id))

  test("interest is deducted from the balance at its first request, once", async () => {
    const { booking } = await placeSignedBooking({ days, paid: 7500 })
    for (const day of [-2, 3, 5]) await ask(june(day))
    // 61 days from 2 August, at 6.67 %, on 75 €.
    expect(await set(booking.id)).toEqual([
      { means: "transfer", amount: 7500 },
      { means: "set-off", amount: 84 },
    ])
    expect(await mails(booking.id)).toEqual([1, 2, 3].map(() => ({ template: "balance-due", amount: 17_416 })))
    expect((await readMails(booking.id)).map(({ data }) => data.extra["interest"])).toEqual([84, 84, 84])
    expect(await readPayable(booking.id, june(5))).toMatchObject({
      interest: 84,
      next: { kind: "balance", amount: 17_416 },
    })
    expect(await readRefunds(booking.id)).toMatchObject([{ reason: "interest", amount: 84, madeMeans: "set-off" }])
    expect((await readEvents(booking.id)).filter(({ action }) => action === "booking.interest-deducted")).toHaveLength(
      1,
    )
  })

  test("interest is zero for a company, or where the rental is within three months", async () => {
    const company = {
      clientType: "business",
      businessName: "Atelier des Fêtes",
      businessSiret: "55208131766522",
    } as const
    const { booking } = await placeSignedBooking({ days, paid: 7500, client: company })
    const near = await placeSignedBooking({ paid: 7500 })
    expect(await ask(june(-2))).toEqual(["7-days", "7-days"])
    for (const id of [booking.id, near.booking.id]) expect(await set(id)).toEqual([{ means: "transfer", amount: 7500 }])
  })

  test("interest owed for an earlier invoice is deducted instead of paid", async () => {
    const { booking } = await placeSignedBooking({ days, paid: 7500 })
    await db
      .insert(refunds)
      .values({ bookingId: booking.id, kind: "indemnity", reason: "interest", amount: 84, dueOn: "2027-10-02" })
    await ask(june(-2))
    const rows = await readRefunds(booking.id)
    expect(rows.filter(({ droppedAt }) => droppedAt === null)).toMatchObject([{ amount: 84, madeMeans: "set-off" }])
  })

  test("interest is limited to the amount left to pay, which is then settled", async () => {
    const { booking } = await placeSignedBooking({ days, paid: 24_950 })
    expect(await ask(june(-2))).toEqual(["deducted"])
    expect(await set(booking.id)).toEqual([
      { means: "transfer", amount: 24_950 },
      { means: "set-off", amount: 50 },
    ])
    expect(await ask(june(3))).toEqual([])
    expect(await mails(booking.id)).toEqual([])
  })
})
