import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { migrate, readMigrations } from "../../server/platform/database/migrate.ts"
import { rawLines } from "../factories.ts"
import { type TestDatabase, databaseForTest } from "../harness/database.ts"

let shop: TestDatabase
const booking = randomUUID()
const tables = ["bookings", "occupancy", "mails", "mail_details", "events"]

beforeAll(async () => {
  shop = await databaseForTest()
  await shop.pool.query("drop schema public cascade; create schema public")
  await migrate(
    shop.pool,
    (await readMigrations()).filter(({ name }) => name < "0156"),
  )
  const [customer, product, mail] = [randomUUID(), randomUUID(), randomUUID()]
  await shop.pool.query(`
    insert into profiles (id, email, name) values ('${customer}', 'elena@exemple.example', 'Elena');
    insert into products (id, name, price) values ('${product}', 'Bois', 25000);
    insert into bookings (id, user_id, product_id, product_name, dates, first_day, last_day, total, daily_price, photo_pack_price,
      photo_pack_quantity, is_delivery, address, idempotency_key, requested_at, answer_due_at, price_lines)
    values ('${booking}', '${customer}', '${product}', 'Bois', '{2027-06-12,2027-06-13}', '2027-06-12', '2027-06-13', 50000, 25000,
      700, 18, false, '{"street": "1 rue", "zipCode": "94130", "city": "Nogent"}', gen_random_uuid(), now(), now(), ${rawLines("50000")});
    insert into occupancy (product_id, unit, day, kind, booking_id) values ('${product}', 1, '2027-06-12', 'booking', '${booking}');
    insert into mails (id, template, message_id, booking_id, ordered_at)
    values ('${mail}', 'booking-requested', 'one@exemple.example', '${booking}', now());
    insert into mail_details (mail_id) values ('${mail}')`)
})
afterAll(() => shop.drop())

async function readRowFiles() {
  const rows = tables.map((table) => `(select json_agg(${table}) from ${table}) as ${table}`)
  const files = tables.map((table) => `pg_relation_filenode('${table}') as ${table}_file`)
  return (await shop.pool.query(`select ${[...rows, ...files].join(", ")}`)).rows
}

const lines = rawLines("50000")
const wrong = [
  `update bookings set total = -1, price_lines = ${rawLines("-1")}`,
  "update bookings set daily_price = -1",
  "update bookings set photo_pack_price = -1",
  "update bookings set delivery_fee = -1, is_delivery = true",
  "update bookings set delivery_fee = 1",
  "update bookings set photo_packs = -1",
  "update bookings set distance = -1",
  "update bookings set photo_pack_quantity = 0",
  "update bookings set address_precision = 'about'",
  `update bookings set address = address || '{"street": ""}'`,
  `update bookings set address = address || '{"zipCode": ""}'`,
  `update bookings set address = address || '{"city": ""}'`,
  `update bookings set options = '{"items": 1}'`,
  "update bookings set total = 50001",
  `update bookings set price_lines = ${lines} - 'version'`,
  `update bookings set price_lines = ${lines} || '{"lines": {}}', total = 0`,
  "update bookings set status = 'lost'",
  "update bookings set status = 'confirmed'",
  `update bookings set status = 'confirmed', agreement = '{"version": "1"}'`,
  `update bookings set status = 'refused', agreement = '{"version": 1}'`,
  `update bookings set agreement = '{"version": 1}'`,
  "update bookings set dates = '{}'",
  "update bookings set first_day = '2027-06-11'",
  "update bookings set last_day = '2027-06-14'",
  "update bookings set dates = '{2027-06-13,2027-06-12}', first_day = '2027-06-13', last_day = '2027-06-12'",
  "update occupancy set unit = 0",
  "update occupancy set role = 'washing'",
  "update occupancy set kind = 'party'",
  "update occupancy set kind = 'party', booking_id = null",
  "update occupancy set kind = 'block'",
  "update occupancy set booking_id = null",
  "update occupancy set cart_id = gen_random_uuid()",
  "update occupancy set cart_item_id = gen_random_uuid()",
  "update occupancy set hold_ends_at = now()",
  "update occupancy set outside_event_id = gen_random_uuid()",
  "update occupancy set kind = 'outside', booking_id = null",
  "update occupancy set kind = 'hold', booking_id = null, cart_id = gen_random_uuid()",
  "update occupancy set kind = 'hold', booking_id = null, hold_ends_at = now()",
  "update mails set tries = -1",
  "update mails set state = 'lost', settled_at = now()",
  "update mails set state = 'sent'",
  "update mails set settled_at = now()",
  "update mail_details set recipients = '{}'",
  "insert into events (at, actor_kind, action, subject_kind, subject_id) values (now(), 'ghost', 'a.b', 'booking', '1')",
]
const right = [
  `update bookings set address_precision = 'street', status = 'confirmed', agreement = '{"version": 1}'`,
  "update bookings set status = 'cancelled', agreement = null",
  "update occupancy set kind = 'block', role = 'preparation', booking_id = null",
  "update mails set state = 'sent', settled_at = now(), tries = 1",
  "insert into events (at, actor_kind, action, subject_kind, subject_id) values (now(), 'system', 'a.b', 'booking', '1')",
]

async function errorCode(statement: string): Promise<string | null> {
  const client = await shop.pool.connect()
  try {
    await client.query("begin")
    await client.query(statement)
    return null
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error)
  } finally {
    await client.query("rollback")
    client.release()
  }
}

async function findRefused() {
  const answers: string[] = []
  for (const statement of [...wrong, ...right]) answers.push(`${await errorCode(statement)} ${statement}`)
  return answers
}

test("checks in a type or a function refuse what the tables' checks did, without rewriting a row", async () => {
  const expected = [...wrong.map((statement) => `23514 ${statement}`), ...right.map((statement) => `null ${statement}`)]
  expect(await findRefused()).toEqual(expected)
  const before = await readRowFiles()
  const earlierMigrations = (await readMigrations()).filter(({ name }) => name < "0157")
  expect(await migrate(shop.pool, earlierMigrations)).toContain("0156_checks_kept_ready.sql")
  expect(await readRowFiles()).toEqual(before)
  expect(await findRefused()).toEqual(expected)
})
