import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Agreement } from "../../domain/booking/agreement.ts"
import { type BookingPriceSnapshot, pricedChoiceOf } from "../../domain/booking/booking.ts"
import { type BookedOption, priceOf } from "../../domain/pricing/price.ts"
import { storedPrice } from "../../domain/pricing/stored-price.ts"
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
let before: TestDatabase

/** The demonstration's bookings in a database as it was before 0014: without lines, terms or the time of the request. */
beforeAll(async () => {
  const at = new Date()
  const { cancellationTiers, ...settings } = catalogue.financeSettings
  await db.insert(financeSettings).values({ ...settings, cancellationTiers: [...cancellationTiers] })
  // Without the pictures, which take longer than all the rest.
  await placeExampleBookings(await insertProducts(new Map(), at), await insertCustomers(at), at)
  before = await databaseForTest()
  await before.pool.query("drop schema public cascade; create schema public")
  const older = (await readMigrations()).filter(({ name }) => name < "0014")
  await migrate(before.pool, older)
  for (const table of ["profiles", "products", "finance_settings"]) await copy(table, (row) => row)
})
afterAll(() => before.drop())

/** Copies what both databases have of a table, as a dump of the old version would hold it. */
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

/** Everything that makes lines: sub-options before their option, of two options, and some whose option is not there. */
const items = [
  option("b1", "b", 300, 2),
  option("a", null, 1_000, 1),
  option("lost", "gone", 999, 9),
  option("b", null, 2_000, 3),
  option("a2", "a", 50, 1),
  option("a1", "a", 70, 4),
  option("deep", "a1", 1, 1),
]

test("every booking gets the very lines that were worked out for it so far, its terms, and when it was asked for", async () => {
  const { rows } = await pool.query<{ row: Stored }>("select to_jsonb(bookings) as row from bookings order by number")
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
  const priced = { ...odd, total: priceOf(pricedChoiceOf(snapshot(odd))).total }
  await insert("bookings", [...demonstration, priced])
  const { rows: untouched } = await before.pool.query<Stored>("select id, updated_at from bookings order by number")

  expect(await migrate(before.pool)).toContain("0014_agreement.sql")

  const { rows: migrated } = await before.pool.query<{ row: Stored }>(
    "select to_jsonb(bookings) as row from bookings order by number",
  )
  expect(migrated).toHaveLength(demonstration.length + 1)
  for (const { row } of migrated) {
    const price = priceOf(pricedChoiceOf(snapshot(row)))
    expect(row["price_lines"]).toEqual(storedPrice(price))
    expect(row["total"]).toBe(price.total)
  }
  const made = new Map<unknown, typeof bookings.$inferSelect>(
    (await db.select().from(bookings)).map((booking) => [booking.id, booking]),
  )
  for (const { row } of migrated) {
    const booking = made.get(row["id"])
    if (!booking) continue
    expect(row["price_lines"]).toEqual(booking.priceLines)
    expect(row["agreement"]).toEqual(booking.agreement && asAgreedBefore(booking.number, booking.agreement))
    expect(new Date(String(row["requested_at"]))).toEqual(booking.requestedAt)
  }
  expect(migrated.filter(({ row }) => row["status"] === "confirmed" && row["agreement"] === null)).toEqual([])
  // Nothing about the bookings has changed: they are only told in full.
  const { rows: touched } = await before.pool.query<Stored>("select id, updated_at from bookings order by number")
  expect(touched).toEqual(untouched)
})

test("a new shop is not given settings by it, and a shop without bookings migrates", async () => {
  const empty = await databaseForTest()
  expect((await empty.pool.query("select from finance_settings")).rowCount).toBe(0)
  await empty.drop()
})

/** The migration wrote what transfers were told then: the number as their reference, and no BIC. */
function asAgreedBefore(number: number, { transfer, ...agreement }: Agreement) {
  return { ...agreement, transfer: { iban: transfer.iban, reference: `Réservation ${number}` } }
}

function snapshot(row: Stored): BookingPriceSnapshot {
  return {
    productName: row["product_name"],
    dailyPrice: row["daily_price"],
    dates: row["dates"],
    options: row["options"],
    photoPacks: row["photo_packs"],
    photoPackPrice: row["photo_pack_price"],
    photoPackQuantity: row["photo_pack_quantity"],
    isDelivery: row["is_delivery"],
    deliveryFee: row["delivery_fee"],
  } as BookingPriceSnapshot
}
