import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { ServerBuild } from "react-router"
import { loader as bookings } from "../../app/admin/bookings/calendar/route.tsx"
import { loader as adminFrame } from "../../app/admin/frame/route.tsx"
import { loader as today } from "../../app/admin/today/route.tsx"
import { loader as root, middleware } from "../../app/root.tsx"
import { loader as account } from "../../app/site/account/route.tsx"
import { loader as book } from "../../app/site/booking/route.tsx"
import { loader as cart } from "../../app/site/cart/route.tsx"
import { signedUp } from "../../server/auth/accounts.fixture.ts"
import { readSiteConfig } from "../../server/content/site.ts"
import { db, pool } from "../../server/database.server.ts"
import { profiles } from "../../server/schema/accounts.ts"
import { type RunningWeb, startWeb } from "../../server/web.ts"
import { makeFinanceSettings, makeProduct } from "../factories.ts"

vi.hoisted(() => {
  Object.assign(process.env, { NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0" })
  delete process.env["ORIGIN"]
})

/** All that a page asks, its frames and itself, as the router does: at the same moment. */
const pageOf = (...loaders: readonly unknown[]) => ({
  loader: async (args: never) => {
    await Promise.all(loaders.map((loader) => (loader as (given: never) => Promise<unknown>)(args)))
    return new Response("fine")
  },
})
const pages: Record<string, object> = {
  account: pageOf(root, account),
  cart: pageOf(root, cart),
  "book/:id": pageOf(root, book),
  "admin/aujourdhui": pageOf(root, adminFrame, today),
  "admin/bookings": pageOf(root, adminFrame, bookings),
}
const build = {
  entry: { module: { default: () => new Response(), handleError: () => undefined } },
  routes: Object.fromEntries([
    ["root", { id: "root", path: "", module: { default: () => null, middleware } }],
    ...Object.entries(pages).map(([path, module]) => [path, { id: path, parentId: "root", path, module }]),
  ]),
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as ServerBuild

let web: RunningWeb
beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true)
  // Whoever comes first makes it.
  await Promise.all([readSiteConfig(), makeFinanceSettings()])
  web = await startWeb(build)
})
afterAll(() => web.stop())

test.each(Object.keys(pages))("no part of /%s reads what another part has read", async (path) => {
  const { id } = await makeProduct()
  const email = `${path.replaceAll(/\W/g, "-")}@exemple.example`
  const { request } = await signedUp({ name: "Lila", email, password: "un bal au bord de l’eau" })
  await db.update(profiles).set({ role: "admin" })
  const sent = vi.spyOn(pool, "query")
  const answer = await fetch(`${web.url}/${path.replace(":id", id)}`, {
    headers: { cookie: request.headers.get("cookie") ?? "" },
    redirect: "manual",
  })
  const statements = sent.mock.calls.map(([statement, values]) => JSON.stringify([statement, values]))
  sent.mockRestore()
  expect([answer.status, await answer.text()]).toEqual([200, "fine"])
  expect(statements.filter((each, index) => statements.indexOf(each) < index)).toEqual([])
})
