import type { Page } from "@playwright/test"
import { siretLabel } from "../../domain/content/printed-numbers.ts"
import { expect, readOnlyTest as test, test as changingTest } from "../harness/shop.ts"
import { openAsleep } from "../harness/awake.ts"
import { signIn } from "./wizard.ts"
import { mainOf } from "./written-page.ts"

/** Of the page just loaded: it asked for its script after its first paint, and runs it all the same. */
async function expectPaintedFirst(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0)
  const { painted, asked } = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"))
    return {
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      asked: files.map(({ startTime }) => startTime),
    }
  })
  expect(asked.length).toBeGreaterThan(3)
  expect(Math.min(...asked)).toBeGreaterThan(painted)
}

test(
  "home is painted before its script, shows the evening, the products with what is coming and what customers say, between a header that leads everywhere and a footer that says who and where",
  {
    tag: [
      "@R-home",
      "@R-home-hero-image",
      "@R-home-buttons",
      "@R-home-badge",
      "@R-photo-caption",
      "@R-home-soon",
      "@R-home-products",
      "@R-home-price",
      "@R-home-reserve",
      "@R-home-reviews",
      "@R-home-review-date",
      "@R-home-rating",
      "@R-header-links",
      "@R-header-menu",
      "@R-header-outside",
      "@P-admin-entry",
      "@R-footer-contact",
      "@R-footer-links",
      "@R-footer-siret",
      "@R-footer-hosting",
    ],
  },
  async ({ page, shop }) => {
    await page.goto(`${shop.url}/`)
    await expectPaintedFirst(page)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    const hero = page.locator(".hero")
    await expect(hero.getByRole("img").first()).toHaveJSProperty("complete", true)
    expect(
      await hero
        .locator("picture img")
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(300)
    await expect(hero.getByText("Photo non contractuelle")).toBeVisible()
    await expect(hero.getByRole("link", { name: "Découvrir nos photobooths" })).toHaveAttribute("href", "/catalog")
    await expect(hero.getByRole("link", { name: "Nous contacter" })).toHaveAttribute("href", "/contact")
    await expect(hero.getByText("Réservations faciles")).toBeVisible()
    await expect(hero.getByText("En quelques clics")).toBeVisible()

    const products = page.getByRole("region", { name: "Nos produits" })
    const active = await shop.sql<{ id: string; name: string; euros: number }>(
      "select id, name, price / 100 as euros from products where is_active",
    )
    for (const { id, name, euros } of active) {
      const card = products
        .locator("article, li")
        .filter({ has: page.getByRole("heading", { name, exact: true }) })
        .first()
      await expect(card.getByText(`À partir de ${euros}€`)).toBeVisible()
      await expect(card.getByText("Photo non contractuelle")).toBeVisible()
      await expect(card.getByRole("link", { name: `Réserver ${name}` })).toHaveAttribute(
        "href",
        new RegExp(`^/book/${id}`),
      )
    }
    const soon = products.getByRole("link", { name: "Être notifié des nouveautés" })
    await expect(products.getByText("Bientôt disponible").first()).toBeVisible()
    await expect(products.getByRole("article").first()).toContainText("Bientôt disponible")
    await expect(soon).toHaveAttribute("href", "/newsletter")

    const reviews = page.getByRole("region", { name: "Exemples de témoignages" })
    await expect(reviews.getByText("4.9 sur Google")).toBeVisible()
    await expect(reviews.getByRole("listitem")).toHaveCount(3)
    for (const review of await reviews.getByRole("listitem").all()) {
      await expect(
        review.getByText(
          /^(?:lundi |mardi |mercredi |jeudi |vendredi |samedi |dimanche )?\d{1,2}(?:er)? \p{L}+ \d{4}$/u,
        ),
      ).toBeVisible()
      await expect(review.getByText("Exemple")).toBeVisible()
    }

    await test.step("the footer says who, where, how to call, and what the law asks for", async () => {
      const footer = page.getByRole("contentinfo")
      const [site] =
        await shop.sql<Record<"company_phone" | "company_email" | "company_siret" | "hosting_notice", string>>(
          "select * from site_config",
        )
      await expect(footer.getByRole("link", { name: String(site?.company_phone) })).toHaveAttribute("href", /^tel:\+33/)
      await expect(footer.getByRole("link", { name: String(site?.company_email) })).toHaveAttribute(
        "href",
        `mailto:${site?.company_email}`,
      )
      await expect(footer).toContainText(`SIRET ${siretLabel(site?.company_siret ?? "")}`)
      await expect(footer).toContainText(site?.hosting_notice ?? "")
      const paths = ["/", "/catalog", "/services", "/about", "/faq", "/contact", "/sitemap"]
      const legal = [
        "mentions-legales",
        "cgv",
        "terms",
        "privacy",
        "rgpd",
        "data-protection",
        "accessibility",
        "cookies",
      ].map((page) => `/legal/${page}`)
      for (const path of [...paths, ...legal]) await expect(footer.locator(`a[href="${path}"]`).first()).toBeAttached()
    })

    await test.step("the header leads everywhere, and its account menu closes when one clicks elsewhere", async () => {
      const bar = page.getByRole("navigation", { name: "Principale" })
      for (const [name, path] of [
        ["Accueil", "/"],
        ["Services", "/services"],
        ["À propos", "/about"],
        ["FAQ", "/faq"],
        ["Contact", "/contact"],
        ["Catalogue", "/catalog"],
      ] as const) {
        await expect(bar.getByRole("link", { name, exact: true })).toHaveAttribute("href", path)
      }
      await expect(page.getByRole("navigation", { name: "Fil d’Ariane" })).toBeHidden()
      await signIn(page, shop, shop.administrator, "/")
      const [profile] = await shop.sql<{ name: string }>("select name from profiles where email = $1", [
        shop.administrator.email,
      ])
      const button = bar.locator("summary")
      await expect(button).toHaveText(profile?.name || "Mon compte")
      await button.click()
      await expect(bar.getByRole("link", { name: "Mon compte" })).toBeVisible()
      await expect(bar.getByRole("link", { name: "Administration" })).toBeVisible()
      await expect(bar.getByRole("button", { name: "Déconnexion" })).toBeVisible()
      await page.locator("h1").click()
      await expect(bar.getByRole("link", { name: "Mon compte" })).toBeHidden()
    })
  },
)

test("what is entered before the script is there stays entered, and counts", async ({ page, shop }) => {
  const home = await openAsleep(page, `${shop.url}/`)
  await page.getByLabel("Date de votre événement").fill("2027-06-12")
  await page.getByLabel("Code postal").fill("94130")
  await home.arrive()
  await expect(page.getByLabel("Code postal")).toHaveValue("94130")
  await expect(page.getByLabel("Date de votre événement")).toHaveValue("2027-06-12")

  const help = await openAsleep(page, `${shop.url}/faq`)
  await page.getByRole("searchbox").fill("électricité")
  await help.arrive()
  await expect(page.getByRole("searchbox")).toHaveValue("électricité")
  await expect(page.getByRole("status").filter({ hasText: "électricité" })).toBeVisible()

  const [product] = await shop.sql<{ id: string }>("select id from products where is_active limit 1")
  const wizard = await openAsleep(page, `${shop.url}/book/${product?.id}?mois=2027-06`)
  const day = page.getByRole("checkbox").first()
  await day.check()
  const chosen = await day.inputValue()
  // Whoever presses to go on while the page wakes up never meets a closed button.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if ((target as HTMLElement).matches("button")) seen.push(target.textContent ?? "")
    }).observe(document.body, { subtree: true, attributeFilter: ["disabled"] })
  })
  await wizard.arrive()
  await expect(page).toHaveURL(new RegExp(`date=${chosen}`))
  await expect(page.getByRole("checkbox", { checked: true })).toHaveValue(chosen)
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).not.toContain("Continuer")

  // A press between React and the replay, which a slow machine makes long, sends what was ticked before as well.
  const again = await openAsleep(page, `${shop.url}/book/${product?.id}?mois=2027-06`)
  await page.getByRole("checkbox").first().check()
  await page.evaluate(() => {
    const [later, forget] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
    const held = new Map<number, () => void>()
    Object.assign(window, {
      held,
      setTimeout: (run: () => void, wait?: number) => {
        if (wait) return later(run, wait)
        const name = -1 - held.size
        held.set(name, run)
        return name
      },
      clearTimeout: (name: number) => held.delete(name) || forget(name),
    })
  })
  const arriving = again.arrive()
  await page.waitForFunction(() => (window as unknown as { held: Map<number, () => void> }).held.size > 0)
  await page.getByRole("button", { name: "Continuer" }).filter({ visible: true }).first().click()
  await page.evaluate(() => {
    const { held } = window as unknown as { held?: Map<number, () => void> }
    // A form that left without the script has brought a page that holds nothing.
    for (const run of held?.values() ?? []) run()
  })
  await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
  await arriving

  await page.setViewportSize({ width: 360, height: 740 })
  const menu = await openAsleep(page, `${shop.url}/about`)
  await page.locator("summary").filter({ visible: true }).first().click()
  await expect(page.getByRole("link", { name: "Catalogue" }).filter({ visible: true }).first()).toBeVisible()
  await menu.arrive()
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible()
})

