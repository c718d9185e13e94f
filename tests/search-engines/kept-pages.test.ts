import { beforeAll, expect, test } from "vitest"
import { db, pool } from "../../server/database.server.ts"
import { requestFrom } from "../../server/auth/accounts.fixture.ts"
import { type Kept, dependenceOf, undeclared } from "../../server/kept/declaration.ts"
import { type Shape, newMarks } from "../../server/kept/marks.ts"
import { asksWho, newReading, withReading } from "../../server/kept/reading.ts"
import { aboutPageContent, legalTexts, servicesPageContent, siteConfig } from "../../server/schema/content.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeProduct } from "../factories.ts"

type Page = { kept?: Kept; loader?(args: never): unknown }

const pages = Object.entries({
  ...import.meta.glob<Page>("../../app/site/**/route.tsx", { eager: true }),
  ...import.meta.glob<Page>("../../app/root.tsx", { eager: true }),
}).flatMap(([file, page]): [string, Page & { kept: Kept }][] => {
  const { kept } = page
  return kept && page.loader ? [[file.replace("../../app/", ""), { ...page, kept }]] : []
})
const root: Kept = pages.find(([file]) => file === "root.tsx")?.[1].kept ?? { reads: [] }

let tables: ReadonlySet<string>
let id = ""

beforeAll(async () => {
  const { rows } = await pool.query<{ name: string }>(
    "select relname::text as name from pg_class where relkind in ('r', 'v') and relnamespace = 'public'::regnamespace",
  )
  tables = new Set(rows.map(({ name }) => name))
  id = (await makeProduct({ name: "Photomaton en bois" })).id
  await db.insert(siteConfig).values({ companyName: "La Belle Équipe" }).onConflictDoNothing()
  await db.insert(aboutPageContent).values({ title: "À propos", content: "Nous." })
  await db.insert(servicesPageContent).values({ title: "Services", content: "Livraison." })
  for (const page of ["cgv", "cookies"] as const)
    await db.insert(legalTexts).values({ page, version: 1, title: page, content: "# Texte" })
})

/**
 * What a page asks of the database and has not declared; why else it could not be kept. With a shape: as it is rendered to
 * be filled in for somebody of it.
 */
async function flawsOf({ kept, loader }: Page & { kept: Kept }, query: string, shape?: Shape): Promise<string[]> {
  const params = { id, page: "cgv" }
  const reading = newReading(shape && newMarks(shape))
  // What a process reads once is read before.
  for (const noted of [newReading(reading.marks), reading])
    await withReading(noted, async () => {
      const loading = loader?.((await routeArgs(requestFrom({ path: `/${query}` }), params)) as never)
      await Promise.resolve(loading).catch((error: unknown) => {
        if (noted.flaw === null) throw error
      })
    })
  const dependence = dependenceOf([...root.reads, ...kept.reads], params)
  return [...(reading.flaw === null ? [] : [reading.flaw]), ...undeclared(reading.words, tables, dependence)]
}

test.each(pages)("%s can be kept: it asks of nothing but what rings for it", async (_, page) => {
  for (const query of ["", "?date=2031-06-12", "?mois=2031-06"]) expect(await flawsOf(page, query)).toEqual([])
})

const shapes = [true, false].flatMap((isAdmin) =>
  [true, false].map((hasCart): Shape => ({ isAdmin, hasCart, phoneMissing: false })),
)

test.each(pages)("%s asks who is signed in only where it is rendered for each of them", async (file, page) => {
  const isFilledIn = page.kept.marked !== undefined || page.kept.page === false || file === "site/embed/route.tsx"
  for (const shape of shapes)
    for (const query of ["", "?date=2031-06-12"])
      expect(await flawsOf(page, query, shape)).toEqual(isFilledIn ? [] : [asksWho])
})

test("a page that declares less than it reads is found", async () => {
  const product = pages.find(([file]) => file === "site/product/route.tsx")?.[1]
  if (!product) throw new Error("No page of a product is kept")
  const kept = { ...product.kept, reads: product.kept.reads.filter((read) => read !== "contracts/:id") }
  expect(await flawsOf({ ...product, kept }, "")).toEqual(["contracts"])
})
