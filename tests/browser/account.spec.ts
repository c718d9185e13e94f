import { expect, test } from "../harness/shop.ts"
import { account, reachDelivery, signIn } from "./wizard.ts"

test("a customer finds the request in the account, and nobody else's", async ({ page, shop }) => {
  await reachDelivery(page, shop)
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
  await page.goto(`${shop.url}/account`)
  await expect(page.getByRole("heading", { name: "Mes réservations" })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Photomaton bois" })).toHaveCount(1)
  await expect(page.getByRole("main").getByText("En attente")).toBeVisible()
  await expect(page.getByText(account.email)).toBeVisible()
})

test("the account asks who is there, and brings the person back", async ({ page, shop }) => {
  await page.goto(`${shop.url}/account`)
  await expect(page).toHaveURL(/\/connexion\?retour=%2Faccount/)
  await signIn(page, shop, shop.administrator, "/account")
  await expect(page.getByRole("heading", { name: "Mon compte" })).toBeVisible()
  await expect(page.getByText("Aucune réservation pour le moment")).toBeVisible()
})

test("the header's dialog signs in without leaving the page, and the menu signs out", async ({ page, shop }) => {
  await page.goto(`${shop.url}/catalog`)
  await page.getByRole("banner").getByRole("link", { name: "Connexion" }).click()
  const dialog = page.getByRole("dialog", { name: "Connexion" })
  await dialog.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await dialog.getByLabel("Mot de passe", { exact: true }).fill("pas le bon mot de passe")
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(dialog.getByText("Adresse e-mail ou mot de passe incorrect")).toBeVisible()
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`${shop.url}/catalog`)
  await page.getByRole("banner").locator("summary, button").filter({ hasText: /Administrat|Mon compte|admin/i }).first().click()
  await expect(page.getByRole("link", { name: "Administration" })).toHaveAttribute("href", "/admin/aujourdhui")
  await page.getByRole("button", { name: "Déconnexion" }).click()
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
})

test("the back office sends a stranger home, where signing in leads back to it", async ({ page, shop }) => {
  for (const path of ["/admin", "/admin/users", "/admin/bookings"]) {
    await page.goto(shop.url + path)
    await expect(page).toHaveURL(`${shop.url}/`)
  }
  const dialog = page.getByRole("dialog", { name: "Connexion" })
  await dialog.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(page).toHaveURL(`${shop.url}/admin/bookings`)
})

test("the back office sends another customer home", async ({ page, shop }) => {
  await page.goto(`${shop.url}/inscription`)
  await page.getByLabel("Nom").fill(account.name)
  await page.getByLabel("Adresse e-mail").fill(account.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(account.password)
  await page.getByRole("button", { name: "S'inscrire" }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await page.goto(`${shop.url}/admin/bookings`)
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect(page.getByRole("dialog")).toBeHidden()
})
