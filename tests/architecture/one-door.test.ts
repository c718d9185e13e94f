import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Besides availability itself: the table's definition, the topics of live pages, and the restored rows. */
const mayName = /^(server\/(availability|platform\/schema)\/|server\/platform\/live\/topics\.ts$|domain\/act\.ts$)/

const ofTests = /\.(test|spec|fixture)\.tsx?$/

function uses(file: string, text: string): string[] {
  if (mayName.test(file) || ofTests.test(file)) return []
  return text
    .split("\n")
    .flatMap((line, index) =>
      /\b(occupancy|occupied_days|unit_days)\b(?!-rate\.ts)/.test(line) ? [`${file}:${index + 1}`] : [],
    )
}

test("only the server's availability names the table of occupancy and its days", () => {
  const files = globSync("{app,bin,domain,isomorphic,seed,server}/**/*.{ts,tsx,mjs}")
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => uses(file, readFileSync(file, "utf8")))).toEqual([])
})

test.each([
  "await tx.execute(sql`delete from occupancy where product_id = ${id}`)",
  'import { occupancy } from "../platform/schema/availability.ts"',
  'removeRows(tx, "occupancy", "product_id", id)',
])("the rule rejects an offence: %s", (line) => {
  expect(uses("server/bookings/a.ts", line)).toEqual(["server/bookings/a.ts:1"])
  expect(uses("server/availability/a.ts", line)).toEqual([])
})
