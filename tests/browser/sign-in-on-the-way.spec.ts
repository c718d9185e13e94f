import { expect, test } from "../harness/shop.ts"
import { readMailedToken } from "./read-mail.ts"
import { account, chooseDays, goOn, openWizard, reachDelivery } from "./wizard.ts"

test("a session that ends at the last step returns there, with the ticked pick-up", async ({ page, shop }) => {
  await reachDelivery(page, shop)
  await page.getByRole("radio", { name: /Retrait/ }).check()
  await page.context().clearCookies()
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByText("Reconnectez-vous pour reprendre là où vous en étiez.")).toBeVisible()
  await page.getByRole("link", { name: "Pas encore de compte ? S'inscrire" }).click()
  await page.getByRole("link", { name: "Déjà un compte ? Se connecter" }).click()
  await expect(page.getByRole("heading", { name: "Connexion" })).toBeVisible()
  await page.getByLabel("Adresse e-mail").fill(account.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(account.password)
  await page.getByRole("button", { name: "Se connecter", exact: true }).click()
  await expect(page.getByRole("heading", { name: "Livraison ou retrait" })).toBeVisible()
  await expect(page.getByRole("radio", { name: /Retrait/ })).toBeChecked()

  await test.step("a mailed link signs in as well, and leads back with all choices", async () => {
    await shop.sql("update users set email_verified = true where email = $1", [account.email])
    const back = page.url()
    await page.context().clearCookies()
    await page.getByRole("button", { name: "Confirmer la réservation" }).click()
    await page.getByLabel("Adresse e-mail").fill(account.email)
    await page.getByRole("button", { name: "Recevoir un lien de connexion" }).click()
    await expect(page.getByRole("link", { name: "Revenir à la réservation" })).toBeVisible()
    const { search } = new URL(page.url())
    await page.goto(`${shop.url}/connexion/lien/${await readMailedToken(shop, "sign-in-link")}${search}`)
    await page.getByRole("button", { name: "Me connecter" }).click()
    await expect(page.getByRole("heading", { name: "Livraison ou retrait" })).toBeVisible()
    await expect(page.getByRole("radio", { name: /Retrait/ })).toBeChecked()
    expect(new URL(page.url()).searchParams.get("date")).toBe(new URL(back).searchParams.get("date"))
  })

  await test.step("a password manager reaches the password page through sign-in", async () => {
    await page.context().clearCookies()
    await page.goto(`${shop.url}/.well-known/change-password`)
    await page.getByLabel("Adresse e-mail").fill(account.email)
    await page.getByLabel("Mot de passe", { exact: true }).fill(account.password)
    await page.getByRole("button", { name: "Se connecter", exact: true }).click()
    await expect(page).toHaveURL(`${shop.url}/mot-de-passe`)
    await expect(page.getByLabel("Mot de passe actuel")).toBeVisible()
  })
})

test("a password reset from the wizard keeps the typed address, and leads back to the booking @R-forgotten-password", async ({
  page,
  shop,
}) => {
  const path = await openWizard(page, shop)
  const [day] = await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Inscription")
  await page.getByRole("link", { name: "Déjà un compte ? Se connecter" }).click()
  await expect(page.getByRole("heading", { name: "Connexion" })).toBeVisible()
  await page.getByLabel("Adresse e-mail").fill(account.email)
  await page.getByRole("link", { name: "Mot de passe oublié ?" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Mot de passe oublié" })).toBeVisible()
  await expect(page.getByLabel("Adresse e-mail")).toHaveValue(account.email)
  expect(page.url()).not.toContain("camille")
  await page.getByRole("button", { name: "Envoyer le lien" }).click()
  await expect(page.getByText("Votre demande est enregistrée")).toBeVisible()
  const back = `${path}?step=address&date=${day}`
  await page.getByRole("link", { name: "Revenir à la connexion" }).click()
  await expect(page).toHaveURL(`${shop.url}/connexion?retour=${encodeURIComponent(back)}`)
})
