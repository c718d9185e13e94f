import { describe, expect, test } from "vitest"
import type { StructuredData } from "./json-ld.tsx"
import type { SiteIdentity } from "../../http/site-identity.ts"
import { buildBreadcrumbData, buildProductData, buildSiteData } from "./structured-data.ts"

const origin = "https://belle.example"

const site: SiteIdentity = {
  companyName: "La Belle Équipe",
  logo: null,
  icon: "camera",
  phone: "01 99 00 47 12",
  email: "bonjour@belle.example",
  address: "8 quai de la Marne, 94340 Joinville-le-Pont",
  siret: "12345678200002",
  instagramUrl: null,
  hostingNotice: null,
  isDemonstration: true,
  phoneHelp: "Assistance téléphonique 24/7",
  setupTime: "moins de 30 minutes",
  openingHours: { opens: "09:00", closes: "19:00" },
  conformity: "partiellement conforme",
  title: "Photobooths à Nogent",
  description: "Location près de Paris.",
  year: 2027,
}

const bare: SiteIdentity = {
  ...site,
  phone: null,
  email: null,
  address: null,
  siret: null,
  title: "La Belle Équipe",
  description: "",
}

const product = {
  id: "3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37",
  name: "Photomaton en bois",
  description: "Bois et cuivre.",
  from: { price: 25_000, length: { unit: "day", count: 1 } as const },
  picture: { sources: [], src: "/files/products/1/1120.jpg", width: 1200, height: 900, alt: "" },
  gallery: [],
}