test("an address that leads nowhere is told so, with ways out and a search that goes home @R-not-found @R-not-found-search @R-not-found-links @M-not-found @R-home-search", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/catalog`)
  await expectPaintedFirst(page)
  const answer = await page.goto(`${shop.url}/une-page/qui-n-est-pas-la`)
  expect(answer?.status()).toBe(404)
  const [site] = await shop.sql<{ company_name: string }>("select company_name from site_config")
  await expect(page).toHaveTitle(`Page introuvable – ${site?.company_name}`)
  const links = page.getByRole("navigation", { name: "Liens rapides" })
  for (const [name, path] of [
    ["Accueil", "/"],
    ["Catalogue", "/catalog"],
    ["FAQ", "/faq"],
    ["Contact", "/contact"],
  ] as const) {
    await expect(links.getByRole("link", { name })).toHaveAttribute("href", path)
  }
  await page.getByRole("button", { name: "Page précédente" }).click()
  await expect(page).toHaveURL(`${shop.url}/catalog`)

  // On a phone it says so where one is, and fits however long the address was.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${shop.url}/${"x".repeat(80)}`)
  await expect(page.locator(".site-crumbs").getByRole("listitem")).toHaveText(["Accueil", "Page introuvable"])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole("main").getByLabel("Chercher un produit").fill("bois")
  await page.getByRole("button", { name: "Chercher" }).click()
  await expect(page).toHaveURL(`${shop.url}/?q=bois`)
  await expect(page.getByRole("heading", { name: "Photomaton bois" })).toBeVisible()
})

