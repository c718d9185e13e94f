import { beforeEach, describe, expect, test } from "vitest"
import * as catalogPage from "../../app/site/catalog/route.tsx"
import * as choicePage from "../../app/site/booking/choose/route.tsx"
import * as contactPage from "../../app/site/contact/route.tsx"
import * as helpPage from "../../app/site/help/route.tsx"
import * as homePage from "../../app/site/home/route.tsx"
import * as manualPage from "../../app/site/manual/route.tsx"
import * as aboutPage from "../../app/site/pages/about/route.tsx"
import * as servicesPage from "../../app/site/pages/services/route.tsx"
import * as productPage from "../../app/site/product/route.tsx"
import { legalPages } from "../../domain/content/legal-pages.ts"
import { requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { productManuals } from "../../server/platform/schema/catalog.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import {
  aboutPageContent,
  faqEntries as faqTable,
  images,
  servicesPageContent,
  siteConfig,
  testimonials,
} from "../../server/platform/schema/content.ts"
import { siteConfiguration } from "../../seed/company.ts"
import { catalogue } from "../../seed/catalog.ts"
import { faqEntries } from "../../seed/faq.ts"
import { makeFinanceSettings, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { linksIn, elementIn, renderPage, visibleText } from "../harness/page.ts"

const { heroPicture: _hero, companyLogo: _logo, ...company } = siteConfiguration
const nothing = "00000000-0000-4000-8000-000000000000"

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  await db.insert(siteConfig).values(company)
})

let serial = 0

async function makePicture(): Promise<string> {
  const name = `123456789012${++serial}-0123456789abcdef`
  const url = `/files/products/${name}.jpg`
  await db.insert(images).values({
    url,
    bucket: "products",
    path: `${name}.jpg`,
    mimetype: "image/jpeg",
    size: 1,
    width: 1600,
    height: 1200,
    widths: [400, 800],
    placeholder: "",
  })
  return url
}

const wood = async () =>
  makeProduct({
    imageUrl: await makePicture(),
    name: "Photomaton bois",
    description: "Bois et cuivre.\n\nPour les longues soirées.",
    price: 25_000,
    features: ["Rideau de velours", "Bande de quatre poses"],
    manualUrl: "https://exemple.example/notice.pdf",
  })

const table = async () =>
  makeProduct({
    imageUrl: await makePicture(),
    name: "Borne de table",
    price: 12_000,
    features: ["Tient sur une table"],
  })

const open = (route: Parameters<typeof renderPage>[0], path: string, params: Record<string, string> = {}) =>
  renderPage(route, requestFrom({ path }), params)

const contents = async (path: string, route: Parameters<typeof renderPage>[0], params?: Record<string, string>) => {
  const page = await open(route, path, params)
  return { ...page, main: elementIn(page.html, "main"), links: linksIn(elementIn(page.html, "main")) }
}

test("home shows the hero, the products, what is coming, and customers' reviews @R-home @R-home-hero-image @R-home-buttons @R-home-badge @R-photo-caption @R-home-soon @R-home-products @R-home-price @R-home-reserve @R-home-reviews @R-home-review-date @R-home-rating", async () => {
  const [first, second] = [await wood(), await table()]
  await db.insert(testimonials).values([
    { author: "Nadia", text: "Une belle soirée.", day: "2026-06-13", isExample: true },
    { author: "Paul", text: "On en parle encore.", day: "2026-07-01", isExample: true },
  ])
  const { main, links } = await contents("/", homePage)
  const hero = elementIn(main, "div", 'class="hero"')
  expect(hero).toMatch(/<img [^>]*src="[^"]+"/)
  for (const text of ["Photo non contractuelle", "Réservations faciles", "En quelques clics"])
    expect(main).toContain(text)
  expect(links).toContainEqual(["Découvrir nos photobooths", "/catalog"])
  expect(links).toContainEqual(["Nous contacter", "/contact"])

  const cards = main.split("<article").slice(1)
  expect(visibleText(`<article${cards[0]}`)).toContain("Bientôt disponible")
  expect(links).toContainEqual(["Être notifié des nouveautés", "/newsletter"])
  for (const { id, name, price } of [first, second]) {
    const card = cards.find((each) => each.includes(name)) ?? ""
    expect(visibleText(card)).toContain(`À partir de ${price / 100}€`)
    expect(card).toContain("Photo non contractuelle")
    expect(linksIn(card)).toContainEqual([`Réserver ${name}`, `/book/${id}`])
  }

  const reviews = elementIn(main, "section", 'aria-labelledby="avis"')
  expect(visibleText(reviews)).toMatch(/^Exemples de témoignages/)
  expect(visibleText(reviews)).toContain("4.9 sur Google")
  for (const words of reviews
    .split("<li")
    .slice(1)
    .map((each) => visibleText(`<li${each}`)))
    expect(words).toMatch(/Exemple« .+ »(?:Nadia13 juin|Paul1er juillet) 2026$/)
  expect(reviews.split("<li")).toHaveLength(3)
})

