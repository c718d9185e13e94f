import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { confirmAsOwner, sendRequest } from "./booked.ts"
import { account, signIn } from "./wizard.ts"

/** Closes a day of a product for every machine of it, as the owner does elsewhere. */
async function closeDay(shop: Shop, product: string, day: string): Promise<void> {
  await shop.sql(
    `insert into occupancy (product_id, unit, day, kind)
     select id, unit, $2::date, 'block' from products, generate_series(1, stock) unit where id = $1`,
    [product, day],
  )
}

const freeDays = (page: Page) => page.locator("button[name=dates]:not([disabled])")

test("a day that is taken elsewhere greys out in the open calendar, also after the line was cut @C-realtime", async ({
  page,
  shop,
}) => {
  const [product] = await shop.sql<{ id: string }>("select id from products where is_active and stock = 1 limit 1")
  const id = product?.id ?? ""
  const opened = page.waitForRequest(/\/api\/live\?/)
  await page.goto(`/product/${id}`)
  await opened
  const [first = "", second = ""] = await freeDays(page).evaluateAll((days) =>
    days.map((day) => (day as HTMLButtonElement).value),
  )
  const cell = (day: string) => page.locator(`button[name=dates][value="${day}"]:not([disabled])`)
  await closeDay(shop, id, first)
  await expect(cell(first)).toHaveCount(0)
  await expect(cell(second)).toHaveCount(1)

  // The process that it listened to dies, and what happens meanwhile is caught up with.
  await shop.restart("SIGKILL")
  await closeDay(shop, id, second)
  await expect(cell(second)).toHaveCount(0, { timeout: 15_000 })
})

test("a request slides into the owner's list, but under no hand; an answered one says by whom", async ({
  page,
  browser,
  shop,
}) => {
  await signIn(page, shop, shop.administrator, "/admin/aujourdhui")
  const requests = page.getByRole("region", { name: /Demandes en attente/ })
  const row = requests.getByRole("listitem").filter({ hasText: account.name })
  const rows = await requests.getByRole("listitem").count()
  await requests
    .getByRole("button", { name: /^Confirmer pour/ })
    .first()
    .hover()

  const home = await browser.newContext()
  const customer = await home.newPage()
  const { number } = await sendRequest(customer, shop)
  const waiting = page.getByText(/^\d+ changements?/)
  await expect(waiting).toBeVisible()
  await expect(requests.getByRole("listitem")).toHaveCount(rows)
  await page.getByRole("button", { name: "Afficher" }).click()
  await expect(row).toHaveCount(1)
  await expect(waiting).toHaveCount(0)

  // The same owner on another device answers, and this page follows by itself.
  await customer.goto(`${shop.url}/account/bookings/${number}`)
  await expect(customer.getByText("En attente").first()).toBeVisible()
  await page.mouse.move(0, 0)
  await confirmAsOwner(browser, shop)
  await expect(row).toContainText("Confirmée par vous")
  await expect(row).toHaveCount(0, { timeout: 15_000 })
  await expect(customer.getByText("Confirmée").first()).toBeVisible()
  await home.close()
})
