import { readFileSync } from "node:fs"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "../../server/database.server.ts"
import { readSentences } from "../architecture/specification-ids.ts"

const sentences = new Map(
  readSentences(readFileSync("docs/specification-ids.md", "utf8")).map(({ id, text }) => [id, text]),
)

/** A product's options are rows of their own table. */
const noColumns = ["options"]

/** Versions took the place of one contract for each booking (decision 13). */
const renamed: Readonly<Record<string, string>> = { booking_contracts: "contracts" }

/** "site_config (single row): id, hero_title, …": its table, and the single words that follow it. */
function specified(sentence: string) {
  const [, table = "", fields = ""] = /^(\w+)[^:]*: (.+)$/.exec(sentence) ?? []
  const columns = fields
    .replace(/\([^)]*\)/g, "")
    .split(/[,;.…]/)
    .map((field) => field.trim())
    .filter((field) => /^\w+$/.test(field))
  return { table, columns }
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
  )
  return rows.map(({ name }) => name)
}

test.each([
  "@E-profiles",
  "@E-site-config",
  "@E-products",
  "@E-product-options",
  "@E-product-manuals",
  "@E-available-dates",
  "@E-bookings",
  "@E-booking-contracts",
  "@E-carts",
  "@E-cart-items",
  "@E-about",
  "@E-services",
  "@E-services-images",
  "@E-finance",
  "@E-shared-accounts",
  "@E-contact-messages",
])("the database has the columns of %s", async (tag) => {
  const { table, columns } = specified(sentences.get(tag.slice(1)) ?? "")
  const own = table === "products" ? columns.filter((column) => !noColumns.includes(column)) : columns
  expect(own.length).toBeGreaterThan(1)
  expect(await columnsOf(renamed[table] ?? table)).toEqual(expect.arrayContaining(own))
})

test("a sentence is read with its notes left out, and a table that is not there has no columns", async () => {
  expect(specified("carts (one a person): id, dates (list, of days), order; plus joined names.")).toEqual({
    table: "carts",
    columns: ["id", "dates", "order"],
  })
  expect(await columnsOf("baskets")).toEqual([])
})