test("the header links to every page and to an administrator's back office, the footer to legal details @R-header-links @R-header-menu @R-header-outside @P-admin-entry @R-footer-contact @R-footer-links @R-footer-siret @R-footer-hosting @R-side-menu", async () => {
  const { html } = await open(homePage, "/")
  const menus = (page: string) =>
    ["Principale", "Menu"].map((name) => linksIn(elementIn(page, "nav", `aria-label="${name}"`)))
  const destinations = [
    ["Accueil", "/"],
    ["Services", "/services"],
    ["À propos", "/about"],
    ["FAQ", "/faq"],
    ["Contact", "/contact"],
    ["Catalogue", "/catalog"],
  ]
  const connect = ["Connexion", "/connexion"]
  expect(menus(html)).toEqual([
    [...destinations, connect],
    [...destinations.filter(([name]) => name !== "Contact"), connect],
  ])

  const footer = elementIn(html, "footer")
  const links = linksIn(footer)
  const paths = ["/", "/catalog", "/services", "/about", "/faq", "/contact", "/sitemap"]
  const led = new Set(links.map(([, href]) => href))
  expect([...paths, ...legalPages.map((page) => `/legal/${page}`)].filter((path) => !led.has(path))).toEqual([])
  expect(links).toContainEqual([company.companyPhone, expect.stringMatching(/^tel:\+33/)])
  expect(links).toContainEqual([company.companyEmail, `mailto:${company.companyEmail}`])
  expect(visibleText(footer)).toContain("SIRET 123 456 782 00002")
  expect(visibleText(footer)).toContain(company.hostingNotice)

  const { request } = await signedUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" })
  const entries = async () => {
    const [bar = [], menu = []] = menus((await renderPage(homePage, request)).html)
    expect(bar.map(([name]) => name)).toContain("Mon compte")
    return [...bar, ...menu].filter(([name]) => name === "Administration")
  }
  expect(await entries()).toEqual([])

  // The account menu and the bar link to the cart while it has lines.
  const carts = async () =>
    linksIn((await renderPage(homePage, request)).html).filter(([name]) => name.includes("Panier"))
  expect(await carts()).toEqual([])
  await table()
  await pool.query(`
    with cart as (insert into carts (user_id, expires_at) select id, now() + interval '30 minutes' from users returning id)
    insert into cart_items (cart_id, product_id, dates) select cart.id, products.id, array[current_date + 200] from cart, products`)
  expect(await carts()).toEqual([
    ["1Panier (1)", "/cart"],
    ["1Panier (1)", "/cart"],
    ["Panier (1)", "/cart"],
  ])

  await db.update(profiles).set({ role: "admin" })
  expect(await entries()).toEqual([
    ["Administration", "/admin"],
    ["Administration", "/admin"],
  ])
})

test("a company with nothing but a name has a complete site @R-header-logo @R-home-hero @R-home-all-reviews @R-footer-brand @R-product-no-days", async () => {
  await pool.query(`update site_config set hero_title = null, hero_description = null, hero_image_url = null, company_name = 'Lumière & Cie',
    company_logo_url = null, company_icon = 'aperture', google_business_id = 'ChIJ-essai', company_phone = null, company_siret = null`)
  const { id } = await wood()
  await db.insert(testimonials).values({ author: "Nadia", text: "Une belle soirée.", day: "2026-06-13" })
  const { html, words } = await open(homePage, "/")
  expect(visibleText(elementIn(html, "h1"))).toBe("Capturez vos moments magiques")
  expect(words).toContain("Location de photobooths premium pour vos événements")
  expect(elementIn(html, "div", 'class="hero"')).toContain("<img ")
  for (const part of ["header", "footer"]) {
    const brand = elementIn(elementIn(html, part), "a", 'aria-label="Lumière &amp; Cie, accueil"')
    expect(visibleText(brand)).toContain("Lumière & Cie")
    expect(brand).toContain("<svg")
  }
  const all = linksIn(html).find(([name]) => name.startsWith("Voir tous les avis"))
  expect(all?.[1]).toContain("placeid=ChIJ-essai")
  expect(words).not.toMatch(/undefined|null|Guinguette/)
  expect((await open(productPage, `/product/${id}`, { id })).words).toContain("Aucune réservation pour le moment")
})

