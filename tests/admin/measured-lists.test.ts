import { expect, test } from "vitest"
import routes from "../../app/routes.ts"
import { adminLists, unmeasuredScreens } from "../../bench/admin-lists.ts"
import { authorities } from "../architecture/route-guards.ts"

const addresses = authorities(await routes)
  .filter(({ path, reads }) => reads && /^\/admin\b/.test(path))
  .map(({ path }) => path)

test("every screen of the back office is measured in a large shop, or says why it is no list", () => {
  expect([...Object.keys(adminLists), ...Object.keys(unmeasuredScreens)].toSorted()).toEqual(addresses.toSorted())
})

test("a measurement of a screen opens that screen", () => {
  for (const [address, measured] of Object.entries(adminLists)) {
    expect(measured.length).toBeGreaterThan(0)
    const pattern = new RegExp(
      `^${address.replace(/\/\{\w+\}\?$/, "(/[^/?]+)?").replace(/\{\w+\}/g, "[^/?]+")}(\\?.*)?$`,
    )
    for (const path of measured) expect(path).toMatch(pattern)
  }
})
