import { beforeAll, expect, test } from "vitest"
import * as statistics from "../../app/admin/statistics/route.tsx"
import * as legal from "../../app/admin/legal/text/route.tsx"
import { parseEuros } from "../../domain/money.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

let from: Request
beforeAll(async () => {
  await freshDatabase()
  ;({ from } = await administrator())
})

const tooLarge = String(2 ** 31)

test("a version beyond the column's range is refused, not an error", async () => {
  const fields = { intent: "republier", vu: tooLarge, sha256: "0".repeat(64) }
  const { status } = await send(legal, { path: "/admin/legal/cgv", fields, from, params: { page: "cgv" } })
  expect(status).toBe(422)
})

test.each(["2147483648", "1.5", "-1", "1e308"])("a list's page %s is the first page", async (page) => {
  expect(
    await read<{ products: { page: number } }>(statistics, `/admin/statistiques?page=${page}`, from),
  ).toMatchObject({
    products: { page: 1 },
  })
})

test("an amount beyond the column's range is invalid", () => {
  expect(["21474836,47", "21474836,48", "999999999"].map(parseEuros)).toEqual([2_147_483_647, null, null])
})