test("a product's page says what it is, when it is taken, and how to book it; on a phone a side menu and a line say where one is @R-side-menu @R-product @R-photo-caption @R-product-facts @R-product-manual @R-product-book @M-product-missing", async ({
  page,
  shop,
}) => {
  const [product] = await shop.sql<{ id: string; name: string; description: string; features: string[] }>(
    "select id, name, description, features from products where name = 'Photomaton bois'",
  )
  await page.goto(`${shop.url}/product/${product?.id}`)
  await expect(page.getByRole("heading", { level: 1, name: String(product?.name) })).toBeVisible()
  await expect(page.getByText(product?.description.split("\n")[0] ?? "").first()).toBeVisible()
  for (const feature of product?.features ?? []) await expect(page.getByText(feature).first()).toBeVisible()
  await expect(page.getByText("Photo non contractuelle").first()).toBeVisible()
  await expect(page.getByRole("link", { name: "Consulter la notice" })).toHaveAttribute("target", "_blank")
  await expect(page.getByRole("heading", { name: "Réservations confirmées à venir" })).toBeVisible()
  await expect(page.getByRole("link", { name: /^Réserver/ }).first()).toHaveAttribute(
    "href",
    new RegExp(`^/book/${product?.id}`),
  )
  const missing = await page.request.get(`${shop.url}/product/00000000-0000-4000-8000-000000000000`)
  expect((await mainOf(missing)).words).toContain("Produit non trouvé")

  await test.step("on a phone the side menu has the same links but Contact, and a line says where one is", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const crumbs = page.locator(".site-crumbs")
    await expect(crumbs).toContainText("Produit")
    await expect(crumbs).not.toContainText(product?.id ?? "")
    await page.locator("summary[aria-label=Menu]").click()
    const menu = page.getByRole("navigation", { name: "Menu" })
    for (const name of ["Accueil", "Services", "À propos", "FAQ", "Catalogue", "Connexion"]) {
      await expect(menu.getByRole("link", { name, exact: true })).toBeVisible()
    }
    await expect(menu.getByRole("link", { name: "Contact" })).toHaveCount(0)
    await expect(menu.getByRole("link", { name: "Administration" })).toHaveCount(0)
    await signIn(page, shop, shop.administrator, "/")
    await expect(page.locator(".site-crumbs")).toBeHidden()
    await page.locator("summary[aria-label=Menu]").click()
    await expect(menu.getByRole("link", { name: "Administration" })).toBeVisible()
  })
})

changingTest(
  "a company that has given nothing but its name has a whole site all the same @R-header-logo @R-home-hero @R-home-all-reviews @R-footer-brand @R-product-no-days",
  async ({ page, shop }) => {
    await shop.sql(`update site_config set hero_title = null, hero_description = null, hero_image_url = null, company_name = 'Lumière & Cie',
    company_logo_url = null, company_icon = 'aperture', google_business_id = 'ChIJ-essai', company_phone = null, company_siret = null`)
    await shop.sql("delete from occupancy where kind = 'booking'")
    await shop.sql("update bookings set status = 'cancelled'")
    await page.goto(`${shop.url}/`)
    await expect(page.getByRole("heading", { level: 1, name: "Capturez vos moments magiques" })).toBeVisible()
    await expect(page.getByText("Location de photobooths premium pour vos événements")).toBeVisible()
    await expect(page.locator(".hero picture img, .hero img").first()).toBeVisible()
    for (const part of ["banner", "contentinfo"] as const) {
      const brand = page.getByRole(part).getByRole("link", { name: "Lumière & Cie, accueil" })
      await expect(brand).toContainText("Lumière & Cie")
      await expect(brand.locator("svg")).toBeVisible()
    }
    await expect(page.getByRole("link", { name: /^Voir tous les avis/ })).toHaveAttribute("href", /placeid=ChIJ-essai/)
    await expect(page.locator("body")).not.toContainText(/undefined|null|Guinguette/)
    const [product] = await shop.sql<{ id: string }>("select id from products where is_active limit 1")
    const shown = await page.request.get(`${shop.url}/product/${product?.id}`)
    expect((await mainOf(shown)).words).toContain("Aucune réservation pour le moment")

    // Nor does what the owner writes push a page sideways, however long its words.
    const word = "anticonstitutionnellement".repeat(3)
    await shop.sql("update products set name = $2, description = $2 where id = $1", [product?.id, word])
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of [`/product/${product?.id}`, `/manual/${product?.id}`]) {
      await page.goto(shop.url + path)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(word)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }
  },
)
