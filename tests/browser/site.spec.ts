import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { openAsleep } from "../harness/awake.ts"
import { signIn } from "./wizard.ts"

/** The page requested its script after its first paint, and runs it. */
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

test("input before the script is loaded stays, and counts", async ({ page, shop }) => {
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
  // The button to go on is never disabled while the page hydrates.
  await page.evaluate(() => {
    const disabledButtons: string[] = []
    Object.assign(window, { disabledButtons })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if ((target as HTMLElement).matches("button")) disabledButtons.push(target.textContent ?? "")
    }).observe(document.body, { subtree: true, attributeFilter: ["disabled"] })
  })
  await wizard.arrive()
  await expect(page).toHaveURL(new RegExp(`date=${chosen}`))
  await expect(page.getByRole("checkbox", { checked: true })).toHaveValue(chosen)
  expect(await page.evaluate(() => (window as unknown as { disabledButtons: string[] }).disabledButtons)).not.toContain(
    "Continuer",
  )

  // A press between hydration and replay, a long time on a slow machine, sends the earlier ticks too.
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
    // A form sent without the script has loaded a page that holds nothing back.
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

test("an unknown address says so, with ways out and a search that goes home @R-not-found @R-not-found-search @R-not-found-links @M-not-found @R-home-search", async ({
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

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${shop.url}/${"x".repeat(80)}`)
  await expect(page.locator(".site-crumbs").getByRole("listitem")).toHaveText(["Accueil", "Page introuvable"])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole("main").getByLabel("Chercher un produit").fill("bois")
  await page.getByRole("button", { name: "Chercher" }).click()
  await expect(page).toHaveURL(`${shop.url}/?q=bois`)
  await expect(page.getByRole("heading", { name: "Photomaton bois" })).toBeVisible()
})

test("home is painted before its script, and its menus lead to every page and close outside @R-side-menu @R-header-menu @K-breakpoint-md", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/`)
  await expectPaintedFirst(page)
  const hero = page.locator(".hero picture img").first()
  expect(await hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  const bar = page.getByRole("navigation", { name: "Principale" })
  const opener = page.locator(".side-menu > summary")
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(bar.getByRole("link", { name: "Catalogue" })).toBeVisible()
  await expect(opener).toBeHidden()
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(opener).toBeVisible()
  await expect(bar).toBeHidden()

  await test.step("on a phone a line says where one is, but at home, and the side menu opens", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const crumbs = page.locator(".site-crumbs")
    await expect(crumbs).toBeHidden()
    const [product] = await shop.sql<{ id: string }>("select id from products where is_active limit 1")
    await page.goto(`${shop.url}/product/${product?.id}`)
    await expect(crumbs).toContainText("Produit")
    await expect(crumbs).not.toContainText(product?.id ?? "")
    await opener.click()
    const menu = page.getByRole("navigation", { name: "Menu" })
    for (const name of ["Accueil", "Services", "À propos", "FAQ", "Catalogue", "Connexion"]) {
      await expect(menu.getByRole("link", { name, exact: true })).toBeVisible()
    }
  })

  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, shop, shop.administrator, "/")
  await bar.locator("summary").click()
  for (const name of ["Mon compte", "Administration"]) await expect(bar.getByRole("link", { name })).toBeVisible()
  await expect(bar.getByRole("button", { name: "Déconnexion" })).toBeVisible()
  await page.locator("h1").click()
  await expect(bar.getByRole("link", { name: "Mon compte" })).toBeHidden()
})
