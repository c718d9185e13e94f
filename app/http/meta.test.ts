import { expect, test } from "vitest"
import type { SiteIdentity } from "./site-identity.ts"
import { pageMeta } from "./meta.ts"

const site: SiteIdentity = {
  companyName: "La Belle Équipe",
  logo: null,
  icon: "camera",
  phone: null,
  email: null,
  address: null,
  siret: null,
  instagramUrl: null,
  hostingNotice: null,
  isDemonstration: true,
  phoneHelp: "Assistance téléphonique 24/7",
  setupTime: "moins de 30 minutes",
  openingHours: null,
  conformity: "partiellement conforme",
  year: 2027,
  title: "Photobooths à Nogent",
  description: "Location près de Paris.",
}

test("the title is the page's name and the company's, and the home page has the site's own title", () => {
  expect(pageMeta(site, { title: "Catalogue", canonical: null })).toContainEqual({
    title: "Catalogue – La Belle Équipe",
  })
  expect(pageMeta(site, { title: null, canonical: null })).toContainEqual({ title: "Photobooths à Nogent" })
  expect(pageMeta(undefined, { title: "Produit non trouvé", canonical: null })).toContainEqual({
    title: "Produit non trouvé",
  })
})

test("a page without its own description has the site's", () => {
  const described = (description: string | null) =>
    pageMeta(site, { title: "Catalogue", description, canonical: null }).find(
      (tag) => "name" in tag && tag.name === "description",
    )
  expect(described(null)).toEqual({ name: "description", content: "Location près de Paris." })
  expect(described("Bois et cuivre.")).toEqual({ name: "description", content: "Bois et cuivre." })
})

test("a page has its canonical address, and a result list is excluded from search engines @R-canonical", () => {
  const home = pageMeta(site, { title: null, canonical: "https://belle.example/" })
  expect(home).toContainEqual({ tagName: "link", rel: "canonical", href: "https://belle.example/" })
  expect(home).not.toContainEqual({ name: "robots", content: "noindex" })
  expect(pageMeta(site, { title: "Recherche", canonical: null })).toContainEqual({ name: "robots", content: "noindex" })
})
