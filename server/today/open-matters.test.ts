import fc from "fast-check"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { addDays, dayInParis } from "../../domain/day.ts"
import { type UnpaidOrder, paymentDue } from "../../domain/finance/payment-due.ts"
import type { PaymentRule } from "../../domain/finance/payment-schedule.ts"
import { makeCustomer, makeProduct, rawLines, usualTerms, withoutTriggers } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { pool } from "../database.server.ts"
import { closeQueue } from "../jobs/queue.ts"
import { openMatters } from "./open-matters.ts"

beforeEach(freshDatabase)
afterEach(closeQueue)

const now = new Date("2027-05-01T09:00:00Z")
const today = dayInParis(now)
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

type Order = UnpaidOrder & { status?: string }

const usual: Order = {
  total: 63_600,
  firstDay: "2027-06-12",
  paymentStatus: "awaiting",
  confirmedAt: hours(-24),
  contractDueAt: hours(24),
}

/** Bookings as they are stored, in that order; answers their ids. */
async function stored(orders: readonly Partial<Order>[], agreed: PaymentRule = usualTerms): Promise<string[]> {
  const [customer, product] = [await makeCustomer({ name: "Elena" }), await makeProduct({ name: "Bois" })]
  const rows = orders.map((order) => ({ ...usual, status: "confirmed", ...order }))
  const { rows: inserted } = await withoutTriggers<{ id: string }>(sql`
    insert into bookings (user_id, product_id, product_name, dates, first_day, last_day, status, payment_status, total, daily_price,
      photo_pack_price, photo_pack_quantity, is_delivery, address, idempotency_key, requested_at, answer_due_at, price_lines, agreement, confirmed_at, contract_due_at)
    select ${customer.id}::uuid, ${product.id}::uuid, 'Bois', array["firstDay"], "firstDay", "firstDay", status, "paymentStatus", total, 25000, 700, 18, false,
      '{"street": "1 rue", "zipCode": "94130", "city": "Nogent"}', gen_random_uuid(), now(), now(), ${sql.raw(rawLines("total"))},
      case when status <> 'pending' then ${JSON.stringify({ ...usualTerms, ...agreed })}::jsonb end, "confirmedAt", "contractDueAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      "firstDay" date, status text, "paymentStatus" text, total integer, "confirmedAt" timestamptz, "contractDueAt" timestamptz) returning id`)
  return inserted.map(({ id }) => id)
}

describe("contracts to sign", () => {
  test("come with the nearest deadline first, and are counted whether they are shown or not", async () => {
    const [later, sooner] = await stored([{}, { contractDueAt: hours(-1) }])
    const { contracts } = await openMatters(now, 20)
    expect(contracts).toMatchObject({
      count: 2,
      shown: [{ id: sooner, clientName: "Elena", productName: "Bois", hasContract: false }, { id: later }],
    })
    expect(await openMatters(now, 1)).toMatchObject({ contracts: { count: 2, shown: [{ id: sooner }] } })
  })

  test("are not waited for without a deadline, after a payment, once the event is over, or before a confirmation", async () => {
    await stored([
      { contractDueAt: null },
      { paymentStatus: "down_payment_paid" },
      { firstDay: "2027-04-30" },
      { status: "pending" },
      { paymentStatus: "paid" },
    ])
    expect((await openMatters(now, 20)).contracts).toEqual({ count: 0, shown: [] })
  })
})

describe("payments to come", () => {
  test("are listed with what is late first, and only counted when they are far", async () => {
    const balance = { paymentStatus: "down_payment_paid" } as const
    const [, soon, late] = await stored([
      { ...balance, firstDay: "2027-09-01" },
      { ...balance, firstDay: "2027-05-12" },
      { ...balance, firstDay: "2027-05-02" },
      { paymentStatus: "paid" },
    ])
    const { payments, later } = await openMatters(now, 20)
    expect(payments.shown.map(({ id }) => id)).toEqual([late, soon])
    expect(payments.count).toBe(2)
    expect(later).toEqual({ count: 1, amount: 44_520 })
    expect(await openMatters(now, 1)).toMatchObject({ payments: { count: 2, shown: [{ id: late }] } })
  })

  test("are counted in the database as the rule says of each booking, whatever it is @R-admin-today", async () => {
    const order = fc.record<Order>({
      total: fc.oneof(fc.constantFrom(0, 1, 63_600), fc.integer({ min: 0, max: 500_000 })),
      firstDay: fc.integer({ min: -40, max: 60 }).map((days) => addDays(today, days)),
      paymentStatus: fc.constantFrom("none", "awaiting", "down_payment_paid"),
      // Around the midnights of Paris too.
      confirmedAt: fc.option(fc.integer({ min: -60 * 24, max: 0 }).map(hours)),
      contractDueAt: fc.option(fc.integer({ min: -30 * 24, max: 30 * 24 }).map(hours)),
    })
    const settings = fc.record({
      downPaymentPercent: fc.oneof(fc.constantFrom(0, 30, 100), fc.integer({ min: 0, max: 100 })),
      balanceDaysBefore: fc.integer({ min: 0, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 20, maxLength: 40 }), settings, async (orders, given) => {
        await pool.query("delete from bookings")
        const ids = await stored(orders, given)
        const due = orders.map((each, index) => ({ id: ids[index], due: paymentDue(each, given, now) }))
        const near = due.filter((each) => each.due?.near)
        const far = due.filter((each) => each.due && !each.due.near)
        const { payments, later } = await openMatters(now, 1000)
        expect(later).toEqual({
          count: far.length,
          amount: far.reduce((sum, each) => sum + (each.due?.payment.amount ?? 0), 0),
        })
        expect(payments.count).toBe(near.length)
        expect(payments.shown.map(({ id }) => id).toSorted()).toEqual(near.map(({ id }) => id).toSorted())
        const days = payments.shown.map(({ id }) => near.find((each) => each.id === id)?.due?.dueOn ?? "")
        expect(days).toEqual(days.toSorted())
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})
