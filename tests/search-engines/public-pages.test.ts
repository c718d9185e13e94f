import type { RouteConfigEntry } from "@react-router/dev/routes"
import { beforeAll, describe, expect, test } from "vitest"
import routes from "../../app/routes.ts"
import { loader as showElements } from "../../app/elements/route.tsx"
import { publicPages } from "../../app/http/public-pages.ts"
import { toSiteIdentity } from "../../app/http/site-identity.server.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { readSite } from "../../server/shop/content/site.ts"
import { db } from "../../server/platform/database.server.ts"
import { aboutPageContent, legalTexts, servicesPageContent, siteConfig } from "../../server/platform/schema/content.ts"
import { legalPages } from "../../domain/content/legal-pages.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeProduct } from "../factories.ts"

type Meta = {
  title?: string
  name?: string
  content?: string
  tagName?: string
  rel?: string
  href?: string
  property?: string
}
type Page = { loader?(args: never): unknown; meta?(args: never): Meta[] }

const modules = import.meta.glob<Page>("../../app/site/**/route.tsx")

/** Pages that a search engine has no use for; any other is public. */
const closed = new Set([
  "book/:id",
  "booking/confirmation",
  "account",
  "account/adresse-e-mail",
  "account/mes-donnees",
  "account/supprimer",
  "account/partages",
  "account/agenda",
  "agir-pour",
  "adresse-e-mail/:token",
  "account/bookings/:number",
  "account/bookings/:number/annuler",
  "account/bookings/:number/dates",
  "account/bookings/:number/lieu",
  "account/bookings/:number/retractation",
  "account/bookings/:number/signer",
  "appareils",
  "double-authentification",
  "cles-d-acces",
  "connexion",
  "connexion/cle-d-acces",
  "connexion/code",
  "connexion/lien",
  "connexion/lien/:token",
  "inscription",
  "deconnexion",
  "montrer/:id",
  "prix/:secret",
  "mission/:secret",
  "devis/:secret",
  "devis/:secret/accepter",
  "signer/:secret",
  "signer/:secret/retractation",
  "signer/:secret/annuler",
  "payer/:secret",
  "payer/:secret/carte",
  "payer/:secret/demonstration",
  "payer/:secret/retour",
  "attestation/:secret",
  "caution/:secret",
  "caution/:secret/carte",
  "caution/:secret/demonstration",
  "caution/:secret/retour",
  "newsletter/confirmer/:token",
  "newsletter/desinscription/:token",
  "cart",
  "cart/valider",
  "mot-de-passe",
  "mot-de-passe-oublie",
  "nouveau-mot-de-passe/:token",
  "premier-administrateur/:token",
  "verification",
  "verification/:token",
  "*",
])

const site = (Array.isArray(routes) ? routes : await routes).find(({ file }) => file === "site/frame/route.tsx")
const pages = (site?.children ?? []).filter(({ path }) => !closed.has(path ?? ""))

let productId = ""

beforeAll(async () => {
  productId = (
    await makeProduct({
      name: "Photomaton en bois",
      description: "Cabine en bois, rideau rouge et papier argentique, pour quatre.",
    })
  ).id
  await db
    .insert(siteConfig)
    .values({
      companyName: "La Belle Équipe",
      siteTitle: "Photobooths à Nogent",
      siteDescription: "Location de photobooths près de Paris, livrés et installés.",
    })
    .onConflictDoNothing()
  await db
    .insert(aboutPageContent)
    .values({ title: "À propos", content: "Nous louons des machines à souvenirs depuis deux ans." })
  await db.insert(servicesPageContent).values({ title: "Services", content: "Livraison, installation, reprise." })
  await db.insert(legalTexts).values(
    legalPages.map((page) => ({
      page,
      version: 1,
      title: `Titre de ${page}`,
      content: `# Texte de ${page}\n\nUn paragraphe.`,
    })),
  )
})

function listAddresses({ path = "", index }: RouteConfigEntry): { path: string; params: Record<string, string> }[] {
  if (index) return [{ path: "/", params: {} }]
  if (path === "legal/:page") {
    return legalPages.filter((page) => page !== "cookies").map((page) => ({ path: `/legal/${page}`, params: { page } }))
  }
  const id = path === "product/:id" ? `photomaton-en-bois-${productId}` : productId
  return [{ path: `/${path.replace(":id", id)}`, params: path.includes(":id") ? { id } : {} }]
}

