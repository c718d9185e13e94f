import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { readPublicIds } from "./public-addresses.ts"
import { expectRequiredMarked } from "./required-fields.ts"
import { signIn } from "./wizard.ts"

/** The page's only live region: its last message. */
const voice = (page: Page) => page.locator("body > p[role=status].sr-only")

test("a change of the query keeps the focus and is announced, and private forms mark required fields", async ({
  page,
  shop,
}) => {
  await shop.admit(page.context())
  await test.step("in a filter, whose count is said", async () => {
    await page.goto(`${shop.url}/admin/bookings/liste`)
    const state = page.getByLabel("État")
    const search = page.getByRole("searchbox")
    await state.focus()
    await state.selectOption({ label: "Confirmée" })
    await expect(page).toHaveURL(/etat=/)
    await expect(state).toBeFocused()
    await expect(voice(page)).toHaveText(/^\d+ réservations?$/)
    await search.fill("introuvable")
    await expect(page).toHaveURL(/introuvable/)
    await expect(search).toBeFocused()
    await expect(voice(page)).toHaveText("Aucune réservation, Rien ne correspond")
    await page.getByRole("link", { name: "Tout afficher" }).first().click()
    await expect(page).toHaveURL(/liste$/)
    await expect(state).toHaveValue("")
    await expect(search).toHaveValue("")
    await expect(page.locator("body")).not.toBeFocused()
  })
  await test.step("on the order of a column", async () => {
    await page.goto(`${shop.url}/admin/users`)
    const name = page.getByRole("columnheader", { name: "Nom" }).getByRole("link")
    await name.click()
    await expect(voice(page)).toHaveText("par Nom, croissant")
    await expect(name).toBeFocused()
    await name.click()
    await expect(voice(page)).toHaveText("par Nom, décroissant")
  })
  await test.step("near the link that led to the last page, which is said", async () => {
    await shop.sql(
      "insert into newsletter_subscriptions (email, token, status) select 'a' || n || '@exemple.example', lpad(n::text, 36, 'x'), 'confirmed' from generate_series(1, 120) n",
    )
    await page.goto(`${shop.url}/admin/newsletter`)
    const next = page.getByRole("link", { name: "Suivante" })
    const pages = Number((await page.locator(".pages [aria-current]").textContent())?.split("sur")[1])
    for (let number = 2; number <= pages; number++) {
      await next.click()
      await expect(voice(page)).toHaveText(`page ${number} sur ${pages}`)
    }
    await expect(next).toHaveCount(0)
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeFocused()
    await page.keyboard.press("Tab")
    await expect(page.getByRole("link", { name: "Précédente" })).toBeFocused()
  })
  await test.step("of the journal, of the product that is looked at and of a period", async () => {
    await page.goto(`${shop.url}/admin/journal`)
    await page.getByLabel("Rechercher").fill("licorne")
    await page.getByRole("button", { name: "Filtrer" }).click()
    await expect(voice(page)).toHaveText(/Rien ne correspond$/)
    await expect(page.getByRole("button", { name: "Filtrer" })).toBeFocused()
    await page.goto(`${shop.url}/admin/options`)
    const product = page.getByLabel("Produit")
    const names = await product.locator("option").allTextContents()
    await product.focus()
    await product.selectOption({ index: 1 })
    await expect(voice(page)).toHaveText(new RegExp(names[1]?.replace(/ \(.*/, "") ?? "?"))
    await expect(product).toBeFocused()
    await page.goto(`${shop.url}/admin/statistiques`)
    await page.getByRole("link", { name: "12 derniers mois" }).click()
    await expect(voice(page)).toHaveText(/12 derniers mois/)
  })
  await test.step("the forms of one’s own pages", async () => {
    for (const address of ["/account", "/mot-de-passe", "/double-authentification", "/appareils"]) {
      await page.goto(shop.url + address)
      await expectRequiredMarked(page, address)
    }
  })
})

test("public pages announce a changed query, caption their tables, and mark links that open a dialog", async ({
  page,
  shop,
}) => {
  await test.step("how many are free, or what is wrong with the date", async () => {
    await page.goto(`${shop.url}/catalog`)
    const send = page.getByRole("button", { name: "Voir les disponibilités" })
    await page.getByLabel("Date de votre événement").fill("2031-06-14")
    await send.click()
    await expect(
      page.locator("[aria-live=polite]").filter({ hasText: "Les réservations pour cette date ouvrent le" }),
    ).toBeVisible()
    await expect(send).toBeFocused()
    await page.goto(`${shop.url}/catalog?date=2031-06-14`)
    await page.getByLabel("Code postal").fill("94")
    await page.getByRole("button", { name: "Voir les disponibilités" }).click()
    await expect(voice(page)).toHaveText(/5 chiffres/)
  })
  await test.step("legal tables and links to a dialog", async () => {
    for (const legal of ["privacy", "cookies", "rgpd", "cgv"]) {
      await page.goto(`${shop.url}/legal/${legal}`)
      for (const table of await page.getByRole("main").getByRole("table").all())
        await expect(table).toHaveAccessibleName(/\p{L}{3}/u)
    }
    await page.goto(shop.url)
    await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toHaveAttribute(
      "aria-haspopup",
      "dialog",
    )
    await expect(page.getByRole("link", { name: "Personnaliser" })).toHaveAttribute("aria-haspopup", "dialog")
  })
})

test.describe("the calendar by keyboard", () => {
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest("[data-day]")?.getAttribute("data-day") ?? null)

  test("the arrow keys cross months up to a year ahead, and a day's name begins with its visible text", async ({
    page,
    shop,
  }) => {
    const ids = await readPublicIds(shop)
    for (const path of [`/book/${ids.product}`, `/product/${ids.product}`]) {
      await page.goto(shop.url + path)
      await page.getByRole("button", { name: "Tout refuser" }).click()
      const days = page.locator(".calendar-grid [data-day]")
      const last = page.locator(".calendar-grid [tabindex='0'][data-day]")
      await expect(page.getByRole("button", { name: "Tout refuser" })).toHaveCount(0)
      // The answered banner returns its focus to the page.
      await expect(async () => {
        await last.focus()
        expect(await focused(page)).not.toBeNull()
      }).toPass()
      const from = (await focused(page)) ?? ""
      await page.keyboard.press("PageDown")
      await expect.poll(async () => (await focused(page))?.slice(0, 7)).not.toBe(from.slice(0, 7))
      expect((await focused(page))?.slice(8)).toBe(from.slice(8))
      const next = (await focused(page)) ?? ""
      await page.keyboard.press("Shift+PageDown")
      const ahead = `${Number(next.slice(0, 4)) + 1}${next.slice(4)}`
      await expect.poll(() => focused(page)).toBe(ahead)
      await page.keyboard.press("Shift+PageUp")
      await expect.poll(() => focused(page)).toBe(next)
      for (let step = 0; step < 31 && (await focused(page))?.slice(0, 7) === next.slice(0, 7); step++) {
        const before = await focused(page)
        await page.keyboard.press("ArrowRight")
        await expect.poll(() => focused(page)).not.toBe(before)
      }
      expect((await focused(page))?.slice(8)).toBe("01")
      await expect(days.first()).toBeVisible()
      await page.context().clearCookies()
    }

    await page.goto(
      `${shop.url}/book/${ids.product}?mois=${new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 7)}`,
    )
    const box = page.getByRole("checkbox", { name: /^\d+ libre,/ }).first()
    const visibleText = (await box.locator("xpath=..").innerText()).replace(/\s+/g, " ").trim()
    expect(await box.getAttribute("aria-label")).toMatch(new RegExp(`^${visibleText}, `))
    // The cell exposes nothing but the box and its name.
    const besides = await box.locator("xpath=ancestor::td").evaluate((element) => {
      const copy = element.cloneNode(true) as Element
      for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove()
      return copy.textContent.trim()
    })
    expect(besides).toBe("")
    const sizes = await page
      .locator(".calendar-grid .day small")
      .evaluateAll((words) => words.map((word) => Number.parseFloat(getComputedStyle(word).fontSize)))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
  })
})

test("the wordmark and the current page stand out in forced colours", async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "light" })
  await page.goto(`${shop.url}/faq`)
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await ground(".brand")).not.toMatch(/rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/)
  expect(await ground(".site-links [aria-current]")).not.toBe(await ground(".site-links a:not([aria-current])"))
  await signIn(page, shop, shop.administrator, "/admin/bookings/liste")
  expect(await ground(".tabs [aria-current]")).not.toBe(await ground(".tabs a:not([aria-current])"))
})

test("the cookie banner leaves the page readable on the smallest screen", async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(`${shop.url}/contact`)
  const banner = page.getByRole("region", { name: "Cookies" })
  await expect(banner).toHaveAttribute("data-awake", "true")
  const coveredShare = await banner.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) / innerHeight
  })
  expect(coveredShare).toBeLessThanOrEqual(0.4)
  await banner.getByRole("button", { name: "Tout refuser" }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole("main")).toBeFocused()
})
