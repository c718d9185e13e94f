import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Agreement } from "../../domain/booking/agreement.ts"
import { toPricedRental } from "../../domain/booking/booking.ts"
import type { Rental } from "../../domain/rental/rental.ts"
import { type BookedOption, priceOfRentals } from "../../domain/pricing/price.ts"
import { type StoredPrice, toStoredPrice } from "../../domain/pricing/stored-price.ts"
import { catalogue } from "../../seed/catalog.ts"
import { placeExampleBookings } from "../../seed/place-example-bookings.ts"
import { insertProducts } from "../../seed/products.ts"
import { insertCustomers } from "../../seed/seed.ts"
import { type TestDatabase, databaseForTest } from "../harness/database.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { financeSettings } from "../../server/platform/schema/settings.ts"
import { migrate, readMigrations } from "../../server/platform/database/migrate.ts"

type Stored = Record<string, unknown>

/** As bookings were before they could have several rentals. */
const selectBookings = `
  select to_jsonb(rentals) - '{position,during,booking_id}'::text[] || to_jsonb(bookings) as row
  from bookings join rentals on booking_id = id
  where not exists (select from rentals other where other.booking_id = id and other.position <> rentals.position)
  order by number`

let before: TestDatabase

beforeAll(async () => {
  const at = new Date()
  const { cancellationTiers, ...settings } = catalogue.financeSettings
  await db.update(financeSettings).set({ ...settings, cancellationTiers: [...cancellationTiers] })
  // Pictures would take longer than all the rest.
  await placeExampleBookings(await insertProducts(new Map(), at), await insertCustomers(at), at)
  before = await databaseForTest()
  await before.pool.query("drop schema public cascade; create schema public")
  const older = (await readMigrations()).filter(({ name }) => name < "0014")
  await migrate(before.pool, older)
  for (const table of ["profiles", "products", "finance_settings"]) await copy(table, (row) => row)
})
afterAll(() => before.drop())

/** Copies the columns that both databases have. */
async function copy(table: string, change: (row: Stored) => Stored): Promise<void> {
  const { rows } = await pool.query<{ row: Stored }>(`select to_jsonb(${table}) as row from ${table}`)
  await insert(
    table,
    rows.map(({ row }) => change({ ...row, image_url: null })),
  )
}

async function insert(table: string, rows: Stored[]): Promise<void> {
  const { rows: columns } = await before.pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  )
  const names = columns.map(({ name }) => `"${name}"`).join(", ")
  await before.pool.query(
    `insert into ${table} (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

function option(id: string, parentId: string | null, price: number, quantity: number): BookedOption {
  return { id, parentId, name: `Option ${id}`, price, unit: "unit", quantity }
}

/** Includes sub-options before their option, and orphans. */
const items = [
  option("b1", "b", 300, 2),
  option("a", null, 1_000, 1),
  option("lost", "gone", 999, 9),
  option("b", null, 2_000, 3),
  option("a2", "a", 50, 1),
  option("a1", "a", 70, 4),
  option("deep", "a1", 1, 1),
]

test("every booking gets its calculated lines, its terms and the time of its request", async () => {
  const { rows } = await pool.query<{ row: Stored }>(selectBookings)
  const demonstration = rows.map(({ row }) => row)
  expect(demonstration.length).toBeGreaterThan(10)
  const [pattern] = demonstration
  const odd = {
    ...pattern,
    id: randomUUID(),
    number: 9_001,
    idempotency_key: randomUUID(),
    status: "cancelled",
    options: { items, total: 0 },
    photo_packs: 3,
    is_delivery: true,
    delivery_fee: 0,
    agreement: null,
  }
  const priced = { ...odd, total: priceOfRow(odd).total }
  await insert("bookings", [...demonstration, priced])
  const { rows: untouched } = await before.pool.query<Stored>("select id, updated_at from bookings order by number")

  expect(await migrate(before.pool)).toContain("0014_agreement.sql")

  const { rows: migrated } = await before.pool.query<{ row: Stored }>(selectBookings)
  expect(migrated).toHaveLength(demonstration.length + 1)
  for (const { row } of migrated) {
    const price = priceOfRow(row)
    expect(row["price_lines"]).toEqual(asPricedBefore(toStoredPrice(price)))
    expect(row["total"]).toBe(price.total)
  }
  const made = new Map<unknown, typeof bookings.$inferSelect>(
    (await db.select().from(bookings)).map((booking) => [booking.id, booking]),
  )
  for (const { row } of migrated) {
    const booking = made.get(row["id"])
    // There were no plans.
    if (!booking || booking.priceLines.lines.some(({ isFixed }) => isFixed)) continue
    expect(row["price_lines"]).toEqual(asPricedBefore(booking.priceLines))
    expect(row["agreement"]).toEqual(booking.agreement && asAgreedBefore(booking.number, booking.agreement))
    expect(new Date(String(row["requested_at"]))).toEqual(booking.requestedAt)
  }
  expect(migrated.filter(({ row }) => row["status"] === "confirmed" && row["agreement"] === null)).toEqual([])
  // The migration does not count as a change of the bookings.
  const { rows: touched } = await before.pool.query<Stored>("select id, updated_at from bookings order by number")
  expect(touched).toEqual(untouched)
})

test("the migrations run in a shop without bookings", async () => {
  const empty = await databaseForTest()
  expect((await empty.pool.query("select from bookings")).rowCount).toBe(0)
  await empty.drop()
})

function asAgreedBefore(number: number, { transfer, ...agreement }: Agreement) {
  return { ...agreement, transfer: { iban: transfer.iban, reference: `Réservation ${number}` } }
}

/** No option counted once then. */
function asPricedBefore({ lines, ...price }: StoredPrice) {
  return { ...price, lines: lines.map(({ isOnce: _, ...line }) => line) }
}

function priceOfRow(row: Stored) {
  const rental = {
    position: 1,
    productName: row["product_name"],
    dailyPrice: row["daily_price"],
    dates: row["dates"],
    options: row["options"],
    photoPacks: row["photo_packs"],
    photoPackPrice: row["photo_pack_price"],
    photoPackQuantity: row["photo_pack_quantity"],
  } as Rental
  const deliveryFee = row["is_delivery"] ? (row["delivery_fee"] as number) : null
  return priceOfRentals([toPricedRental(rental, null)], { deliveryFee })
}
