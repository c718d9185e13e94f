import { administer } from "../harness/cluster.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { chooseDays, goOn, openWizard } from "./wizard.ts"

/** Returns a function that accepts connections again. */
async function takeDatabaseAway(shop: Shop): Promise<() => Promise<void>> {
  const [database] = await shop.sql<{ name: string }>("select current_database() as name")
  const url = process.env["TEST_CLUSTER_URL"] ?? ""
  const allow = (allowed: boolean) =>
    administer(url, async (client) => {
      await client.query(`alter database ${database?.name} allow_connections ${allowed}`)
      if (allowed) return
      await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [
        database?.name,
      ])
    })
  await allow(false)
  return () => allow(true)
}

test("home and the legal pages come from the cache while the database is away, without prices", async ({
  page,
  shop,
}) => {
  await page.goto(shop.url)
  await expect(page.getByText(/^À partir de/).first()).toBeVisible()
  const [product = ""] = await page.locator("#produits ~ * h3, main li h3").allInnerTexts()
  await page.goto(`${shop.url}/legal/cgv`)
  const back = await takeDatabaseAway(shop)
  try {
    // A process may serve its cache for a quarter of a second more before it notices.
    await expect.poll(async () => (await page.request.get(shop.url)).headers()["cache-control"]).toBe("no-store")
    const answer = await page.goto(shop.url)
    expect([answer?.status(), answer?.headers()["cache-control"]]).toEqual([200, "no-store"])
    await expect(page.getByText("Le site est momentanément indisponible")).toBeVisible()
    await expect(page.getByText("Une erreur est survenue lors du chargement des produits.")).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(page.getByText(product).first()).toBeVisible()
    await expect(page.getByText(/À partir de|€/)).toHaveCount(0)
    await expect(page.getByRole("link", { name: /^Réserver / })).toHaveCount(0)
    expect(await page.locator("script").count()).toBe(0)

    expect((await page.goto(`${shop.url}/legal/cgv`))?.status()).toBe(200)
    await expect(page.getByText("Le site est momentanément indisponible")).toBeVisible()
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible()

    for (const path of ["/catalog", "/?q=miroir", "/legal/cgv?version=1"]) {
      const refused = await page.request.get(shop.url + path)
      expect([path, refused.status(), refused.headers()["retry-after"]]).toEqual([path, 503, "5"])
    }
  } finally {
    await back()
  }
  await expect.poll(async () => (await page.request.get(`${shop.url}/readyz`)).status()).toBe(200)
  await page.goto(shop.url)
  await expect(page.getByText("Le site est momentanément indisponible")).toHaveCount(0)
  await expect(page.getByText(/^À partir de/).first()).toBeVisible()
})

test("the wizard keeps its step and choices while the database is away, and continues by itself afterwards", async ({
  page,
  shop,
}) => {
  await openWizard(page, shop)
  const [day] = await chooseDays(page)
  const back = await takeDatabaseAway(shop)
  try {
    await page.getByRole("button", { name: "Continuer" }).click()
    await expect(page.getByText("Le site ne répond pas, vos choix sont gardés")).toBeVisible()
    await expect(page.getByRole("heading", { name: /^Réserver / })).toBeVisible()
    await expect(page.locator(`input[value="${day}"]`)).toBeChecked()
  } finally {
    await back()
  }
  await goOn(page, "Vos options")
})

test.describe("the wizard without scripts while the database is away", () => {
  test.use({ javaScriptEnabled: false })

  test("an unanswered step is sent again from its error page", async ({ page, shop }) => {
    await openWizard(page, shop)
    const [day] = await chooseDays(page)
    const back = await takeDatabaseAway(shop)
    try {
      await page.getByRole("button", { name: "Continuer" }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Une ampoule a sauté de notre côté")
      await expect(page.getByText("Votre saisie est gardée")).toBeVisible()
      await page.getByRole("button", { name: "Réessayer" }).click()
      await expect(page.getByRole("button", { name: "Réessayer" })).toBeVisible()
    } finally {
      await back()
    }
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
    expect(page.url()).toContain(String(day))
  })
})
