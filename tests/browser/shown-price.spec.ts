import { addDays, dayInParis } from "../../domain/day.ts"
import { expect, test } from "../harness/shop.ts"

test.use({ viewport: { width: 1280, height: 800 } })

const product = "Photomaton bois"

test("a visitor shows a price, and a reader without script or account reaches the wizard with the same total, though prices have risen", async ({
  page,
  shop,
  browser,
}) => {
  const day = addDays(dayInParis(new Date()), 150)
  await shop.sql("delete from occupancy where during && rental_range($1::date - 3, $1::date + 3, 0)", [day])
  const [row] = await shop.sql<{ id: string }>("select id from products where name = $1", [product])
  const choice = `step=options&date=${day}&packs=2&cp=77300&ville=Fontainebleau`
  await page.goto(`${shop.url}/book/${row?.id}?${choice}`)
  const total = await page.locator(".receipt .total strong").first().textContent()

  await page.getByRole("link", { name: "Montrer à quelqu’un" }).first().click()
  await page.getByLabel("Votre prénom").fill("Camille 06")
  await page.getByRole("button", { name: "Créer le lien" }).click()
  await expect(page.getByText("Un prénom, sans chiffre ni signe.").first()).toBeVisible()
  await page.getByLabel("Votre prénom").fill("Camille")
  await page.getByRole("button", { name: "Créer le lien" }).click()
  await expect(page.getByText("Votre lien est prêt")).toBeVisible()
  const link = await page.getByRole("textbox", { name: "Lien à montrer" }).inputValue()
  await shop.sql("update products set price = price + 5000 where id = $1", [row?.id])

  try {
    const reader = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
    const other = await reader.newPage()
    await other.goto(link)
    await expect(other.getByText("Camille vous montre un photobooth")).toBeVisible()
    await expect(other.getByText("77300 Fontainebleau")).toBeVisible()
    await expect(other.locator(".receipt .total strong").first()).toHaveText(total ?? "")
    await other.getByRole("link", { name: "Réserver cette date" }).click()
    await expect(other.getByRole("heading", { name: "Vos options" })).toBeVisible()
    await expect(other.locator(".receipt .total strong").first()).toHaveText(total ?? "")
    await reader.close()
  } finally {
    await shop.sql("update products set price = price - 5000 where id = $1", [row?.id])
  }
})