test("the catalogue describes each product, its figures, and what is coming @R-catalog @R-photo-caption @R-catalog-card @R-catalog-tiles @R-catalog-soon", async () => {
  const products = [await wood(), await table()]
  const { main, links } = await contents("/catalog", catalogPage)
  const cards = main.split("<article").slice(1)
  for (const { id, name, price, features } of products) {
    const card = cards.find((each) => each.includes(name)) ?? ""
    expect(card).toMatch(/<img /)
    for (const text of [`À partir de ${price / 100}€`, "Photo non contractuelle", ...(features ?? [])])
      expect(visibleText(card)).toContain(text)
    expect(linksIn(card)).toContainEqual([`Réserver ${name}`, `/book/${id}`])
  }
  const tiles = elementIn(main, "section", 'aria-labelledby="promesses"')
  expect([...tiles.matchAll(/<h3.*?<\/h3>/g)].map(([title]) => visibleText(title))).toEqual([
    "Qualité premium",
    "Service 5 étoiles",
    expect.stringMatching(/^Installé en .*30\sminutes \(exemple\)$/),
    "Pour tous",
  ])
  expect(visibleText(main)).toContain("Bientôt disponible")
  expect(links).toContainEqual(["Être notifié des nouveautés", "/newsletter"])
})

test("the booking page offers the products to choose from @R-book-choice", async () => {
  const products = [await wood(), await table()]
  const { links } = await contents("/book", choicePage)
  for (const { id } of products)
    expect(links.map(([, href]) => href)).toContainEqual(expect.stringMatching(`^/book/${id}`))
})

test("the contact page shows the configured phone, mail and address @R-contact @R-contact-details", async () => {
  const details = elementIn((await contents("/contact", contactPage)).main, "address")
  expect(linksIn(details)).toEqual([
    [company.companyPhone, expect.stringMatching(/^tel:\+33/)],
    [company.companyEmail, `mailto:${company.companyEmail}`],
  ])
  for (const line of (company.companyAddress ?? "").split(/\n|, /)) expect(visibleText(details)).toContain(line)
  expect(visibleText(details)).toContain("Tous les jours, de 9 h à 19 h")
})

test("a product's page describes it, shows its booked days, and leads to its booking @R-product @R-photo-caption @R-product-facts @R-product-manual @R-product-book @M-product-missing", async () => {
  const { id, features } = await wood()
  const { main, links } = await contents(`/product/${id}`, productPage, { id })
  expect(visibleText(elementIn(main, "h1"))).toBe("Photomaton bois")
  for (const text of [
    "Bois et cuivre.",
    "Photo non contractuelle",
    "Réservations confirmées à venir",
    ...(features ?? []),
  ])
    expect(visibleText(main)).toContain(text)
  expect(elementIn(main, "a", 'href="https://exemple.example/notice.pdf"')).toMatch(
    /target="_blank".*Consulter la notice/s,
  )
  expect(links).toContainEqual([expect.stringMatching(/^Réserver/), expect.stringMatching(`^/book/${id}`)])

  const missing = await open(productPage, `/product/${nothing}`, { id: nothing })
  expect(missing.status).toBe(404)
  expect(missing.words).toContain("Produit non trouvé")
})

