import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import { migrate, readMigrations } from "../../server/platform/database/migrate.ts"
import { type TestDatabase, databaseForTest } from "../harness/database.ts"

let shop: TestDatabase

beforeEach(async () => {
  shop = await databaseForTest()
  await shop.pool.query("drop schema public cascade; create schema public")
  await migrate(
    shop.pool,
    (await readMigrations()).filter(({ name }) => name < "0255"),
  )
})
afterEach(() => shop.drop())

const insertProduct = `insert into products (id, name, price, stock) values ('${randomUUID()}', 'Bois', 25000, 1)`

test.each([
  ["a new shop", "", 12],
  ["a shop with products and settings", `${insertProduct}; insert into finance_settings default values`, 0],
  ["a shop with products and no settings", insertProduct, 0],
])("the rental day of %s begins at its hour", async (_, statements, hour) => {
  await shop.pool.query(statements)
  await migrate(shop.pool, await readMigrations())
  const { rows } = await shop.pool.query(
    "select rental_day_starts_at as hour, delivery_from, collection_to from finance_settings",
  )
  expect(rows).toEqual([{ hour, delivery_from: "14:00", collection_to: "11:00" }])
})
