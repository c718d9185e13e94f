import { afterEach, beforeAll, expect, test, vi } from "vitest"
import { db, pool } from "../../server/platform/database.server.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import type { cacheablePages } from "../../server/platform/page-cache/cacheable.ts"
import { aboutPageContent, legalTexts, servicesPageContent, siteConfig } from "../../server/platform/schema/content.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeFinanceSettings, makeProduct } from "../factories.ts"

type Loader = (args: never) => unknown

const routes: Record<(typeof cacheablePages)[number] | "root", () => Promise<{ loader: Loader }>> = {
  root: () => import("../../app/root.tsx"),
  "/": () => import("../../app/site/home/route.tsx"),
  "/catalog": () => import("../../app/site/catalog/route.tsx"),
  "/book": () => import("../../app/site/booking/choose/route.tsx"),
  "/faq": () => import("../../app/site/help/route.tsx"),
  "/services": () => import("../../app/site/pages/services/route.tsx"),
  "/about": () => import("../../app/site/pages/about/route.tsx"),
  "/sitemap": () => import("../../app/site/pages/sitemap/route.tsx"),
  "/legal/cookies": () => import("../../app/site/legal/cookies/route.tsx"),
  "/legal/:page": () => import("../../app/site/legal/route.tsx"),
  "/product/:id": () => import("../../app/site/product/route.tsx"),
  "/manual/:id": () => import("../../app/site/manual/route.tsx"),
  "/embed/:id": () => import("../../app/site/embed/route.tsx"),
}

let id = ""
let tables: ReadonlySet<string>
let rung: ReadonlySet<string>
let functions: ReadonlyMap<string, readonly string[]>

const splitWords = (text: string) => text.toLowerCase().match(/[a-z_][a-z0-9_]*/g) ?? []

beforeAll(async () => {
  const { rows } = await pool.query<{ name: string; kind: string; source: string }>(`
    select relname::text as name, 'table' as kind, '' as source from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
    union all select distinct tgrelid::regclass::text, 'rung', '' from pg_trigger where tgname like '%\\_pages\\_%'
    union all select proname::text, 'function', prosrc from pg_proc where pronamespace = 'public'::regnamespace`)
  const names = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ name }) => name))
  ;[tables, rung] = [names("table"), names("rung")]
  functions = new Map(rows.flatMap((row) => (row.kind === "function" ? [[row.name, splitWords(row.source)]] : [])))
  id = (await makeProduct({ name: "Photomaton en bois" })).id
  await makeFinanceSettings()
  await db.insert(siteConfig).values({ companyName: "La Belle Équipe" }).onConflictDoNothing()
  await db.insert(aboutPageContent).values({ title: "À propos", content: "Nous." })
  await db.insert(servicesPageContent).values({ title: "Services", content: "Livraison." })
  for (const page of ["cgv", "cookies"] as const)
    await db.insert(legalTexts).values({ page, version: 1, title: page, content: "# Texte" })
})
afterEach(() => vi.restoreAllMocks())

// A page that reads any other table would stay cached after that table has changed.
test.each(Object.entries(routes))("the page %s reads only tables whose changes clear the cache", async (_, load) => {
  const { loader } = await load()
  const words = new Set<string>()
  const query = pool.query.bind(pool) as (...statement: unknown[]) => unknown
  vi.spyOn(pool, "query").mockImplementation((...statement: unknown[]) => {
    const [first] = statement
    for (const word of splitWords(typeof first === "string" ? first : String(Reflect.get(Object(first), "text")))) {
      words.add(word)
      for (const inside of functions.get(word) ?? []) words.add(inside)
    }
    return query(...statement)
  })
  await Promise.resolve(loader((await routeArgs(requestFrom({ path: "/" }), { id, page: "cgv" })) as never)).catch(
    () => null,
  )
  const unrung = [...words].filter((word) => tables.has(word) && !rung.has(word))
  // A stranger has no holds, so that the owners of carts do not matter.
  expect(unrung.filter((table) => table !== "carts")).toEqual([])
})