async function renderHead(file: string, path: string, params: Record<string, string>) {
  const page = await modules[`../../app/${file}`]?.()
  if (!page?.meta) throw new Error(`${file} says nothing of itself`)
  const answer: unknown = await page.loader?.((await routeArgs(requestFrom({ path }), params)) as never)
  const loaderData =
    typeof answer === "object" && answer !== null && "init" in answer && "data" in answer ? answer.data : answer
  const matches = [{ loaderData: { site: toSiteIdentity(await readSite()) } }]
  const tags = page.meta({
    loaderData,
    data: loaderData,
    matches,
    params,
    location: { pathname: path, search: "", hash: "" },
  } as never)
  const named = (name: string) => tags.find((tag) => tag.name === name || tag.property === name)?.content
  return {
    titles: tags.flatMap(({ title }) => (title === undefined ? [] : [title])),
    description: named("description"),
    canonicals: tags.flatMap(({ rel, href }) => (rel === "canonical" ? [href] : [])),
    robots: named("robots"),
    image: named("og:image"),
    imageAlt: named("og:image:alt"),
    shared: named("og:title"),
    url: named("og:url"),
  }
}

describe("every public page", () => {
  const routesOf = pages.map((route): [string, RouteConfigEntry] => [route.index ? "/" : `/${route.path}`, route])

  test.each(routesOf)(
    "a public page has a title, a description, one address and a preview: %s @R-canonical",
    async (_, route) => {
      for (const { path, params } of listAddresses(route)) {
        const head = await renderHead(route.file, path, params)
        expect(head.titles, path).toHaveLength(1)
        expect(head.titles[0]?.length, path).toBeGreaterThan(5)
        expect(head.description?.length, path).toBeGreaterThan(30)
        expect(head.description?.length, path).toBeLessThan(200)
        expect(head.canonicals, path).toEqual([`http://localhost:3000${path}`])
        expect(head.robots, path).toBeUndefined()
        expect(head.url, path).toBe(`http://localhost:3000${path}`)
        expect(head.image, path).toMatch(/^http:\/\/localhost:3000\/og\/[0-9a-z-]+\.jpg(\?v=\w+)?$/)
        expect(head.shared, path).toBeTruthy()
      }
    },
  )

  test("a public page has a unique title and description", async () => {
    const heads = []
    for (const route of pages)
      for (const { path, params } of listAddresses(route)) heads.push(await renderHead(route.file, path, params))
    const repeated = (values: unknown[]) => values.filter((value, index) => values.indexOf(value) !== index)
    expect(repeated(heads.map(({ titles }) => titles[0]))).toEqual([])
    expect(repeated(heads.map(({ description }) => description))).toEqual([])
  })

  test("a public page is in the sitemap, and products and manuals are one by one @R-sitemap", () => {
    const listed = publicPages.flatMap((group) => group.pages.map(({ path }) => path)).sort()
    const existing = pages
      .flatMap((route) => (route.path?.includes(":id") ? [] : listAddresses(route).map(({ path }) => path)))
      .sort()
    expect(listed).toEqual(existing)
  })

  test("a product is previewed by its own picture", async () => {
    const head = await renderHead("site/product/route.tsx", `/product/${productId}`, { id: productId })
    expect(head.image).toContain(`/og/${productId}.jpg?v=`)
    expect(head.imageAlt).toBe("Photomaton en bois. Photo non contractuelle")
    expect(head.shared).toBe("Photomaton en bois")
  })
})

describe("a private page", () => {
  test.each([
    "sign-in",
    "sign-in/register",
    "sign-in/forgotten-password",
    "sign-in/link-request",
    "sign-in/link",
    "sign-in/choose-password",
    "sign-in/first-administrator",
    "sign-in/ask-verification",
    "confirmation",
    "newsletter/confirm",
    "newsletter/unsubscribe",
  ])("a private page is excluded from search engines: %s", async (name) => {
    const head = await renderHead(`site/${name}/route.tsx`, "/", { token: "0".repeat(36) })
    expect(head).toMatchObject({ robots: "noindex", canonicals: [], image: undefined })
  })

  test("a list of results is excluded from search engines", async () => {
    expect(await renderHead("site/home/route.tsx", "/?q=bois", {})).toMatchObject({ robots: "noindex", canonicals: [] })
  })
})

test("a shop has no page of all elements", () => {
  expect(showElements).toThrow(expect.objectContaining({ status: 404 }))
})
