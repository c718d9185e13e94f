import { expect, test } from "vitest"
import siteMap from "../../app/routes.ts"
import { authorities, unguarded } from "./route-guards.ts"

const all = authorities(await siteMap)

test("every address under /admin is for staff, and no other is", () => {
  expect(all.length).toBeGreaterThan(50)
  expect(
    all.filter(({ path, guard }) => (guard === "staff") !== /^\/admin(\/|$)/.test(path)).map(({ path }) => path),
  ).toEqual([])
})

test("each loader and action of the back office checks the visitor itself, besides its layout", () => {
  expect(all.filter(({ guard }) => guard === "staff").flatMap(unguarded)).toEqual([])
})

test("the account and password pages require a signed-in visitor", () => {
  expect(all.filter(({ guard }) => guard === "customer").map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/account", "/mot-de-passe"]),
  )
})

test("the rule finds a route without its guard", () => {
  const naked = {
    path: "/admin/nu",
    file: "site/contact/route.tsx",
    guard: "staff" as const,
    reads: true,
    acts: true,
    refusesGrantees: { reads: "none", acts: "none" } as const,
  }
  expect(unguarded(naked)).toEqual(["site/contact/route.tsx: loader", "site/contact/route.tsx: action"])
})
