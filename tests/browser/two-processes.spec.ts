import type { Browser, BrowserContext, Page } from "@playwright/test"
import { waitUntilAwake } from "../harness/awake.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { twoProcesses } from "../harness/two-processes.ts"
import { readBooking, sendRequest } from "./bookings.ts"
import { account } from "./wizard.ts"

/** A browser that one of the two processes answers. */
async function openBrowserOn(process: 0 | 1, browser: Browser, { url }: Shop): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url })
  context.on("page", waitUntilAwake)
  await context.addCookies([{ name: "process", value: String(process), url }])
  return context
}

test("two processes behind one address show each other's changes", async ({ browser, shop: alone }) => {
  const { url, close } = await twoProcesses(alone)
  const shop: Shop = { ...alone, url }
  try {
    const [atHome, atWork] = [await openBrowserOn(0, browser, shop), await openBrowserOn(1, browser, shop)]
    const cookies = await alone.admit(atWork).then(() => atWork.cookies(alone.url))
    await atWork.addCookies(cookies.map(({ name, value }) => ({ name, value, url })))
    for (const [context, process] of [
      [atHome, "0"],
      [atWork, "1"],
    ] as const)
      expect((await context.request.get("/faq")).headers()["x-process"]).toBe(process)
    const [customer, owner] = [await atHome.newPage(), await atWork.newPage()]

    const [product] = await shop.sql<{ id: string }>("select id from products where is_active and stock = 1 limit 1")
    const day = await openCalendar(customer, product?.id ?? "")
    await closeDay(owner, product?.id ?? "", day)
    await expect(customer.locator(`button[name=dates][value="${day}"]:not([disabled])`)).toHaveCount(0)

    await owner.goto("/admin/aujourdhui")
    const requests = owner.getByRole("region", { name: /Demandes en attente/ })
    const row = requests.getByRole("listitem").filter({ hasText: account.name })
    await expect(row).toHaveCount(0)
    await owner.mouse.move(0, 0)
    await sendRequest(customer, shop)
    await expect(row).toHaveCount(1)
    const { number } = await readBooking(shop)
    await customer.goto(`/account/bookings/${number}`)
    await expect(customer.getByText("En attente").first()).toBeVisible()
    await row.getByRole("button", { name: /^Confirmer pour/ }).click()
    await expect(customer.getByText("Confirmée").first()).toBeVisible()

    const stranger = await (await openBrowserOn(0, browser, shop)).newPage()
    await stranger.goto("/faq")
    const question = stranger.getByRole("heading", { name: "Faut-il une prise près du barnum ?" })
    await expect(question).toHaveCount(0)
    await owner.goto("/admin/faq")
    await owner.getByRole("link", { name: "Ajouter une question" }).click()
    await owner
      .getByLabel("Question", { exact: true })
      .and(owner.locator("input"))
      .fill("Faut-il une prise près du barnum ?")
    await owner
      .getByLabel("Réponse", { exact: true })
      .and(owner.locator("textarea"))
      .fill("Oui, à moins de vingt mètres.")
    await owner.getByRole("button", { name: "Enregistrer", exact: true }).click()
    await expect(owner.getByText("Question ajoutée").first()).toBeVisible()
    await stranger.goto("/faq")
    await expect(question).toBeVisible()
  } finally {
    await close()
  }
})

/** Opens at a whole month, and returns its first free day once the page is live. */
async function openCalendar(page: Page, product: string): Promise<string> {
  const opened = page.waitForRequest(/\/api\/live\?/)
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2)).toISOString().slice(0, 7)
  await page.goto(`/product/${product}?mois=${month}`)
  await opened
  return (await page.locator("button[name=dates]:not([disabled])").first().getAttribute("value")) ?? ""
}

async function closeDay(page: Page, product: string, day: string): Promise<void> {
  await page.goto(`/admin/availability?du=${day}&au=${day}&pour=${product}&geste=bloquer`)
  await page.getByRole("dialog").getByRole("button", { name: "Bloquer", exact: true }).click()
}
