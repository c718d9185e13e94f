import type { RouteConfigEntry } from "@react-router/dev/routes"
import { expect, test } from "vitest"
import { adminCrumbs } from "../../app/admin/frame/crumbs.ts"
import siteMap from "../../app/routes.ts"

test("the breadcrumb of the back office names every screen of the site map", async () => {
  const screensOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
    entries.flatMap(({ path, file, children = [] }) => {
      const here = path === undefined ? above : `${above}/${path}`
      const isScreen = here.startsWith("/admin/") && file.endsWith(".tsx") && !here.endsWith("*")
      return [...(isScreen ? [here.replaceAll(/:\w+/g, "1")] : []), ...screensOf(children, here)]
    })
  const all = screensOf(await siteMap)
  expect(all).toContain("/admin/bookings/1/etat-des-lieux/1")
  expect(all.filter((path) => adminCrumbs(path).some(({ label }) => label === "Page introuvable"))).toEqual([])
})