/** Required by Google Search Central for each type, plus the properties that schema.org expects. */
const required: Record<string, readonly string[]> = {
  LocalBusiness: ["name", "address", "url", "areaServed", "foundingDate", "priceRange"],
  PostalAddress: ["streetAddress", "postalCode", "addressLocality", "addressCountry"],
  OpeningHoursSpecification: ["dayOfWeek", "opens", "closes"],
  GeoCircle: ["geoMidpoint", "geoRadius"],
  GeoCoordinates: ["latitude", "longitude"],
  WebSite: ["name", "url"],
  SearchAction: ["target", "query-input"],
  EntryPoint: ["urlTemplate"],
  Service: ["name", "provider", "serviceType", "areaServed"],
  Product: ["name", "image", "offers"],
  Brand: ["name"],
  Offer: ["price", "priceCurrency", "availability", "url"],
  UnitPriceSpecification: ["price", "priceCurrency", "unitCode"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position", "name"],
  PropertyValue: ["propertyID", "value"],
}

function lacking(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(lacking)
  if (typeof value !== "object" || value === null) return []
  const entries = Object.entries(value)
  const type = entries.find(([name]) => name === "@type")?.[1]
  const inner = entries.flatMap(([, item]) => lacking(item))
  if (type === undefined) return inner
  const fields = required[String(type)]
  if (!fields) return [`${String(type)}: not known to this test`, ...inner]
  const empty = (item: unknown) =>
    item === undefined || item === null || item === "" || (Array.isArray(item) && item.length === 0)
  const missing = fields.filter((field) => empty(Reflect.get(value, field)))
  return [...missing.map((field) => `${String(type)}: ${field}`), ...inner]
}

const ofType = (data: StructuredData[], type: string) => data.find((item) => item["@type"] === type)

const shop = { site, origin, vatMode: "included" } as const

describe("structured data of the company", () => {
  const data = buildSiteData(site, origin)

  test("the company has every required field @R-structured-data", () => {
    expect(data.map((item) => item["@type"])).toEqual(["LocalBusiness", "WebSite", "Service"])
    expect(lacking(data)).toEqual([])
  })

  test("the company has no opening hours when the owner has set none", () => {
    const business = ofType(buildSiteData({ ...site, openingHours: null }, origin), "LocalBusiness")
    expect(business).not.toHaveProperty("openingHoursSpecification")
  })

  test("the company opens daily from 9 to 19, within 100 km of Paris, since 2024, at two euro signs @R-structured-data @K-opening", () => {
    const business = ofType(data, "LocalBusiness")
    expect(business?.["openingHoursSpecification"]).toMatchObject({
      dayOfWeek: expect.objectContaining({ length: 7 }),
      opens: "09:00",
      closes: "19:00",
    })
    expect(business?.["areaServed"]).toMatchObject({
      geoRadius: 100_000,
      geoMidpoint: { latitude: 48.8566, longitude: 2.3522 },
    })
    expect(business).toMatchObject({ foundingDate: "2024", priceRange: "€€" })
  })

  test("the year, price level and area of the demonstration are left out (D51)", () => {
    const own = JSON.stringify(buildSiteData({ ...site, isDemonstration: false }, origin))
    expect(own).not.toMatch(/foundingDate|priceRange|areaServed|€€/)
    expect(JSON.stringify(buildSiteData(site, origin))).toMatch(
      /foundingDate.*priceRange.*areaServed|areaServed.*priceRange/,
    )
  })

  test("the data come from the site's configuration, without its missing values", () => {
    expect(ofType(data, "LocalBusiness")).toMatchObject({
      name: "La Belle Équipe",
      telephone: "+33199004712",
      email: "bonjour@belle.example",
      address: { streetAddress: "8 quai de la Marne", postalCode: "94340", addressLocality: "Joinville-le-Pont" },
    })
    expect(lacking(buildSiteData(bare, origin))).toEqual(["LocalBusiness: address"])
    expect(JSON.stringify(buildSiteData(bare, origin))).not.toMatch(/null|undefined|""/)
  })

  test("the company is declared once, and the site and the service refer to it", () => {
    const id = ofType(data, "LocalBusiness")?.["@id"]
    expect(ofType(data, "WebSite")?.["publisher"]).toEqual({ "@id": id })
    expect(ofType(data, "Service")?.["provider"]).toEqual({ "@id": id })
  })

  test("every address is absolute", () => {
    const addresses = [
      ...JSON.stringify([...data, buildProductData(product, shop)]).matchAll(
        /"(?:url|image|item|@id|logo|urlTemplate)":\[?"([^"]*)"/g,
      ),
    ]
    expect(addresses.length).toBeGreaterThan(8)
    for (const [, address] of addresses) expect(address).toMatch(/^https:\/\/belle\.example\//)
  })
})

describe("structured data of a product", () => {
  test("the product has every required field @R-structured-data", () => {
    expect(lacking(buildProductData(product, shop))).toEqual([])
    expect(lacking(buildProductData({ ...product, picture: null, description: "" }, shop))).toEqual([])
  })

  test("the product has all its pictures and its film", () => {
    const pictureFile = (file: string) => ({
      sources: [],
      src: `/files/products/${file}`,
      width: 1200,
      height: 900,
      alt: "",
    })
    const about = "Des invités devant le photomaton."
    const film = { src: "/files/products/3.mp4", about, seconds: 12.4, day: "2026-11-22" }
    const gallery = [
      { caption: "Un tirage", picture: pictureFile("2/1120.jpg"), film: null },
      { caption: "Une fête", picture: pictureFile("3/1120.jpg"), film },
    ]
    const data = buildProductData({ ...product, gallery }, shop)
    expect(data).toMatchObject({
      image: [1, 2, 3]
        .map((file) => `${origin}/files/products/${file}/1120.jpg`)
        .concat([expect.stringMatching("/og/")]),
      subjectOf: [
        {
          "@type": "VideoObject",
          name: "Une fête",
          description: about,
          thumbnailUrl: `${origin}/files/products/3/1120.jpg`,
          contentUrl: `${origin}/files/products/3.mp4`,
          uploadDate: "2026-11-22",
          duration: "PT12S",
        },
      ],
    })
    expect(buildProductData(product, shop)).not.toHaveProperty("subjectOf")
  })

  test("the product has its price in euros a day", () => {
    expect(buildProductData(product, shop)).toMatchObject({
      offers: {
        price: "250.00",
        priceCurrency: "EUR",
        priceSpecification: { price: "250.00", unitCode: "DAY", valueAddedTaxIncluded: true },
        businessFunction: expect.stringContaining("LeaseOut"),
      },
    })
  })
})

test("a price includes VAT where the shop charges any, and not under the franchise (D42)", () => {
  const franchise = buildProductData(product, { ...shop, vatMode: "franchise" })
  expect(franchise).toMatchObject({ offers: { priceSpecification: { valueAddedTaxIncluded: false } } })
})

describe("structured data of the breadcrumb", () => {
  test("the steps are numbered from home, with absolute addresses", () => {
    const way = buildBreadcrumbData(
      [
        { label: "Accueil", href: "/" },
        { label: "Catalogue", href: "/catalog" },
      ],
      origin,
    )
    expect(lacking(way)).toEqual([])
    expect(way["itemListElement"]).toEqual([
      { "@type": "ListItem", position: 1, name: "Accueil", item: "https://belle.example/" },
      { "@type": "ListItem", position: 2, name: "Catalogue", item: "https://belle.example/catalog" },
    ])
  })

  test("a step that is no page is left out, unless it is the last", () => {
    const way = buildBreadcrumbData(
      [{ label: "Accueil", href: "/" }, { label: "Informations légales" }, { label: "RGPD", href: "/legal/rgpd" }],
      origin,
    )
    expect(way["itemListElement"]).toMatchObject([
      { position: 1, name: "Accueil" },
      { position: 2, name: "RGPD" },
    ])
    expect(
      buildBreadcrumbData([{ label: "Accueil", href: "/" }, { label: "Notice" }], origin)["itemListElement"],
    ).toHaveLength(2)
  })
})
