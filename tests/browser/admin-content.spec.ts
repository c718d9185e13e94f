import path from "node:path"
import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { signIn } from "./wizard.ts"

/** One of our own pictures, as somebody would upload it. */
const picture = path.resolve("public/illustrations/rien-pour-le-moment-416.webp")
const noPicture = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)></svg>") }

async function open(page: Page, shop: Shop, screen: string, heading: string): Promise<void> {
  await signIn(page, shop, shop.administrator, `/admin/${screen}`)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("lang", "fr")
}

async function lastEvent(shop: Shop): Promise<string | undefined> {
  const [event] = await shop.sql<{ action: string }>("select action from events order by id desc limit 1")
  return event?.action
}

const save = (page: Page) => page.getByRole("button", { name: "Enregistrer", exact: true })

test.describe("the configuration of the site", () => {
  test("is saved as a whole, dresses the site in the company's colour, and is in the record", async ({ page, shop }) => {
    await open(page, shop, "site-config", "Configuration du site")
    await page.getByLabel("Titre d’accueil").fill("Une soirée au bord de l’eau")
    await expect(page.getByRole("region", { name: "Aperçu de l’accueil" })).toContainText("Une soirée au bord de l’eau")
    await page.getByLabel("Nom de l’entreprise").fill("Le Bal perdu")
    await page.getByRole("radio", { name: "Diaphragme" }).check()
    await page.getByLabel("Couleur", { exact: false }).first().fill("#1d4ed8")
    await expect(page.getByRole("img", { name: /^Thème clair/ })).toBeVisible()
    await save(page).click()
    await expect(page.getByText("Les paramètres ont été enregistrés avec succès.").first()).toBeVisible()
    expect(await lastEvent(shop)).toBe("site.saved")
    await page.goto(shop.url)
    await expect(page.getByRole("heading", { name: "Une soirée au bord de l’eau" })).toBeVisible()
    const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"))
    expect(accent).toMatch(/^#/)
    await page.goto(`${shop.url}/admin`)
    await expect(page.getByLabel("Nom de l’entreprise")).toHaveValue("Le Bal perdu")
  })

  test("refuses what is no colour and no SIRET beside their fields, and keeps what was typed", async ({ page, shop }) => {
    await open(page, shop, "site-config", "Configuration du site")
    await page.getByLabel("Titre d’accueil").fill("À garder")
    await page.getByLabel("Couleur", { exact: false }).first().fill("bleu")
    await page.getByLabel("SIRET", { exact: false }).first().fill("12")
    await save(page).click()
    await expect(page.getByText("Le SIRET compte 14 chiffres.").last()).toBeVisible()
    await expect(page.getByLabel("Titre d’accueil")).toHaveValue("À garder")
    expect(await shop.sql("select 1 from site_config where hero_title = 'À garder'")).toHaveLength(0)
  })

  test("takes a logo, and refuses a file that only has the name of one", async ({ page, shop }) => {
    await open(page, shop, "site-config", "Configuration du site")
    const logo = page.getByRole("region", { name: "Logo de l’entreprise" })
    await expect(logo.getByText("PNG, JPG, GIF jusqu'à 5MB")).toBeVisible()
    await logo.getByLabel("Logo de l’entreprise").setInputFiles(noPicture)
    await logo.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(logo.getByText(/^Erreur lors du téléchargement de l'image/)).toBeVisible()
    expect(await shop.sql("select 1 from site_config where company_logo_url is not null")).toHaveLength(0)
    await logo.getByLabel("Logo de l’entreprise").setInputFiles(picture)
    await logo.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(page.getByText("Image enregistrée").first()).toBeVisible()
    const [site] = await shop.sql<{ company_logo_url: string }>("select company_logo_url from site_config")
    expect(site?.company_logo_url).toMatch(/^\/files\/public\/company-logos\/\d{13}-[0-9a-f]{16}\.webp$/)
  })

  test("tells the second administrator what the first one changed, and overwrites nothing by itself", async ({ page, shop }) => {
    await open(page, shop, "site-config", "Configuration du site")
    const second = await page.context().newPage()
    await second.goto(`${shop.url}/admin/site-config`)
    await page.getByLabel("Note affichée").fill("5 sur Google")
    await save(page).click()
    await expect(page.getByText("Les paramètres ont été enregistrés avec succès.").first()).toBeVisible()
    await second.getByLabel("Titre d’accueil").fill("Plus tard")
    await save(second).click()
    await expect(second.getByText("Note affichée : lire ce qui est enregistré")).toBeVisible()
    await expect(second.getByLabel("Titre d’accueil")).toHaveValue("Plus tard")
    expect(await shop.sql("select 1 from site_config where rating_label = '5 sur Google'")).toHaveLength(1)
    await save(second).click()
    await expect(second.getByText("Les paramètres ont été enregistrés avec succès.").first()).toBeVisible()
    expect(await shop.sql("select 1 from site_config where hero_title = 'Plus tard'")).toHaveLength(1)
  })

  test("asks before typed text is left behind", async ({ page, shop }) => {
    await open(page, shop, "site-config", "Configuration du site")
    await page.getByLabel("Titre d’accueil").fill("Pas encore")
    await page.getByRole("link", { name: "Réservations" }).click()
    const question = page.getByRole("alertdialog", { name: "Quitter sans enregistrer ?" })
    await question.getByRole("button", { name: "Rester" }).click()
    await expect(page.getByLabel("Titre d’accueil")).toHaveValue("Pas encore")
    await page.getByRole("link", { name: "Réservations" }).click()
    await question.getByRole("button", { name: "Quitter" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Réservations" })).toBeVisible()
  })
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("the configuration is saved all the same", async ({ page, shop }) => {
    await open(page, shop, "site-config", "Configuration du site")
    await page.getByLabel("Titre d’accueil").fill("Sans script")
    await save(page).click()
    await expect(page.getByText("Les paramètres ont été enregistrés avec succès.").first()).toBeVisible()
    await expect(page.getByLabel("Titre d’accueil")).toHaveValue("Sans script")
  })
})
