import type { RouteConfigEntry } from "@react-router/dev/routes"
import { type RouteObject, matchRoutes } from "react-router"
import { expect, test } from "vitest"
import { memoize } from "../../server/platform/memoize.ts"
import site from "../../app/routes.ts"
import { relatedRoutes } from "../../app/http/page-manifest.server.ts"

type Flat = Record<string, { id: string; parentId: string | undefined; path: string; index: boolean }>

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

/** The router looks these up to prefetch the routes of the addresses above. */
function upwards(address: string): string[] {
  const parts = address.split("/").filter(Boolean)
  return [...parts.keys(), parts.length].map((end) => `/${parts.slice(0, end).join("/")}`)
}

const idsIn = (routes: RouteObject[]) => (path: string) =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route.id ?? "")

test("a page's own manifest matches the same routes as the whole site's", async () => {
  const all: Flat = { root: { id: "root", parentId: undefined, path: "", index: false }, ...flat(await site) }
  const inWhole = memoize(idsIn(tree(all)), 1_000)
  const pathOf = ({ parentId, path }: Flat[string]): string =>
    (parentId === undefined ? "" : pathOf(all[parentId] as Flat[string])) + (path === "" ? "" : `/${path}`)
  // A static name in a parameter's place is the hardest match.
  const addresses = new Set(Object.values(all).map((route) => pathOf(route).replace(/:\w+\??/g, "new") || "/"))
  let routeCount = 0
  for (const address of addresses) {
    const last = inWhole(address).at(-1) ?? ""
    if (pathOf(all[last] as Flat[string]).includes("*")) continue
    const nearbyRoutes = relatedRoutes(all, last)
    expect(upwards(address).map(idsIn(tree(nearbyRoutes))), address).toEqual(upwards(address).map(inWhole))
    routeCount += Object.keys(nearbyRoutes).length
  }
  expect(addresses.size).toBeGreaterThan(100)
  expect(routeCount / addresses.size).toBeLessThan(Object.keys(all).length / 4)
})
