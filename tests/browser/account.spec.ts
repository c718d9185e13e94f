import { type Shop, expect, test } from "../harness/shop.ts"
import { readMailedToken } from "./read-mail.ts"
import { account, fillPickUp, signIn } from "./wizard.ts"

test("the header's dialog leads to the forgotten password, signs in on the page, and the menu signs out @R-header-sign-in @R-header-menu @R-auth-close", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/catalog`)
  const open = page.getByRole("banner").getByRole("link", { name: "Connexion" })
  const dialog = page.getByRole("dialog", { name: "Connexion" })
  await open.click()
  await dialog.getByRole("link", { name: "Mot de passe oublié ?" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Mot de passe oublié" })).toBeVisible()
  await expect(page.getByRole("dialog")).toBeHidden()
  await page.goBack()
  await expect(page.getByRole("heading", { level: 1, name: "Catalogue" })).toBeVisible()
  await open.click()
  await dialog.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await dialog.getByLabel("Mot de passe", { exact: true }).fill("pas le bon mot de passe")
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(dialog.getByText("Adresse e-mail ou mot de passe incorrect")).toBeVisible()
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`${shop.url}/catalog`)
  await page
    .getByRole("banner")
    .locator("summary, button")
    .filter({ hasText: /Administrat|Mon compte|admin/i })
    .first()
    .click()
  await expect(page.getByRole("link", { name: "Administration" })).toHaveAttribute("href", "/admin")
  await expect(page.getByRole("link", { name: "Aujourd’hui" })).toHaveAttribute("href", "/admin/aujourdhui")
  await page.getByRole("button", { name: "Déconnexion" }).click()
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
})

test("the back office sends a stranger home, where signing in leads back to it", async ({ page, shop }) => {
  for (const path of ["/admin", "/admin/users"]) {
    const sent = await page.request.get(shop.url + path, { maxRedirects: 0 })
    expect([path, sent.status(), sent.headers()["location"]?.split("?")[0]]).toEqual([path, 302, "/"])
  }
  await page.goto(`${shop.url}/admin/bookings`)
  await expect(page).toHaveURL(`${shop.url}/`)
  const dialog = page.getByRole("dialog", { name: "Connexion" })
  await dialog.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(page).toHaveURL(`${shop.url}/admin/bookings`)
})

test.describe("the account without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("a forgotten password is replaced through a mailed link, once, and the account opens @R-forgotten-password", async ({
    page,
    shop,
  }) => {
    const { email, password } = shop.administrator
    await page.goto(`${shop.url}/connexion`)
    await page.getByRole("link", { name: "Mot de passe oublié ?" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Mot de passe oublié" })).toBeVisible()
    await page.getByLabel("Adresse e-mail").fill("personne@exemple")
    await page.getByRole("button", { name: "Envoyer le lien" }).click()
    await expect(page.getByText("Cette adresse e-mail n’est pas valable").first()).toBeVisible()
    await expect(page.getByLabel("Adresse e-mail")).toHaveValue("personne@exemple")
    await page.getByLabel("Adresse e-mail").fill(email)
    await page.getByRole("button", { name: "Envoyer le lien" }).click()
    await expect(page.getByText("Votre demande est enregistrée")).toBeVisible()

    const link = await passwordLink(shop, email)
    await page.goto(link)
    await expect(page.getByLabel("Adresse e-mail du compte")).toHaveValue(email)
    await expect(page.locator("meta[name=referrer]")).toHaveAttribute("content", "same-origin")
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex")
    await page.setViewportSize({ width: 360, height: 780 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
    const choose = async (chosen: string, again = chosen) => {
      await page.getByLabel("Nouveau mot de passe", { exact: true }).fill(chosen)
      await page.getByLabel("Confirmer le mot de passe").fill(again)
      await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click()
    }
    await choose("guirlandes et accordéon", "autre chose")
    await expect(page.getByText("Les mots de passe ne correspondent pas").first()).toBeVisible()
    await choose("guinguette123")
    await expect(page.getByText(/il serait deviné tout de suite/).first()).toBeVisible()
    await choose("guirlandes et accordéon")
    await expect(page.getByText("Votre mot de passe est enregistré")).toBeVisible()
    await expect(page).toHaveURL(/\/connexion/)

    const form = page.getByRole("main")
    await form.getByLabel("Adresse e-mail").fill(email)
    await form.getByLabel("Mot de passe", { exact: true }).fill(password)
    await form.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByText("Adresse e-mail ou mot de passe incorrect")).toBeVisible()
    await form.getByLabel("Mot de passe", { exact: true }).fill("guirlandes et accordéon")
    await form.getByRole("button", { name: "Se connecter" }).click()
    await expect(page).toHaveURL(/\/admin\/aujourdhui/)

    expect((await page.request.get(link)).status()).toBe(404)
    await page.goto(link)
    await expect(page.getByRole("heading", { name: "Ce lien n’est plus valable" })).toBeVisible()
    await page.getByRole("link", { name: "Demander un autre lien" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Mot de passe oublié" })).toBeVisible()
  })
})

async function passwordLink(shop: Shop, email: string): Promise<string> {
  return `${shop.url}/nouveau-mot-de-passe/${await readMailedToken(shop, "password-%", email)}`
}

test("a phone customer is invited to choose a password, again from their page, and signs in", async ({
  page,
  openWindow,
  shop,
}) => {
  const [free] = await shop.sql<{ product: string; day: string }>(
    "select id as product, (current_date + 200)::text as day from products where name = 'Photomaton bois'",
  )
  const values = `client=nouveau&q=zita@exemple.example&produit=${free?.product}&jours=${free?.day}`
  await signIn(page, shop, shop.administrator, `/admin/bookings/nouvelle?${values}`)
  await page.getByLabel("Nom", { exact: true }).fill("Zita Essai")
  await fillPickUp(page)
  await page.getByRole("button", { name: "Enregistrer la réservation" }).click()
  await expect(page.getByText(/une invitation à choisir un mot de passe ne part pas/).first()).toBeVisible()
  const first = await passwordLink(shop, "zita@exemple.example")
  const [row] = await shop.sql<{ id: string }>("select id from users where email = 'zita@exemple.example'")
  await page.goto(`${shop.url}/admin/users/${row?.id}`)
  await expect(page.getByText("à choisir", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Envoyer un lien pour choisir un mot de passe" }).click()
  await expect(page.getByText("Lien demandé").first()).toBeVisible()

  const theirs = await openWindow()
  expect((await theirs.request.get(first)).status()).toBe(404)
  await theirs.goto(await passwordLink(shop, "zita@exemple.example"))
  await theirs.getByLabel("Nouveau mot de passe", { exact: true }).fill(account.password)
  await theirs.getByLabel("Confirmer le mot de passe").fill(account.password)
  await theirs.getByRole("button", { name: "Enregistrer le mot de passe" }).click()
  await expect(theirs.getByText("Votre mot de passe est enregistré")).toBeVisible()
  await signIn(theirs, shop, { email: "zita@exemple.example", password: account.password }, "/account")
  await expect(theirs.getByRole("heading", { name: "Mon compte" })).toBeVisible()
})
