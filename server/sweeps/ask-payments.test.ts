import { sql } from "drizzle-orm"
import type { BookingId, Id } from "../../domain/id.ts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { freshDatabase } from "../../tests/harness/database.ts"
import { confirmed, mailsOf, pay, placedAt, signed } from "../../tests/ends.ts"
import { db } from "../database.server.ts"
import { closeQueue } from "../jobs/queue.ts"
import { askPayments } from "./ask-payments.ts"
import { NOT_DUE } from "./sweep.ts"

beforeEach(freshDatabase)
afterEach(closeQueue)

const after = (minutes: number) => new Date(placedAt.getTime() + minutes * 60_000)
/** Noon in Paris of that day of June: the balance of 175 € is due on the 5th. */
const june = (day: number) => new Date(Date.UTC(2027, 5, day, 10))

async function ask(at: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: Id }>(askPayments.due(at))
  const done: string[] = []
  for (const { id } of rows) done.push(await askPayments.run(id, at))
  return done
}

async function mails(id: BookingId) {
  return (await mailsOf(id)).map(({ template, data }) => ({ template, amount: data.extra["amount"] }))
}

test("what is due at the signature is asked for once, with a link to pay by and what a transfer needs", async () => {
  const { booking } = await signed()
  expect(await ask(after(1))).toEqual([])
  expect(await ask(after(3))).toEqual(["asked"])
  expect(await ask(after(4))).toEqual([])
  expect(await askPayments.run(booking.id, after(5))).toBe(NOT_DUE)
  const [mail] = await mailsOf(booking.id)
  expect(mail).toMatchObject({ template: "payment-asked", data: { extra: { amount: 7500, dueOn: null } } })
  expect(mail?.data.extra["payUrl"]).toMatch(/\/payer\/[0-9a-f]{36}$/)
  const { rows } = await db.execute(sql`select purpose from booking_links where booking_id = ${booking.id}`)
  expect(rows).toEqual([{ purpose: "pay" }])
})

test("what was due at the signature is late after three days, from nine o'clock on", async () => {
  const { booking } = await signed()
  await ask(after(3))
  expect(await ask(after(2 * 24 * 60))).toEqual([])
  expect(await ask(after(3 * 24 * 60 + 1))).toEqual(["late"])
  expect(await mails(booking.id)).toEqual([
    { template: "payment-asked", amount: 7500 },
    { template: "payment-late", amount: 7500 },
  ])
})

test("a balance is asked for a week before its day, two days before, on it, and when it is late: each once", async () => {
  const { booking } = await signed({ paid: 7500 })
  const asked: string[] = []
  for (let day = -4; day <= 8; day++) {
    asked.push(...(await ask(june(day))))
    asked.push(...(await ask(june(day))))
  }
  expect(asked).toEqual(["7-days", "2-days", "day", "late"])
  expect(await mails(booking.id)).toEqual([
    { template: "balance-due", amount: 17_500 },
    { template: "balance-due", amount: 17_500 },
    { template: "balance-due", amount: 17_500 },
    { template: "payment-late", amount: 17_500 },
  ])
})

test("nobody is asked before the signature, once all is paid, or before nine in the morning", async () => {
  await confirmed()
  const { booking } = await signed()
  await pay(booking.id, 25_000)
  expect(await ask(after(30))).toEqual([])
  expect(await ask(june(6))).toEqual([])
  const other = await signed({ paid: 7500 })
  expect(await ask(new Date("2027-06-03T05:00:00Z"))).toEqual([])
  expect(await askPayments.run(other.booking.id, june(3))).toBe("2-days")
})
