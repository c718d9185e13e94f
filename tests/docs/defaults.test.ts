import { readFile } from "node:fs/promises"
import path from "node:path"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { CART_LIFETIME_MINUTES } from "../../domain/cart/cart.ts"
import { fallbacks } from "../../domain/catalog/product-fields.ts"
import { defaultDeliveryRule } from "../../domain/delivery/delivery.ts"
import { db } from "../../server/database.server.ts"

/** What the migrations wrote, which cannot import anything. */
async function columnDefault(table: string, column: string): Promise<number> {
  const { rows } = await db.execute<{ given: string }>(sql`
    select column_default as given from information_schema.columns where table_name = ${table} and column_name = ${column}`)
  return Number(rows[0]?.given)
}

test.each([
  ["finance_settings", "delivery_fee_per_km", defaultDeliveryRule.feePerKm],
  ["finance_settings", "free_delivery_threshold", defaultDeliveryRule.freeThresholdKm],
  ["products", "photo_pack_price", fallbacks.photoPackPrice],
  ["products", "photo_pack_quantity", fallbacks.photoPackQuantity],
])("the database's own default of %s.%s is the domain's", async (table, column, expected) => {
  expect(await columnDefault(table, column)).toBe(expected)
})

test("the terms say for how long days are kept in a cart", async () => {
  const terms = await readFile(path.resolve("seed/legal/terms.md"), "utf8")
  expect(terms).toContain(`vous sont gardées ${CART_LIFETIME_MINUTES} minutes`)
})
