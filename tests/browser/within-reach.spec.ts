import type { APIRequestContext, Page } from "@playwright/test"
import { expect, readOnlyTest, test } from "../harness/shop.ts"
import { adminScreensOf, knownToOwner } from "./admin-addresses.ts"
import { addressesOf, knownIn } from "./public-addresses.ts"
import { signIn } from "./wizard.ts"

/** The one voice of the page: what was said last. */
const voice = (page: Page) => page.locator("body > p[role=status].sr-only")

test.describe("a change of the query alone", () => {
  test("keeps the focus in a filter, and its count is said", async ({ page, shop }) => {
    await signIn(page, shop, shop.administrator, "/admin/bookings/liste")
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

  test("keeps it on the order of a column, which is said", async ({ page, shop }) => {
    await signIn(page, shop, shop.administrator, "/admin/users")
    const name = page.getByRole("columnheader", { name: "Nom" }).getByRole("link")
    await name.click()
    await expect(voice(page)).toHaveText("par Nom, croissant")
    await expect(name).toBeFocused()
    await name.click()
    await expect(voice(page)).toHaveText("par Nom, décroissant")
  })

  test("keeps it near the link that led to the last page, and says which page", async ({ page, shop }) => {
    await shop.sql(
      "insert into newsletter_subscriptions (email, token, status) select 'a' || n || '@exemple.example', lpad(n::text, 36, 'x'), 'confirmed' from generate_series(1, 120) n",
    )
    await signIn(page, shop, shop.administrator, "/admin/newsletter")
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

  test("of the journal, of the product that is looked at and of a period is said too", async ({ page, shop }) => {
    await signIn(page, shop, shop.administrator, "/admin/journal")
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

  test("of the public pages says how many are free, or what is wrong with the date", async ({ page, shop }) => {
    await page.goto(`${shop.url}/catalog`)
    const send = page.getByRole("button", { name: "Voir les disponibilités" })
    await page.getByLabel("Date de votre événement").fill("2031-06-14")
    await send.click()
    await expect(page.locator("[aria-live=polite]").filter({ hasText: /(libres?|pris) le samedi 14 juin 2031/ })).toBeVisible()
    await expect(send).toBeFocused()
    await page.goto(`${shop.url}/catalog?date=2031-06-14`)
    await page.getByLabel("Code postal").fill("94")
    await page.getByRole("button", { name: "Voir les disponibilités" }).click()
    await expect(voice(page)).toHaveText(/5 chiffres/)
  })
})

/** The forms of a page that ask for something and do not say that it must be given. */
async function silentForms(page: Page, request: APIRequestContext, address: string): Promise<string[]> {
  const html = await (await request.get(address)).text()
  return page.evaluate((source) => {
    const asks = (field: Element) => {
      if (field.matches("[type=hidden], [type=radio], [readonly]")) return false
      // A list without an empty line cannot be left empty.
      return !(field instanceof HTMLSelectElement) || [...field.options].some(({ value }) => value === "")
    }
    const said = (form: Element) =>
      /obligatoires?/.test(form.textContent) || /obligatoires?/.test(form.getAttribute("aria-label") ?? "")
    return [...new DOMParser().parseFromString(source, "text/html").forms]
      .filter((form) => [...form.querySelectorAll("[required]")].some(asks) && !said(form))
      .map((form) => form.querySelector("[required]")?.id ?? form.action)
  }, html)
}

test("every form of the public pages says which fields are required", async ({ page, shop }) => {
  const known = await knownIn(shop)
  await page.goto(shop.url)
  const addresses = Object.values(addressesOf).flatMap((of) => of(known))
  const found: string[] = []
  const look = async (address: string) => {
    for (const field of await silentForms(page, page.request, shop.url + address)) found.push(`${address}: ${field}`)
  }
  for (const address of addresses) await look(address)
  await signIn(page, shop, shop.administrator, "/account")
  for (const address of ["/account", "/mot-de-passe", "/double-authentification", "/appareils"]) await look(address)
  expect(found).toEqual([])
})

readOnlyTest("every form of the back office says which fields are required", async ({ page, shop }) => {
  readOnlyTest.setTimeout(120_000)
  await signIn(page, shop, shop.administrator, "/admin/journal")
  const known = await knownToOwner(shop)
  const found: string[] = []
  for (const [route, of] of Object.entries(adminScreensOf)) {
    for (const { path } of of(known)) {
      const address = path.startsWith("/") ? path : route + path
      for (const field of await silentForms(page, page.request, shop.url + address)) found.push(`${address}: ${field}`)
    }
  }
  expect(found).toEqual([])
})
