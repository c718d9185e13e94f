import type { Page } from "@playwright/test"
import { TOTP } from "otpauth"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signUp } from "./bookings.ts"
import { signIn, signInByForm } from "./wizard.ts"

/** A code is valid once, from half a minute before its time to half a minute after. */
const codeIn = (secret: string, halfMinutes: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + halfMinutes * 30_000 })

/** Returns the app's key and the recovery codes. */
async function setUp(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel("Mot de passe actuel").fill(password)
  await page.getByRole("button", { name: "Commencer" }).click()
  await expect(page.getByRole("img", { name: /Code QR/ })).toBeVisible()
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "")
  const uri = await page
    .getByRole("link", { name: "Ouvrir dans l’application d’authentification" })
    .getAttribute("href")
  expect(uri).toContain(`secret=${secret}`)
  await page.getByLabel("Code à six chiffres").fill("000000")
  await page.getByRole("button", { name: "Activer", exact: true }).click()
  await expect(page.getByText("Ce code n’est pas le bon").first()).toBeVisible()
  await page.getByLabel("Code à six chiffres").fill(codeIn(secret, 0))
  await page.getByRole("button", { name: "Activer", exact: true }).click()
  await expect(page.getByText("La double authentification est activée", { exact: true })).toBeVisible()
  const codes = await page.getByRole("list", { name: "Codes de secours" }).getByRole("listitem").allInnerTexts()
  expect(codes).toHaveLength(10)
  await expect(page.getByRole("heading", { name: "Codes de secours" })).toBeInViewport()
  return { secret, codes }
}

async function givePassword(page: Page, shop: Shop, path: string): Promise<void> {
  await page.goto(`${shop.url}/connexion?retour=${encodeURIComponent(path)}`)
  const form = page.getByRole("main")
  await form.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await form.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
  await form.getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Code de vérification" })).toBeVisible()
}

async function expectFitsAndAccessible(page: Page): Promise<void> {
  await fits(page)
  await expectAccessible(page)
}

async function fits(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 780 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  if (size) await page.setViewportSize(size)
}

async function givePasswordInHeader(page: Page, shop: Shop): Promise<void> {
  await page.goto(`${shop.url}/catalog`)
  await page.getByRole("banner").getByRole("link", { name: "Connexion" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(dialog).toBeHidden()
}

test("a second factor is set up, required, replaced once by a recovery code, and turned off", async ({
  page,
  openWindow,
  shop,
}) => {
  const { password } = shop.administrator
  await signIn(page, shop, shop.administrator, "/account")
  await page.getByRole("link", { name: "Activer" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Double authentification" })).toBeVisible()
  await expectFitsAndAccessible(page)
  const { secret, codes } = await setUp(page, password)
  await expectFitsAndAccessible(page)
  await page.getByRole("link", { name: "J’ai gardé mes codes" }).click()
  await expect(page.getByText("Activée.")).toBeVisible()

  await test.step("asked for at sign-in, by the page and by the header's dialog", async () => {
    await page.context().clearCookies()
    await givePasswordInHeader(page, shop)
    await expectFitsAndAccessible(page)
    expect((await page.request.get(`${shop.url}/account`, { maxRedirects: 0 })).headers()["location"]).toMatch(
      /\/connexion/,
    )
    await page.getByLabel("Code à six chiffres").fill("000000")
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByText("Ce code n’est pas le bon").first()).toBeVisible()
    await page.getByLabel("Code à six chiffres").fill(codeIn(secret, 1))
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page).toHaveURL(`${shop.url}/catalog`)
    await expect(page.getByRole("dialog")).toBeHidden()
    await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toHaveCount(0)
  })

  const plain = await openWindow({ javaScriptEnabled: false })
  await test.step("replaced by a recovery code, once", async () => {
    await givePassword(plain, shop, "/double-authentification")
    await plain.getByRole("link", { name: /Utiliser un code de secours/ }).click()
    await plain.getByLabel("Code de secours").fill((codes[0] ?? "").toUpperCase())
    await plain.getByRole("button", { name: "Se connecter" }).click()
    await expect(plain).toHaveURL(/\/admin\/aujourdhui/)
    await plain.goto(`${shop.url}/double-authentification`)
    await expect(plain.getByText("Il vous en reste 9.")).toBeVisible()
    await fits(plain)
  })

  await test.step("turned off", async () => {
    const off = plain.getByRole("region", { name: "Désactiver" })
    await off.getByLabel("Mot de passe actuel").fill("au hasard")
    await off.getByRole("button", { name: "Désactiver la double authentification" }).click()
    await expect(off.getByText("Ce n’est pas votre mot de passe actuel.").first()).toBeVisible()
    await off.getByLabel("Mot de passe actuel").fill(password)
    await off.getByRole("button", { name: "Désactiver la double authentification" }).click()
    await expect(plain.getByText("La double authentification est désactivée")).toBeVisible()
    await plain.context().clearCookies()
    await signInByForm(plain, shop, shop.administrator, "/account")
  })
})

test("an owner requires it of administrators, and one without it sets it up before entering", async ({
  page,
  openWindow,
  shop,
}) => {
  await signIn(page, shop, shop.administrator, "/admin/users")
  const rule = page.getByRole("region", { name: "Double authentification" })
  await rule.getByRole("link", { name: "Activer la mienne" }).click()
  await setUp(page, shop.administrator.password)
  await page.getByRole("link", { name: "J’ai gardé mes codes" }).click()
  await rule.getByRole("checkbox", { name: "Les administrateurs" }).check()
  await rule.getByRole("button", { name: "Enregistrer" }).click()
  await expect(page.getByText("La règle de connexion est enregistrée")).toBeVisible()
  await page.goto(`${shop.url}/double-authentification`)
  await expect(page.getByRole("region", { name: "Désactiver" }).getByRole("button")).toHaveCount(0)

  const other = { email: "zita@exemple.example", password: "une guinguette au bord de l’eau" }
  const theirs = await openWindow({ javaScriptEnabled: false })
  await signUp(theirs, shop, { name: "Zita Essai", ...other })
  await shop.sql("update profiles set role = 'admin' where email = $1", [other.email])
  await theirs.goto("/admin/bookings")
  await expect(theirs.getByText("L’administration demande la double authentification")).toBeVisible()
  await setUp(theirs, other.password)
  await theirs.getByRole("link", { name: "J’ai gardé mes codes" }).click()
  await expect(theirs).toHaveURL(/\/admin\/bookings/)
})

test("open sessions are listed, and one on another device is ended at once", async ({
  page,
  openWindow,
  shop,
  browser,
}) => {
  const phone = await browser.newPage({
    baseURL: shop.url,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
  })
  await signInByForm(phone, shop, shop.administrator, "/account")
  await signInByForm(page, shop, shop.administrator, "/account")
  await page.getByRole("link", { name: "Voir les appareils" }).click()
  await expect(page.getByText("Cet appareil", { exact: true })).toHaveCount(1)
  await expectFitsAndAccessible(page)
  const plain = await openWindow({ javaScriptEnabled: false })
  await plain.context().addCookies(await page.context().cookies())
  await plain.goto("/appareils")
  await fits(plain)
  await plain.getByRole("button", { name: /Déconnecter Safari sur iPhone/ }).click()
  await expect(plain.getByText("C’est fait, l’appareil est déconnecté")).toBeVisible()
  await expect(plain.getByText("Aucun autre appareil n’est connecté.")).toBeVisible()
  await phone.goto("/account")
  await expect(phone).toHaveURL(/\/connexion/)
  await phone.close()
})
