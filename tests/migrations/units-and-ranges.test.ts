import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { migrate, readMigrations } from "../../server/platform/database/migrate.ts"
import { rawLines } from "../factories.ts"
import { type TestDatabase, databaseForTest } from "../harness/database.ts"

let shop: TestDatabase
const [customer, product, booking, other, cart] = [1, 2, 3, 4, 5].map(() => randomUUID())

const insertBooking = (id: string) => `
  insert into bookings (id, user_id, product_id, product_name, dates, first_day, last_day, total, daily_price, photo_pack_price,
    photo_pack_quantity, is_delivery, address, idempotency_key, requested_at, answer_due_at, price_lines)
  values ('${id}', '${customer}', '${product}', 'Bois', '{2027-06-12}', '2027-06-12', '2027-06-12', 50000, 25000,
    700, 18, false, '{"street": "1 rue", "zipCode": "94130", "city": "Nogent"}', gen_random_uuid(), now(), now(), ${rawLines("50000")});`

beforeAll(async () => {
  shop = await databaseForTest()
  await shop.pool.query("drop schema public cascade; create schema public")
  await migrate(
    shop.pool,
    (await readMigrations()).filter(({ name }) => name < "0236"),
  )
  await shop.pool.query(`
    insert into profiles (id, email, name) values ('${customer}', 'elena@exemple.example', 'Elena');
    insert into products (id, name, price, stock) values ('${product}', 'Bois', 25000, 2);
    ${insertBooking(booking ?? "")} ${insertBooking(other ?? "")}
    insert into carts (id, user_id, expires_at) values ('${cart}', '${customer}', '2027-06-01T10:00Z');
    insert into available_dates (product_id, date, is_available) values ('${product}', '2027-06-20', false);
    insert into occupancy (product_id, unit, day, role, kind, booking_id) values
      ('${product}', 1, '2027-03-27', 'preparation', 'booking', '${booking}'),
      ('${product}', 1, '2027-03-28', 'rental', 'booking', '${booking}'),
      ('${product}', 1, '2027-03-29', 'preparation', 'booking', '${booking}'),
      ('${product}', 1, '2027-03-30', 'rental', 'booking', '${booking}'),
      ('${product}', 1, '2027-03-31', 'rental', 'booking', '${booking}'),
      ('${product}', 1, '2027-04-01', 'rental', 'booking', '${other}'),
      ('${product}', 3, '2027-04-02', 'rental', 'booking', '${other}');
    insert into occupancy (product_id, unit, day, kind, cart_id, hold_ends_at) values
      ('${product}', 2, '2027-06-12', 'hold', '${cart}', '2027-06-01T10:00Z');
    insert into occupancy (product_id, unit, day, kind) values
      ('${product}', 1, '2027-06-20', 'block'), ('${product}', 2, '2027-06-20', 'block'), ('${product}', 2, '2027-06-21', 'block')`)
})
afterAll(() => shop.drop())

const paris = (range: string) =>
  `to_char(lower(${range}) at time zone 'Europe/Paris', 'MM-DD HH24') || ' – ' || to_char(upper(${range}) at time zone 'Europe/Paris', 'MM-DD HH24')`

test("days of units become ranges, and each number a unit", async () => {
  const days = await shop.pool.query(
    "select unit, day::text, role, kind, booking_id, cart_id from occupancy where day <> '2027-06-20' order by 2, 1",
  )
  await migrate(shop.pool, await readMigrations())
  const ranges = await shop.pool.query(`
    select number as unit, kind, ${paris("during")} as during, ${paris("rented")} as rented
    from occupancy join units on units.id = unit_id order by lower(during), number`)
  expect(ranges.rows).toEqual([
    { unit: 1, kind: "booking", during: "03-27 00 – 03-30 00", rented: "03-28 00 – 03-29 00" },
    { unit: 1, kind: "booking", during: "03-30 00 – 04-01 00", rented: "03-30 00 – 04-01 00" },
    { unit: 1, kind: "booking", during: "04-01 00 – 04-02 00", rented: "04-01 00 – 04-02 00" },
    { unit: 3, kind: "booking", during: "04-02 00 – 04-03 00", rented: "04-02 00 – 04-03 00" },
    { unit: 2, kind: "hold", during: "06-12 00 – 06-13 00", rented: "06-12 00 – 06-13 00" },
    { unit: 2, kind: "repair", during: "06-21 00 – 06-22 00", rented: null },
  ])
  const after = await shop.pool.query(
    "select unit, day::text, role, kind, booking_id, cart_id from unit_days order by 2, 1",
  )
  expect(after.rows).toEqual(days.rows.map((row) => ({ ...row, kind: row.kind === "block" ? "repair" : row.kind })))
  const units = await shop.pool.query("select number, retired_on is null as in_service from units order by 1")
  expect(units.rows).toEqual([1, 2, 3].map((number) => ({ number, in_service: number < 3 })))
})

test("the stock is the number of units in service, whichever of the two is written", async () => {
  const read = async () =>
    (
      await shop.pool.query(
        "select stock, array(select number::integer from units where retired_on is null order by 1) as units from products",
      )
    ).rows[0]
  await shop.pool.query("update products set stock = 4")
  expect(await read()).toEqual({ stock: 4, units: [1, 2, 3, 4] })
  await shop.pool.query("update products set stock = 1")
  expect(await read()).toEqual({ stock: 1, units: [1] })
  await shop.pool.query("update units set retired_on = null where number = 2")
  expect(await read()).toEqual({ stock: 2, units: [1, 2] })
  await expect(shop.pool.query("update units set retired_on = '2027-06-12'")).rejects.toThrow("products_stock_check")
})
