import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { account, signIn } from "./wizard.ts"

const statisticsPath = "/admin/statistiques"
const title = (page: Page, name: string | RegExp) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible()

async function answer(page: Page, button: "Tout accepter" | "Tout refuser"): Promise<void> {
  const banner = page.getByRole("region", { name: "Cookies" })
  await banner.getByRole("button", { name: button }).click()
  await expect(banner).toHaveCount(0)
}

/** Read once the server has stopped, when it writes its pending counts. */
async function readCounts(shop: Shop): Promise<Record<string, number>> {
  await shop.restart("SIGTERM")
  const rows = await shop.sql<{ page: string; views: number }>(
    "select page, sum(views) as views from page_views group by page order by page",
  )
  return Object.fromEntries(rows.map(({ page, views }) => [page, views]))
}

/** Two pages by links, the second again with another month, and one unknown page. */
async function visitPages(page: Page, shop: Shop): Promise<string> {
  await page.getByRole("banner").getByRole("link", { name: "Catalogue" }).click()
  await title(page, "Catalogue")
  await page
    .getByRole("main")
    .getByRole("link", { name: /Photomaton bois/ })
    .first()
    .click()
  await title(page, "Photomaton bois")
  // A product is counted by its id, whatever name stands before it.
  const pathname = `/product/${/[\da-f-]{36}$/.exec(new URL(page.url()).pathname)?.[0]}`
  await page.getByRole("link", { name: "Mois suivant" }).first().click()
  await expect(page).toHaveURL(/\?/)
  expect((await page.goto(`${shop.url}/nulle-part`))?.status()).toBe(404)
  return pathname
}

test.describe("statistics on a separate server", () => {
  // The server remembers a visitor's pages for some seconds.
  test.use({ variables: { TRUST_PROXY: "0" } })

  test("a visitor is counted once per page after accepting, and never otherwise, and the owner reads it @R-cookies-analytics", async ({
    page,
    openWindow,
    shop,
  }) => {
    const office = await openWindow()
    await shop.admit(office.context())

    await test.step("without an answer and after a refusal nothing is counted, and the owner reads why", async () => {
      await page.goto(`${shop.url}/services`)
      await title(page, "Services")
      await answer(page, "Tout refuser")
      await visitPages(page, shop)
      expect(await readCounts(shop)).toEqual({})
      await office.goto(statisticsPath)
      await expect(office.getByRole("heading", { name: "Aucune page vue pour le moment" })).toBeVisible()
      await expect(
        office.getByText("Seuls les visiteurs qui acceptent la mesure d’audience sont comptés."),
      ).toBeVisible()
      await expectAccessibleEverywhere(office, "statistics without figures")
    })

    await test.step("without scripts the pages are counted as they are loaded, and the figures read", async () => {
      const visitor = await openWindow({ javaScriptEnabled: false })
      await visitor.goto("/services")
      await answer(visitor, "Tout accepter")
      await visitor.goto("/catalog")
      expect(await readCounts(shop)).toEqual({ "/catalog": 1, "/services": 1 })
      await visitor.context().clearCookies()
      await signIn(visitor, shop, shop.administrator, statisticsPath)
      await visitor.getByRole("navigation", { name: "Période" }).getByRole("link", { name: "12 derniers mois" }).click()
      await expect(visitor.getByRole("region", { name: "Pages vues, 12 derniers mois" }).locator(".figure")).toHaveText(
        "2",
      )
      await shop.sql("delete from page_views")
    })

    await test.step("who accepts is counted once for each page, also by a server that stops", async () => {
      await page.context().clearCookies()
      await page.goto(`${shop.url}/services`)
      await answer(page, "Tout accepter")
      await title(page, "Services")
      const product = await visitPages(page, shop)
      // Administrators are not counted.
      await shop.admit(page.context())
      await page.goto(`${shop.url}/faq`)
      await title(page, /./)
      expect(await readCounts(shop)).toEqual({ "/catalog": 1, [product]: 1, "/services": 1 })
    })

    await office.goto(statisticsPath)
    await title(office, "Statistiques")
    const views = office.getByRole("region", { name: "Pages vues, 30 derniers jours" })
    await expect(views.locator(".figure")).toHaveText("3")
    await views.getByRole("switch", { name: /Voir en tableau/ }).check()
    await expect(views.getByRole("row").nth(1)).toContainText("3")
    const pages = office.getByRole("region", { name: "Pages les plus vues" }).getByRole("row")
    await expect(pages.filter({ hasText: "Services" })).toContainText("33")
    await expect(pages.filter({ has: office.getByRole("link", { name: "Photomaton bois" }) })).toHaveCount(1)
    const products = office.getByRole("region", { name: "Des produits vus aux demandes" })
    await expect(products.getByRole("row").nth(1)).toContainText(/Photomaton bois.*1/)

    await office.getByRole("navigation", { name: "Période" }).getByRole("link", { name: "12 derniers mois" }).click()
    await expect(office.getByRole("heading", { name: "Pages vues, 12 derniers mois" })).toBeVisible()
    await expect(office).toHaveURL(`${shop.url}${statisticsPath}?periode=12-mois`)
    await expectAccessibleEverywhere(office, "statistics")
  })
})

test("a new account is greeted once, and news are offered in the account only after consent @R-cookies-marketing", async ({
  page,
  shop,
}) => {
  const proposed = page.getByRole("region", { name: "Nouveautés" })
  await page.goto(shop.url)
  await answer(page, "Tout refuser")
  await page.goto(`${shop.url}/inscription?retour=/account`)
  await page.getByLabel("Nom").fill(account.name)
  await page.getByLabel("Adresse e-mail").fill(account.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(account.password)
  await page.getByRole("button", { name: "S'inscrire" }).click()
  await title(page, "Mon compte")
  const greeting = page.getByText(`Bienvenue, ${account.name}`)
  await expect(greeting).toBeVisible()
  await expect(proposed).toHaveCount(0)

  await page.goto(`${shop.url}/legal/cookies`)
  await page.getByRole("switch", { name: "Nouveautés" }).check()
  expect(await greeting.count()).toBe(0)
  await page.getByRole("button", { name: "Enregistrer mes choix" }).click()
  await page.goto(`${shop.url}/account`)
  await expect(proposed.getByLabel("Adresse e-mail")).toHaveValue(account.email)
  await expectAccessibleEverywhere(page, "account with the news proposed")
  await proposed.getByRole("button", { name: "Être notifié des nouveautés" }).click()
  await expect(page.getByText("Votre adresse est notée")).toBeVisible()
  expect(
    await shop.sql("select email, status from newsletter_subscriptions where email = $1", [account.email]),
  ).toEqual([{ email: account.email, status: "pending" }])
})
