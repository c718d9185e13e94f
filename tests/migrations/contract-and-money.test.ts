import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { migrate, readMigrations } from "../../server/platform/database/migrate.ts"
import { rawLines, usualTerms } from "../factories.ts"
import { type TestDatabase, databaseForTest } from "../harness/database.ts"

let shop: TestDatabase
let isMigrated = false
const customer = randomUUID()
const product = randomUUID()

type OldBooking = {
  status?: string
  paymentStatus?: string
  total?: number
  firstDay?: string
  terms?: object
  contract?: "sent" | "lapsed"
}

async function insertOldBooking({
  status = "confirmed",
  paymentStatus = "none",
  total = 63_600,
  firstDay = "2027-06-12",
  terms = {},
  contract,
}: OldBooking): Promise<string> {
  const agreement = ["confirmed", "cancelled"].includes(status) ? JSON.stringify({ ...usualTerms, ...terms }) : null
  const [names, values] = isMigrated
    ? ["returns_on,", "$3,"]
    : ["daily_price, photo_pack_price, photo_pack_quantity,", "25000, 700, 18,"]
  const { rows } = await shop.pool.query<{ id: string }>(
    `insert into bookings (user_id, product_id, product_name, dates, first_day, last_day, status, payment_status, total, ${names}
      is_delivery, address, idempotency_key, requested_at, answer_due_at, price_lines, agreement,
      confirmed_at, contract_due_at, created_at, updated_at)
    values ($1, $2, 'Bois', array[$3::date], $3, $3, $4, $5, $6::integer, ${values} false, '{"street": "1 rue", "zipCode": "94130", "city": "Nogent"}',
      gen_random_uuid(), now(), now(), ${rawLines("$6::integer")}, $7, '2027-05-01T09:00:00Z', '2027-05-03T09:00:00Z', '2027-04-30T09:00:00Z', '2027-05-02T09:00:00Z')
    returning id`,
    [customer, product, firstDay, status, paymentStatus, total, agreement],
  )
  const id = rows[0]?.id ?? ""
  if (contract)
    await shop.pool.query(
      `insert into contracts (booking_id, version, content, sha256, price_lines, total, agreement, status, sent_at)
      select id, 1, 'Contrat', encode(sha256('Contrat'), 'hex'), price_lines, total, agreement, $2, now() from bookings where id = $1`,
      [id, contract],
    )
  return id
}

beforeAll(async () => {
  shop = await databaseForTest()
  await shop.pool.query("drop schema public cascade; create schema public")
  await migrate(
    shop.pool,
    (await readMigrations()).filter(({ name }) => name < "0019"),
  )
  await shop.pool.query("insert into profiles (id, email, name) values ($1, 'elena@exemple.example', 'Elena')", [
    customer,
  ])
  await shop.pool.query("insert into products (id, name, price) values ($1, 'Bois', 25000)", [product])
})
afterAll(() => shop.drop())

const money = (id: string) =>
  shop.pool
    .query(
      `select payment_status as status, contract_due_at is not null as runs, updated_at = '2027-05-02T09:00:00Z' as untouched,
        (select json_agg(json_build_array(kind, amount, due_on) order by position) from instalments_in_force(bookings.id)) as asked,
        (select sum(amount)::integer from payments where booking_id = bookings.id) as paid,
        (select sum(amount)::integer from refunds where booking_id = bookings.id and made_at is not null) as given_back
      from bookings where id = $1`,
      [id],
    )
    .then(({ rows }) => rows[0])

