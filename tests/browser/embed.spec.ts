import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"

async function serveElsewhere(tag: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8")
    response.end(
      `<!doctype html><html lang="fr"><head><title>Le moulin</title><meta name="viewport" content="width=device-width"></head><body><main><h1>Le moulin</h1>${tag}</main></body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

test("a product is priced and booked from another site, through the owner's copied tag", async ({ page, shop }) => {
  const [product] = await shop.sql<{ id: string; name: string }>(
    "select id, name from products where is_active and price > 0 order by name limit 1",
  )
  if (!product) throw new Error("The demonstration has products.")
  await shop.admit(page.context())
  await page.goto(`/admin/products/${product.id}`)
  const tag = await page.getByRole("textbox", { name: "Code à coller dans la page" }).inputValue()
  await page.context().clearCookies()

  await page.setViewportSize({ width: 360, height: 740 })
  const otherSite = await serveElsewhere(tag)
  await page.goto(otherSite.url)
  const frame = page.frameLocator("iframe[title='Disponibilité et prix']")
  await expect(frame.getByRole("heading", { name: product.name })).toBeVisible()
  await expectAccessible(page)

  const height = () => page.locator("iframe").evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(height).not.toBe(430)
  const before = await height()
  await frame.getByLabel("Date de votre événement").fill("2027-06-12")
  await frame.getByLabel("Code postal").fill("99999")
  await frame.getByRole("button", { name: "Voir le prix à ma date" }).click()
  await expect(frame.getByLabel("Code postal")).toHaveAccessibleDescription(/Aucune commune/)
  await expect(frame.getByText("Disponible le 12 juin")).toBeVisible()
  await expect.poll(height).toBeGreaterThan(before)

  await frame.getByLabel("Code postal").fill("94130")
  await frame.getByRole("button", { name: "Voir le prix à ma date" }).click()
  await expect(frame.getByText("livré le 12 juin")).toBeVisible()
  await frame.getByRole("link", { name: "Réserver" }).click()
  await page.waitForURL(/\/book\/.*dates=2027-06-12.*cp=94130/)
  await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
  otherSite.close()
})
