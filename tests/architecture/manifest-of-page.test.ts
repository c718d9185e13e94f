import type { RouteConfigEntry } from "@react-router/dev/routes"
import { type RouteObject, matchRoutes } from "react-router"
import { expect, test } from "vitest"
import { memoized } from "../../server/platform/memoized.ts"
import site from "../../app/routes.ts"
import { routesAround } from "../../app/http/manifest-of-page.server.ts"

type Flat = Record<string, { id: string; parentId: string | undefined; path: string; index: boolean }>

/** The site map as the manifest has it. */
function flat(entries: readonly RouteConfigEntry[], parentId = "root"): Flat {
  return Object.assign(
    {},
    ...entries.map((entry) => {
      const id = entry.id ?? entry.file
      const own = { id, parentId, path: entry.path ?? "", index: entry.index ?? false }
      return { [id]: own, ...flat(entry.children ?? [], id) }
    }),
  ) as Flat
}

function tree(routes: Flat, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => {
      const own = path === "" ? { id } : { id, path }
      return index ? { ...own, index: true as const } : { ...own, children: tree(routes, id) }
    })
}

/** An address and those above it, which the router looks up to tell the browser what it begins with. */
function upwards(address: string): string[] {
  const parts = address.split("/").filter(Boolean)
  return [...parts.keys(), parts.length].map((end) => `/${parts.slice(0, end).join("/")}`)
}

const idsIn = (routes: RouteObject[]) => (path: string) =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route.id ?? "")

test("a page finds the same routes among its own as among all of the site", async () => {
  const all: Flat = { root: { id: "root", parentId: undefined, path: "", index: false }, ...flat(await site) }
  const inWhole = memoized(idsIn(tree(all)), 1_000)
  const pathOf = ({ parentId, path }: Flat[string]): string =>
    (parentId === undefined ? "" : pathOf(all[parentId] as Flat[string])) + (path === "" ? "" : `/${path}`)
  // A part that other addresses have as a name of their own is the hardest to tell from a parameter.
  const addresses = new Set(Object.values(all).map((route) => pathOf(route).replace(/:\w+\??/g, "new") || "/"))
  let kept = 0
  for (const address of addresses) {
    const last = inWhole(address).at(-1) ?? ""
    if (pathOf(all[last] as Flat[string]).includes("*")) continue
    const around = routesAround(all, last)
    expect(upwards(address).map(idsIn(tree(around))), address).toEqual(upwards(address).map(inWhole))
    kept += Object.keys(around).length
  }
  expect(addresses.size).toBeGreaterThan(100)
  expect(kept / addresses.size).toBeLessThan(Object.keys(all).length / 4)
})
