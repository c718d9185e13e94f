import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import { nextPayment } from "../../../domain/finance/next-payment.ts"
import type { InstalmentRow } from "../../../domain/finance/payment.ts"
import { makeCustomer, makeProduct, rawLines, usualTerms, withoutTriggers } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { pool } from "../../platform/database.server.ts"
import { readOpenMatters } from "./open-matters.ts"

beforeEach(freshDatabase)

const now = new Date("2027-05-01T09:00:00Z")
const today = dayInParis(now)
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

type Contract = { status: "prepared" | "sent" | "signed" | "superseded"; dueAt: Date | null }
type Order = {
  firstDay: Day
  status: string
  contracts: readonly Contract[]
  instalments: readonly InstalmentRow[]
  paid: number
}

const sent: Contract = { status: "sent", dueAt: hours(24) }
const signed: Contract = { status: "signed", dueAt: null }
const usual: Order = {
  firstDay: "2027-06-12",
  status: "confirmed",
  contracts: [signed],
  instalments: [
    { kind: "down-payment", amount: 19_080, dueOn: null },
    { kind: "balance", amount: 44_520, dueOn: "2027-06-05" },
  ],
  paid: 0,
}

async function insertBookings(orders: readonly Partial<Order>[]): Promise<string[]> {
  const [customer, product] = [await makeCustomer({ name: "Elena" }), await makeProduct({ name: "Bois" })]
  const rows = orders.map((values) => {
    const order = { ...usual, ...values }
    const instalmentSum = order.instalments.reduce((sum, { amount }) => sum + amount, 0)
    const contracts = order.contracts.map((contract) => ({ ...contract, id: randomUUID() }))
    const inForce = contracts.findLast(({ status }) => status === "signed") ?? contracts.at(-1)
    const dueAt = contracts.some(({ status }) => status === "signed")
      ? null
      : (contracts.find(({ status }) => status === "sent")?.dueAt ?? null)
    const paymentStatus = order.paid >= instalmentSum ? "paid" : order.paid > 0 ? "down_payment_paid" : "awaiting"
    return {
      ...order,
      id: randomUUID(),
      total: instalmentSum,
      contracts,
      contractId: inForce?.id ?? null,
      dueAt,
      paymentStatus,
    }
  })
  await withoutTriggers(sql`
    insert into bookings (id, user_id, product_id, product_name, dates, first_day, last_day, returns_on, status, payment_status, total,
      is_delivery, address, idempotency_key, requested_at, answer_due_at, price_lines, agreement, confirmed_at, contract_due_at)
    select id, ${customer.id}::uuid, ${product.id}::uuid, 'Bois', array["firstDay"], "firstDay", "firstDay", "firstDay", status, "paymentStatus", total, false,
      '{"street": "1 rue", "zipCode": "94130", "city": "Nogent"}', gen_random_uuid(), now(), now(), ${sql.raw(rawLines("total"))},
      case when status <> 'pending' then ${JSON.stringify(usualTerms)}::jsonb end, now(), "dueAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id uuid, "firstDay" date, status text, "paymentStatus" text, total integer, "dueAt" timestamptz)`)
  await withoutTriggers(sql`
    insert into contracts (id, booking_id, version, content, sha256, price_lines, total, agreement, status, sent_at, due_at, signed_at, signed_how)
    select contract.id, given.id, ordinality, 'Contrat', encode(sha256('Contrat'), 'hex'), ${sql.raw(rawLines("given.total"))}, given.total, ${JSON.stringify(usualTerms)}::jsonb,
      contract.status, case when contract.status <> 'prepared' then now() end, contract."dueAt", case contract.status when 'signed' then now() end, case contract.status when 'signed' then 'link' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, total integer, contracts jsonb)
    cross join lateral rows from (jsonb_to_recordset(given.contracts) as (id uuid, status text, "dueAt" timestamptz)) with ordinality contract`)
  await withoutTriggers(sql`
    insert into instalments (booking_id, contract_id, position, kind, amount, due_on)
    select given.id, given."contractId", ordinality, kind, amount, "dueOn"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, "contractId" uuid, instalments jsonb)
    cross join lateral rows from (jsonb_to_recordset(given.instalments) as (kind text, amount integer, "dueOn" date)) with ordinality`)
  await withoutTriggers(sql`
    insert into payments (booking_id, means, amount, received_on)
    select id, 'transfer', paid, ${today}::date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, paid integer) where paid > 0`)
  return rows.map(({ id }) => id)
}

