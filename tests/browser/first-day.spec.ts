import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import type { Page } from "@playwright/test"
import { test as base } from "@playwright/test"
import { waitUntilAwake } from "../harness/awake.ts"
import { administer, dropDatabase, urlForDatabase } from "../harness/cluster.ts"
import { administrator, freePort, runServer } from "../harness/server-process.ts"
import { expect } from "../harness/shop.ts"

type EmptyShop = { url: string; write(sql: string): Promise<void> }

/** A shop as SEED=none leaves it, with a mail server that never answers. */
const test = base.extend<{ empty: EmptyShop }>({
  // oxlint-disable-next-line no-empty-pattern
  empty: async ({}, use) => {
    const clusterUrl = process.env["TEST_CLUSTER_URL"] ?? ""
    const name = `empty_${randomBytes(6).toString("hex")}`
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-empty-"))
    await administer(clusterUrl, (client) => client.query(`create database ${name}`))
    const port = await freePort()
    const variables = {
      HOST: "127.0.0.1",
      PORT: String(port),
      ORIGIN: `http://localhost:${port}`,
      DATABASE_URL: urlForDatabase(clusterUrl, name),
      DATA_DIR: dataDir,
      SEED: "none",
      SMTP_URL: "smtp://127.0.0.1:9",
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    }
    await runServer("prepare", variables)
    const server = await runServer("serve", variables)
    try {
      await use({
        url: variables.ORIGIN,
        write: (sql) => administer(variables.DATABASE_URL, async (client) => void (await client.query(sql))),
      })
    } finally {
      await server.stop()
      await dropDatabase(clusterUrl, name)
      await rm(dataDir, { recursive: true, force: true })
    }
  },
})

/** `hollow` lists headings without content before the next of their rank, and empty boxes. */
function lookAt(page: Page, html: string): Promise<{ words: string; hollow: string[] }> {
  return page.evaluate((source) => {
    const main = new DOMParser().parseFromString(source, "text/html").querySelector("main")
    if (!main) throw new Error("The page has no main part")
    const headings = [...main.querySelectorAll("h1, h2, h3, h4")]
    const orphans = headings.filter((heading, index) => {
      const range = main.ownerDocument.createRange()
      range.setStartAfter(heading)
      const next = headings.slice(index + 1).find((other) => other.tagName <= heading.tagName)
      if (next) range.setEndBefore(next)
      else range.setEndAfter(main)
      return range.toString().trim() === ""
    })
    const boxes = [...main.querySelectorAll("section, ul, ol, dl, .panel, .card, .prose")].filter(
      (box) => box.textContent?.trim() === "" && !box.querySelector("img, input"),
    )
    const hollow = [...orphans, ...boxes].map((element) => element.outerHTML.slice(0, 120))
    return { words: main.textContent ?? "", hollow }
  }, html)
}

/** Texts that suit a filled shop only: a telephone, a search, reviews. */
const filledShopTexts = /appelez|au bout du fil|téléphone sur|Votre date est|0 avis|Voir les disponibilités/i