test("a manual shows a guest the steps, the telephone and the code for the machine @R-manual @R-manual-page @R-manual-qr", async () => {
  const { id } = await table()
  await pool.query("update products set manual_url = '/manual/' || id")
  const sections = ["Allumer la borne", "Changer le papier"].map((title) => ({ title, content: "Appuyez." }))
  await db.insert(productManuals).values({ productId: id, content: { sections } })
  const { main, links } = await contents(`/manual/${id}`, manualPage, { id })
  expect(visibleText(elementIn(main, "h1"))).toBe("Borne de table")
  // A page has no link to itself, and the instructions come first.
  expect(links.map(([name]) => name)).not.toContain("Voir la notice")
  expect(visibleText(main)).not.toContain("À coller sur le photobooth")
  expect(visibleText(elementIn(main, "h2"))).toContain("Allumer la borne")
  const [, anchor = ""] = links.find(([name]) => name === "Allumer la borne") ?? []
  expect(visibleText(elementIn(main, "[a-z0-9]+", ` id="${anchor.slice(1)}"`))).toContain("Allumer la borne")
  expect(visibleText(main)).toContain("Tient sur une table")
  expect(links).toContainEqual([company.companyPhone, "tel:+33199004712"])
  expect(main).toMatch(/<img [^>]*alt="QR code de la notice/)
  expect(elementIn(main, "a", ` download="${id}.png"`)).toContain("Télécharger le QR code")
})

test("an external manual opens in a new window, a missing one says so, and an unknown product leads home @R-manual-link @R-manual-none @M-product-missing-manual", async () => {
  const { id } = await wood()
  const link = elementIn(
    (await contents(`/manual/${id}`, manualPage, { id })).main,
    "a",
    'href="https://exemple.example',
  )
  expect(link).toContain('target="_blank"')
  expect(visibleText(link)).toMatch(/^Voir la notice/)
  const none = await table()
  const empty = await contents(`/manual/${none.id}`, manualPage, { id: none.id })
  expect(visibleText(empty.main)).toContain("Aucune notice disponible pour ce produit")
  const missing = await contents(`/manual/${nothing}`, manualPage, { id: nothing })
  expect(missing.status).toBe(404)
  expect(visibleText(missing.main)).toContain("Produit non trouvé")
  expect(missing.links).toContainEqual(["Retour à l’accueil", "/"])
})

test("the help centre shows the eight steps, the telephone, the links, and structured questions @R-faq @R-faq-process @R-faq-links", async () => {
  await table()
  await db.insert(faqTable).values(faqEntries.map((entry, order) => ({ ...entry, order })))
  const { main, links } = await contents("/faq", helpPage)
  expect(visibleText(elementIn(main, "h1"))).toBe("Centre d'aide")
  const steps = main.slice(main.indexOf("Votre réservation en 8 étapes"))
  expect(elementIn(steps, "ol").split("<li")).toHaveLength(9)
  expect(visibleText(elementIn(steps, "ol")).match(/«\s(en attente|confirmé|complété)\s»/g)).toHaveLength(3)
  for (const link of [
    [company.companyPhone, "tel:+33199004712"],
    ["Nous écrire", "/contact"],
    ["Voir le catalogue", "/catalog"],
  ])
    expect(links).toContainEqual(link)

  const data = [...main.matchAll(/<script[^>]*ld\+json[^>]*>(.*?)<\/script>/gs)].map(([, json = ""]): unknown =>
    JSON.parse(json),
  )
  const { mainEntity } = data.find((each) => Object(each)["@type"] === "FAQPage") as {
    mainEntity: { name: string }[]
  }
  expect(mainEntity.map(({ name }) => name)).toEqual(faqEntries.map(({ question }) => question))
  for (const question of mainEntity)
    expect(question).toMatchObject({
      "@type": "Question",
      acceptedAnswer: { "@type": "Answer", text: expect.stringMatching(/./) },
    })
})

test("the about page shows its words as a list and as a cloud, and links on @R-about @R-book @R-about-cloud-title @R-about-buttons", async () => {
  await table()
  await db.insert(aboutPageContent).values({ title: catalogue.aboutPage.title, content: catalogue.aboutPage.content })
  const { main, links } = await contents("/about", aboutPage)
  expect(visibleText(elementIn(main, "h1"))).toBe("À propos")
  expect(visibleText(main)).toContain("Notre ADN en quelques mots")
  expect(links).toContainEqual(["Me contacter", `mailto:${company.companyEmail}`])
  expect(links).toContainEqual(["Réserver", "/book"])
})

test("the services page shows its text and links to a booking and to a message @R-services @R-book @R-services-buttons", async () => {
  await table()
  const { title, content } = catalogue.servicesPage
  await db.insert(servicesPageContent).values({ title, content })
  const { main, links } = await contents("/services", servicesPage)
  expect(visibleText(elementIn(main, "h1"))).toBe("Services")
  expect(visibleText(elementIn(main, "h2"))).toBe("Livraison à l’heure dite")
  expect(links).toContainEqual(["Réserver", "/book"])
  expect(links).toContainEqual(["Me contacter", "/contact"])
})

describe("a page that cannot be read", () => {
  test.each([
    ["/services", servicesPage, "services_page_content"],
    ["/about", aboutPage, "about_page_content"],
  ] as const)(
    "an unreadable page says so inside the site's frame, and links home: %s @M-content-page",
    async (path, route, table) => {
      await pool.query(`alter table ${table} rename to away`)
      try {
        const { status, main, html, links } = await contents(path, route)
        expect(status).toBe(503)
        expect(visibleText(main)).toContain("Une erreur est survenue lors du chargement de la page")
        expect(html).toContain("<header")
        expect(links).toContainEqual(["Retour à l'accueil", "/"])
      } finally {
        await pool.query(`alter table away rename to ${table}`)
      }
    },
  )
})