describe("contracts to sign", () => {
  test("contracts come by nearest deadline, and the count includes those that are not listed", async () => {
    const [later, sooner, change] = await insertBookings([
      { contracts: [sent] },
      { contracts: [{ status: "sent", dueAt: hours(1) }] },
      { contracts: [signed, { status: "sent", dueAt: hours(30) }] },
    ])
    const { contracts } = await readOpenMatters(now, 20)
    expect(contracts).toMatchObject({
      count: 3,
      items: [
        { id: sooner, clientName: "Elena", productName: "Bois", change: false, dueAt: hours(1) },
        { id: later },
        { id: change, change: true },
      ],
    })
    expect(await readOpenMatters(now, 1)).toMatchObject({ contracts: { count: 3, items: [{ id: sooner }] } })
  })

  test("an amended contract that could not be mailed waits too, without a deadline", async () => {
    const [change] = await insertBookings([
      { contracts: [signed, { status: "prepared", dueAt: null }] },
      { contracts: [{ status: "prepared", dueAt: null }] },
    ])
    expect((await readOpenMatters(now, 20)).contracts).toMatchObject({ count: 1, items: [{ id: change, dueAt: null }] })
  })

  test("an amended contract without a mail ends with the first day of its booking (D78)", async () => {
    await insertBookings([{ firstDay: addDays(today, -1), contracts: [signed, { status: "prepared", dueAt: null }] }])
    await pool.query(
      "update bookings set last_day = first_day + 2, returns_on = first_day + 2, dates = array[first_day, first_day + 1, first_day + 2]",
    )
    expect((await readOpenMatters(now, 20)).contracts.count).toBe(0)
  })

  test("a contract does not wait once signed, lapsed or past, or when its booking is not confirmed", async () => {
    await insertBookings([
      { contracts: [signed] },
      { contracts: [{ status: "sent", dueAt: hours(-1) }] },
      { contracts: [sent], firstDay: "2027-04-30" },
      { contracts: [sent], status: "cancelled" },
    ])
    expect((await readOpenMatters(now, 20)).contracts).toEqual({ count: 0, items: [] })
  })
})

describe("payments to come", () => {
  test("late payments come first, and distant ones are only counted", async () => {
    const balance = (dueOn: Day) => ({
      paid: 19_080,
      instalments: [usual.instalments[0], { kind: "balance", amount: 44_520, dueOn }] as InstalmentRow[],
    })
    const [, soon, late, atOnce] = await insertBookings([
      balance("2027-08-25"),
      balance("2027-05-05"),
      balance("2027-04-25"),
      {},
      { paid: 63_600 },
    ])
    const { payments, later } = await readOpenMatters(now, 20)
    expect(payments.items.map(({ id, kind }) => [id, kind])).toEqual([
      [late, "balance"],
      [atOnce, "down-payment"],
      [soon, "balance"],
    ])
    expect(payments.count).toBe(3)
    expect(later).toEqual({ count: 1, amount: 44_520 })
    expect(await readOpenMatters(now, 1)).toMatchObject({ payments: { count: 3, items: [{ id: late }] } })
  })

  test("no payment is expected before the signature, because nothing is owed then (D39)", async () => {
    await insertBookings([{ contracts: [sent] }, { contracts: [{ status: "prepared", dueAt: null }] }])
    expect((await readOpenMatters(now, 20)).payments.count).toBe(0)
  })

  test("the database counts payments as the domain rule does for any booking @R-admin-today", async () => {
    const day = fc.integer({ min: -40, max: 60 }).map((days) => addDays(today, days))
    const order = fc.record<Order>({
      firstDay: day,
      status: fc.constant("confirmed"),
      contracts: fc.constantFrom([], [signed], [signed, sent]),
      instalments: fc
        .tuple(
          fc.integer({ min: 1, max: 90_000 }),
          fc.option(day),
          fc.option(fc.tuple(fc.integer({ min: 1, max: 90_000 }), day)),
        )
        .map(([amount, dueOn, balance]) => [
          { kind: balance ? "down-payment" : "full", amount, dueOn },
          ...(balance ? [{ kind: "balance" as const, amount: balance[0], dueOn: balance[1] }] : []),
        ]),
      paid: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 180_000 })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 20, maxLength: 40 }), async (orders) => {
        await withoutTriggers(sql`delete from payments`)
        await withoutTriggers(sql`delete from instalments`)
        await withoutTriggers(sql`delete from contracts`)
        await pool.query("delete from bookings")
        const ids = await insertBookings(orders)
        const next = orders.flatMap(({ instalments, paid }, index) => {
          const payment = nextPayment(instalments, paid, today)
          return payment ? [{ id: ids[index], payment }] : []
        })
        const isNear = ({ payment }: (typeof next)[number]) =>
          payment.dueOn === null || payment.dueOn <= addDays(today, 14)
        const far = next.filter((one) => !isNear(one))
        const near = next.filter(isNear)
        const { payments, later } = await readOpenMatters(now, 1000)
        expect(later).toEqual({ count: far.length, amount: far.reduce((sum, { payment }) => sum + payment.amount, 0) })
        expect(payments.count).toBe(near.length)
        const byId = (one: { id: string | undefined }, other: { id: string | undefined }) =>
          (one.id ?? "") < (other.id ?? "") ? -1 : 1
        expect(payments.items.map(({ id, payment }) => ({ id, payment })).toSorted(byId)).toEqual(near.toSorted(byId))
        const late = payments.items.map(({ payment }) => payment.late)
        expect(late).toEqual(late.toSorted((one, other) => Number(other) - Number(one)))
      }),
      { numRuns: 12 },
    )
  })
})
