import { expect, test } from "../harness/shop.ts"
import {
  account,
  address,
  chooseDays,
  giveAddress,
  goOn,
  openWizard,
  readBookings,
  signIn,
  signUpInWizard,
} from "./wizard.ts"

test("a link carries a code to the wizard's price, a wrong one loses nothing, and its owner reads who used it (D65)", async ({
  page,
  openWindow,
  shop,
}) => {
  const desk = await openWindow()
  await signIn(desk, shop, shop.administrator, "/admin/codes-promo/nouveau")
  await desk.getByRole("textbox", { name: "Code", exact: true }).fill("été-2027")
  await desk.getByLabel("De combien").fill("10")
  await desk.getByRole("button", { name: "Enregistrer" }).click()
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("ETE-2027")
  const link = await desk.getByRole("textbox", { name: "Lien qui porte le code" }).inputValue()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(shop.url + new URL(link).pathname)
  await expect(page).toHaveURL(/\/catalog/)
  await openWizard(page, shop)
  await chooseDays(page)
  const receipt = page.locator(".receipt").first()
  await expect(receipt).toContainText("Code ETE-2027")
  await goOn(page, "Vos options")
  await goOn(page, "Inscription")
  await signUpInWizard(page, account)
  await giveAddress(page, address)
  await goOn(page, "Livraison ou retrait")
  await expect(receipt).toContainText("225 €")

  const field = page.getByLabel(/^Code promo/)
  await field.fill("HIVER")
  await page.getByRole("button", { name: "Appliquer" }).click()
  await expect(page.locator("#code-promo-error")).toHaveText("Ce code n’existe pas. Vérifiez son écriture.")
  await expect(field).toHaveValue("HIVER")
  // A code that was not applied never changes the price at the last moment.
  await field.fill("")
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(receipt).not.toContainText("Code ETE-2027")
  await field.fill("ete 2027")
  await page.getByRole("button", { name: "Appliquer" }).click()
  await expect(page.locator("#code-promo-error")).toBeVisible()
  await field.fill("ete-2027")
  await page.getByRole("button", { name: "Appliquer" }).click()
  await expect(receipt).toContainText("225 €")
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page).toHaveURL(/confirmation/)
  expect(await readBookings(shop, account.email)).toMatchObject([{ total: 22_500 }])

  await desk.reload()
  await expect(desk.getByText("1 réservation, 25 € de remises pour 225 € de ventes")).toBeVisible()
  await expect(desk.getByText(account.name)).toBeVisible()
})