test("an empty shop looks finished, and a list on Aujourd’hui leads to its first bookable product", async ({
  page,
  empty,
}) => {
  test.slow()
  waitUntilAwake(page)
  for (const address of ["/", "/catalog", "/services", "/about", "/faq", "/contact", "/book", "/sitemap", "/?q=x"]) {
    const { words, hollow } = await lookAt(page, await (await fetch(empty.url + address)).text())
    expect([address, hollow, filledShopTexts.exec(words)]).toEqual([address, [], null])
  }
  expect(await (await fetch(`${empty.url}/contact`)).text()).not.toContain("appelez-nous")
  for (const address of ["/about", "/services"])
    expect(await (await fetch(empty.url + address)).text()).not.toContain('href="/book"')

  await page.goto(`${empty.url}/connexion?vers=/admin/aujourdhui`)
  await page.locator("main").getByLabel("Adresse e-mail").fill(administrator.email)
  await page.locator("main").getByLabel("Mot de passe", { exact: true }).fill(administrator.password)
  await page.locator("main").getByRole("button", { name: "Se connecter" }).click()
  await page.waitForURL((url) => url.pathname !== "/connexion")
  await page.goto(`${empty.url}/admin/aujourdhui`)
  const list = page.getByRole("region", { name: "De la boutique vide à la première réservation" })
  const open = () => list.getByRole("heading", { name: /: à faire$/ })
  await expect(list).toContainText("2 sur 9")
  await expect(open()).toHaveCount(7)
  await expect(page.getByText("Votre catalogue est vide")).toHaveCount(0)

  await list.getByRole("link", { name: "Indiquer le dépôt" }).click()
  await expect(page.locator("#warehouseStreet")).toBeInViewport()

  await page.goto(`${empty.url}/admin/aujourdhui`)
  await list.getByRole("link", { name: "Ajouter un produit" }).click()
  await expect(page.getByRole("button", { name: "Commencer avec un photobooth" })).toBeVisible()
  await page.getByRole("link", { name: "Ajouter un produit" }).click()
  await page.getByLabel("Nom", { exact: true }).fill("Borne à selfies")
  await page.getByLabel("Prix par jour").fill("0")
  await page.getByRole("button", { name: "Créer le produit" }).click()
  await expect(page.getByText("Produit créé")).toBeVisible()
  await page.goto(`${empty.url}/admin/aujourdhui`)
  await expect(list).toContainText("Il manque un prix à «\u00a0Borne à selfies\u00a0»")
  await list.getByRole("link", { name: "Indiquer son prix" }).click()
  await page.getByLabel("Prix par jour").fill("250")
  await page.getByLabel("Visible dans le catalogue").check()
  await page.getByRole("button", { name: "Enregistrer", exact: true }).first().click()
  await expect(page.getByText("Produit enregistré")).toBeVisible()
  await page.goto(`${empty.url}/admin/aujourdhui`)
  await expect(list.getByRole("heading", { name: "Votre premier produit\u00a0: fait" })).toBeVisible()
  await list.getByRole("button", { name: "Tous les jours me vont" }).click()
  await expect(list.getByRole("button", { name: "Tous les jours me vont" })).toHaveCount(0)
  await list.getByRole("button", { name: "Enregistrer" }).click()
  await expect(list.getByText("Choisissez une des deux lignes.")).toBeVisible()
  await list.getByRole("radio", { name: /TVA non applicable/ }).check()
  await list.getByRole("button", { name: "Enregistrer" }).click()
  await expect(list.getByRole("heading", { name: "Votre TVA\u00a0: fait" })).toBeVisible()
  await expect(list).toContainText("4 sur 9")

  await empty.write(`update site_config set company_name = 'Fêtes Perrault', company_address = '1 quai', company_phone = '0612345678', company_email = 'a@b.example',
    company_siret = '12345678200002', company_rcs = 'Paris', legal_form = 'EI', publication_director = 'A', vat_number = 'FR1',
    hosting_notice = 'H, 06 12 34 56 78', mediator_name = 'M', mediator_url = 'https://m.example', insurance = 'A',
    opens_at = '09:00', closes_at = '19:00'`)
  await empty.write(
    "update finance_settings set warehouse_street = '1 quai', warehouse_zip_code = '94130', warehouse_city = 'Nogent', warehouse_lat = 48.8, warehouse_lng = 2.4, iban = 'FR7630006000011234567890189'",
  )
  await page.reload()
  await expect(page.getByRole("heading", { name: "Demandes en attente" })).toBeVisible()
  await expect(list).toHaveCount(0)
  await page.goto(`${empty.url}/catalog`)
  await expect(page.getByRole("link", { name: /Réserver/ }).first()).toBeVisible()
})
