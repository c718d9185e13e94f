import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn } from "./wizard.ts"

async function laterRequest(shop: Shop): Promise<{ id: string; number: string; total: number }> {
  const [request] = await shop.sql<{ id: string; number: string; total: number }>(`
    select id, number, total from bookings
    where status = 'pending' and first_day > current_date + 30 and not distance_to_confirm order by created_at limit 1`)
  if (!request) throw new Error("The demonstration has no request for later")
  return request
}

const readTotal = async (shop: Shop, id: string) =>
  (await shop.sql<{ total: number }>("select total from bookings where id = $1", [id]))[0]?.total

const expectTitle = (page: Page, title: string) => expect(page.getByText(title, { exact: true }).first()).toBeVisible()

test("the owner reduces a price and restores it, on a phone without scripts", async ({ openWindow, shop }) => {
  const { id, number, total } = await laterRequest(shop)
  const page = await openWindow({ javaScriptEnabled: false })
  await page.setViewportSize({ width: 360, height: 900 })
  const path = `/admin/bookings/${number}`
  await signIn(page, shop, shop.administrator, path)
  await page.getByRole("link", { name: "Remise, supplément ou prix convenu" }).click()
  await page.getByLabel("Montant").fill("beaucoup")
  await page.getByLabel("Motif").fill("Deuxième fête chez nous")
  await page.getByRole("button", { name: "Ajouter au prix" }).click()
  await expect(page.getByText("Indiquez un montant en euros, par exemple 50 ou 49,90.")).toBeVisible()
  await expect(page.getByLabel("Motif")).toHaveValue("Deuxième fête chez nous")
  await page.getByLabel("Montant").fill("49,90")
  await page.getByLabel("Nom de la ligne").fill("Remise fidélité")
  await page.getByRole("button", { name: "Ajouter au prix" }).click()
  await expectTitle(page, "Ligne ajoutée au prix")
  expect(await readTotal(shop, id)).toBe(total - 4_990)
  await expect(page.getByLabel("Prix", { exact: true })).toContainText("Deuxième fête chez nous")

  await page.getByRole("link", { name: /Retirer « Remise fidélité »/ }).click()
  await page.getByRole("button", { name: "Retirer la ligne" }).click()
  await expectTitle(page, "Ligne retirée du prix")
  expect(await readTotal(shop, id)).toBe(total)
  await page.locator("summary", { hasText: "Historique" }).click()
  await expect(page.getByText(/fidélité.*retirée du prix par/).first()).toBeVisible()
})

test("a price changed meanwhile is shown again before anything is added", async ({ page, shop }) => {
  const { id, number, total } = await laterRequest(shop)
  await signIn(page, shop, shop.administrator, `/admin/bookings/${number}?geste=prix`)
  await page.getByLabel("Montant").fill("beaucoup")
  await page.getByRole("button", { name: "Ajouter au prix" }).click()
  await expect(page.getByText("Indiquez un montant en euros, par exemple 50 ou 49,90.").first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel("Montant").fill("20")
  await page.getByLabel("Motif").fill("Retard de livraison")
  const other = await page.context().newPage()
  await other.goto(`${shop.url}/admin/bookings/${number}?geste=prix`)
  await other.getByLabel("Montant").fill("30")
  await other.getByLabel("Motif").fill("Fidélité")
  await other.getByRole("button", { name: "Ajouter au prix" }).click()
  await expectTitle(other, "Ligne ajoutée au prix")
  await page.getByRole("button", { name: "Ajouter au prix" }).click()
  await expect(page.getByText(/a changé cette réservation/).first()).toBeVisible()
  expect(await readTotal(shop, id)).toBe(total - 3_000)
  await expect(page.getByLabel("Motif")).toHaveValue("Retard de livraison")
  await page.getByRole("button", { name: "Ajouter au prix" }).click()
  await expect.poll(() => readTotal(shop, id)).toBe(total - 5_000)
})
