import { expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { signIn } from "./wizard.ts"

test("an address that no screen has is a 404 inside the back office, and nothing at all to others", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/admin/nulle-part`)
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect(page.getByRole("dialog", { name: "Connexion" })).toBeVisible()
  await signIn(page, shop, shop.administrator, "/admin/aujourdhui")
  const deeper = await page.request.get(`${shop.url}/admin/bookings/nulle/part`)
  expect([deeper.status(), (await deeper.text()).includes("Cette page n’existe pas")]).toEqual([404, true])
  const answer = await page.goto(`${shop.url}/admin/nulle-part`)
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle("Page introuvable")
  await expect(page.getByRole("heading", { level: 1, name: "Cette page n’existe pas" })).toBeVisible()
  await expect(page.getByRole("navigation", { name: "Administration" })).toBeVisible()
  await expectAccessibleEverywhere(page, "404 of the back office")
  await page.getByRole("main").getByLabel("Écran, réservation, personne ou produit").fill("journal")
  await page.getByRole("main").getByRole("button", { name: "Rechercher" }).click()
  await page.getByRole("region", { name: "Écrans" }).getByRole("link", { name: "Journal" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Journal" })).toBeVisible()
})

test("the back office has its ways out on a phone, on a tablet and on a desk", async ({ page, shop }) => {
  const menu = page.getByRole("navigation", { name: "Administration" }).filter({ visible: true })
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await signIn(page, shop, shop.administrator, "/admin/bookings/nouvelle")
    await expect(
      page.getByRole("navigation", { name: "Réservations" }).getByRole("link", { name: "Nouvelle réservation" }),
    ).toBeInViewport({ ratio: 1 })
    const crumbs = page.getByRole("navigation", { name: "Fil d’Ariane" })
    if (width < 960) {
      await expect(crumbs.getByRole("listitem")).toHaveText(["Administration", "Réservations", "Nouvelle réservation"])
      await crumbs.getByRole("link", { name: "Réservations" }).click()
      await expect(page.getByRole("heading", { level: 1, name: "Réservations" })).toBeVisible()
      await page.locator("summary[aria-label=Menu]").click()
    } else {
      await expect(crumbs).toBeHidden()
      await expect(page.getByRole("button", { name: "Déconnexion" })).toBeInViewport({ ratio: 1 })
    }
    await expect(menu.getByRole("link", { name: "Mon compte" })).toBeVisible()
    await expect(menu.getByRole("button", { name: "Déconnexion" })).toBeVisible()
    await menu.getByRole("link", { name: "Voir le site" }).click()
    await expect(page).toHaveURL(`${shop.url}/`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${shop.url}/admin/reglages?q=tva`)
  await expect(page.getByRole("region", { name: "Dans le menu" }).getByRole("link", { name: "Finances" })).toBeVisible()
  await page.getByRole("link", { name: "Tout voir" }).click()
  await page.getByRole("region", { name: "La maison" }).getByRole("link", { name: "Journal" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Journal" })).toBeVisible()
  await expect(menu.getByRole("link", { name: "Réglages et outils" })).toHaveAttribute("aria-current", "page")
  for (const entry of await menu.getByRole("link").all()) await expect(entry).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.locator("summary[aria-label=Menu]").click()
  await menu.getByRole("button", { name: "Déconnexion" }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await page.goto(`${shop.url}/admin/journal`)
  await expect(page.getByRole("dialog", { name: "Connexion" })).toBeVisible()
})
