import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { db, pool } from "../../server/platform/database.server.ts"
import { migrate, readMigrations } from "../../server/platform/database/migrate.ts"
import { closeQueue } from "../../server/platform/queue/queue.ts"
import { jobs } from "../../server/jobs/schedule.ts"
import { sweepNames } from "../../server/platform/queue/sweep-names.ts"
import { sweep, sweeps } from "../../server/jobs/sweeps/all.ts"
import { listContractsToSend } from "../../server/contracts/contract-queue.ts"
import { rawLines, usualTerms } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { readMailOrders, takeJobs } from "../harness/jobs.ts"

const customer = randomUUID()
const product = randomUUID()
const now = new Date("2027-07-01T10:00:00Z")

type OldBooking = {
  status: string
  paymentStatus?: string
  firstDay?: string
  contract?: "sent" | "lapsed"
  expiresAt?: string
}

async function insertOldBooking({
  status,
  paymentStatus = "none",
  firstDay = "2027-08-12",
  contract,
  expiresAt,
}: OldBooking) {
  const agreement = ["confirmed", "cancelled"].includes(status) ? JSON.stringify(usualTerms) : null
  const { rows } = await pool.query<{ id: string }>(
    `insert into bookings (user_id, product_id, product_name, dates, first_day, last_day, status, payment_status, total, daily_price,
      photo_pack_price, photo_pack_quantity, is_delivery, address, idempotency_key, requested_at, answer_due_at, expires_at, price_lines, agreement,
      confirmed_at, contract_due_at, created_at, updated_at)
    values ($1, $2, 'Bois', array[$3::date], $3, $3, $4, $5, 63600, 25000, 700, 18, false, '{"street": "1 rue", "zipCode": "94130", "city": "Nogent"}',
      gen_random_uuid(), '2027-06-30T09:00:00Z', '2027-07-01T09:00:00Z', $7, ${rawLines("63600")}, $6,
      '2027-05-01T09:00:00Z', '2027-05-03T09:00:00Z', '2027-04-30T09:00:00Z', '2027-05-02T09:00:00Z')
    returning id`,
    [customer, product, firstDay, status, paymentStatus, agreement, expiresAt ?? null],
  )
  const id = rows[0]?.id ?? ""
  await pool.query(
    "insert into occupancy (product_id, unit, day, role, kind, booking_id) select product_id, $2, first_day, 'rental', 'booking', id from bookings where id = $1 and status in ('pending', 'confirmed')",
    [id, serial++],
  )
  if (contract)
    await pool.query(
      `insert into contracts (booking_id, version, content, sha256, price_lines, total, agreement, status, sent_at)
      select id, 1, 'Contrat', encode(sha256('Contrat'), 'hex'), price_lines, total, agreement, $2, '2027-05-01T09:00:00Z' from bookings where id = $1`,
      [id, contract],
    )
  return id
}
let serial = 1

beforeAll(async () => {
  // Other files' connections have prepared statements about types that the migration replaces.
  const resting = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const client of resting) client.release(true)
  await pool.query("drop schema public cascade; create schema public")
  const before = (await readMigrations()).filter(({ name }) => name < "0019")
  await migrate(pool, before)
  await pool.query(
    "insert into profiles (id, email, name, created_at) values ($1, 'elena@exemple.example', 'Elena', '2027-01-01')",
    [customer],
  )
  await pool.query("insert into products (id, name, price, stock) values ($1, 'Bois', 25000, 50)", [product])
})
afterAll(async () => {
  await closeQueue()
  await freshDatabase()
})

test("a shop from before deadlines and payments is swept without losing anything", async () => {
  const ids = {
    waiting: await insertOldBooking({ status: "pending" }),
    expired: await insertOldBooking({ status: "pending", expiresAt: "2027-06-20T09:00:00Z" }),
    refused: await insertOldBooking({ status: "refused" }),
    confirmed: await insertOldBooking({ status: "confirmed" }),
    asked: await insertOldBooking({ status: "confirmed", paymentStatus: "awaiting" }),
    prepared: await insertOldBooking({ status: "confirmed", contract: "sent" }),
    half: await insertOldBooking({ status: "confirmed", paymentStatus: "down_payment_paid" }),
    paid: await insertOldBooking({ status: "confirmed", paymentStatus: "paid" }),
    over: await insertOldBooking({ status: "confirmed", paymentStatus: "paid", firstDay: "2027-06-12" }),
    cancelled: await insertOldBooking({ status: "cancelled", paymentStatus: "refunded", contract: "lapsed" }),
  }
  await migrate(pool, await readMigrations())
  const state = async () => {
    const { rows } = await db.execute<{ id: string; summary: string }>(sql`
      select id, concat_ws(' ', status, payment_status, total, (select count(*) from unit_days where booking_id = bookings.id),
        (select coalesce(sum(amount), 0) from payments where booking_id = bookings.id)) as summary from bookings`)
    return Object.fromEntries(rows.map(({ id, summary }) => [id, summary]))
  }
  const before = await state()
  for (let round = 0; round < 2; round++)
    for (const name of sweepNames) {
      await sweep(name, now)
      for (const due of await takeJobs("due")) if (due.sweep === name) await sweeps[name].run(due.id, now)
    }
  for (const job of jobs) if (job.name === "retain") await job.run(now)
  // Only the expired request has ended: it counted as refused already.
  expect(await state()).toEqual({ ...before, [ids.expired]: "refused none 63600 0 0" })
  expect(before[ids.paid]).toBe("confirmed paid 63600 1 63600")
  expect(before[ids.half]).toBe("confirmed down_payment_paid 63600 1 19080")
  const templates = new Set((await readMailOrders()).map(({ template }) => template))
  expect([...templates].toSorted()).toEqual(["booking-expired", "booking-expired-owner", "request-waiting-owner"])
  const toSend = await listContractsToSend(now, 10)
  expect(toSend.items.map(({ bookingId }) => bookingId).sort()).toEqual(
    [ids.confirmed, ids.asked, ids.half, ids.paid].sort(),
  )
  expect(toSend.count).toBe(4)
})