describe("bookings from before the payment tables", () => {
  test("a booking gets its instalments and the payments of its status, and no deadline: nothing was mailed", async () => {
    const ids = {
      waiting: await insertOldBooking({ status: "pending" }),
      refused: await insertOldBooking({ status: "refused" }),
      confirmed: await insertOldBooking({}),
      sent: await insertOldBooking({ contract: "sent" }),
      half: await insertOldBooking({ paymentStatus: "down_payment_paid" }),
      paid: await insertOldBooking({ paymentStatus: "paid" }),
      free: await insertOldBooking({ total: 0 }),
      late: await insertOldBooking({ firstDay: "2027-05-05" }),
      nothingBefore: await insertOldBooking({ terms: { downPaymentPercent: 0 } }),
      odd: await insertOldBooking({ total: 1_005, terms: { downPaymentPercent: 50 } }),
      cancelled: await insertOldBooking({ status: "cancelled", contract: "lapsed" }),
      refunded: await insertOldBooking({ status: "cancelled", paymentStatus: "refunded" }),
      partly: await insertOldBooking({ status: "cancelled", paymentStatus: "partially_refunded" }),
    }
    const applied = await migrate(shop.pool)
    isMigrated = true
    expect(applied[0]).toBe("0019_contract_and_money.sql")

    const schedule = [
      ["down-payment", 19_080, "2027-05-01"],
      ["balance", 44_520, "2027-06-05"],
    ]
    const rest = { untouched: true, runs: false, paid: null, given_back: null }
    expect(await money(ids.waiting)).toEqual({ ...rest, status: "none", asked: null })
    expect(await money(ids.refused)).toEqual({ ...rest, status: "none", asked: null })
    expect(await money(ids.confirmed)).toEqual({ ...rest, status: "awaiting", asked: schedule })
    const toSign = [
      ["down-payment", 19_080, null],
      ["balance", 44_520, "2027-06-05"],
    ]
    expect(await money(ids.sent)).toEqual({ ...rest, status: "awaiting", asked: toSign })
    expect(await money(ids.half)).toEqual({ ...rest, status: "down_payment_paid", asked: schedule, paid: 19_080 })
    expect(await money(ids.paid)).toEqual({ ...rest, status: "paid", asked: schedule, paid: 63_600 })
    expect(await money(ids.free)).toEqual({ ...rest, status: "none", asked: null })
    expect(await money(ids.late)).toMatchObject({ asked: [["full", 63_600, "2027-05-01"]] })
    expect(await money(ids.nothingBefore)).toMatchObject({ asked: [["full", 63_600, "2027-06-05"]] })
    expect((await money(ids.odd))?.asked).toEqual([
      ["down-payment", 503, "2027-05-01"],
      ["balance", 502, "2027-06-05"],
    ])
    expect(await money(ids.cancelled)).toEqual({ ...rest, status: "none", asked: null })
    expect(await money(ids.refunded)).toMatchObject({ status: "refunded", paid: 63_600, given_back: 63_600 })
    expect(await money(ids.partly)).toMatchObject({ status: "partially_refunded", paid: 63_600, given_back: 44_520 })
  })
})

describe("the tables after the migration", () => {
  test("a payment status follows from the sums, whatever a statement writes", async () => {
    const id = await insertOldBooking({})
    await shop.pool.query(
      "insert into instalments (booking_id, position, kind, amount, due_on) values ($1, 1, 'down-payment', 19080, '2027-05-01'), ($1, 2, 'balance', 44520, '2027-06-05')",
      [id],
    )
    await shop.pool.query("update bookings set payment_status = 'paid' where id = $1", [id])
    expect(await money(id)).toMatchObject({ status: "awaiting" })
    const pay = (amount: number) =>
      shop.pool.query(
        "insert into payments (booking_id, means, amount, received_on) values ($1, 'transfer', $2, '2027-05-02')",
        [id, amount],
      )
    await pay(10_000)
    expect(await money(id)).toMatchObject({ status: "awaiting" })
    await pay(9_080)
    expect(await money(id)).toMatchObject({ status: "down_payment_paid" })
    await Promise.all(Array.from({ length: 8 }, () => pay(5_565)))
    expect(await money(id)).toMatchObject({ status: "paid", paid: 63_600 })
  })

  test.each([
    [
      "a refund above what was paid",
      "insert into refunds (booking_id, reason, amount, due_on) values ($1, 'cancelled', 1, now())",
      "23514",
    ],
    [
      "a payment below zero",
      "insert into payments (booking_id, means, amount, received_on) values ($1, 'cash', -1, now())",
      "23514",
    ],
    ["a changed event of a trail", "update contract_evidence set kind = 'other'", "23001"],
    ["a deleted instalment", "delete from instalments", "23001"],
    ["a changed payment", "update payments set amount = 1", "23001"],
    ["a deleted payment", "delete from payments", "23001"],
  ])("a statement is refused: %s", async (_, statement, code) => {
    const id = await insertOldBooking({})
    if (statement.includes("evidence"))
      await shop.pool.query(
        "insert into contract_evidence (contract_id, at, kind) select id, now(), 'made' from contracts limit 1",
      )
    const refused = shop.pool.query(statement, statement.includes("$1") ? [id] : [])
    await expect(refused).rejects.toMatchObject({ code })
  })
})
