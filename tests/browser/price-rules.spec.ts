import { expect, test } from "../harness/shop.ts"
import { chooseDays, goOn, openWizard, signIn } from "./wizard.ts"

test("the owner makes a rule, tries it, and a customer reads its line from the first step (D64)", async ({
  page,
  openWindow,
  shop,
}) => {
  const desk = await openWindow()
  await signIn(desk, shop, shop.administrator, "/admin/regles-de-prix?regle=jours")
  await desk.getByRole("textbox", { name: "Nom", exact: true }).fill("Tarif tous les jours")
  await desk.getByLabel("Changement").fill("−20 %")
  await desk.getByRole("button", { name: "Ajouter la règle" }).click()
  await expect(desk.getByText("Cochez au moins un jour.").first()).toBeVisible()
  for (const box of await desk.locator("#weekdays input").all()) await box.check()
  await desk.getByRole("button", { name: "Ajouter la règle" }).click()
  await expect(desk.getByRole("heading", { name: "Tarif tous les jours" })).toBeVisible()
  await desk.goto(`${shop.url}/admin/finance/simulateur`)
  await expect(desk.getByRole("link", { name: "Tarif tous les jours" })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await openWizard(page, shop)
  await chooseDays(page)
  const receipt = page.locator(".receipt").first()
  await expect(receipt).toContainText("Tarif tous les jours")
  await goOn(page, "Vos options")
  await expect(receipt).toContainText("200 €")

  await desk.goto(`${shop.url}/admin/regles-de-prix`)
  await desk.getByRole("button", { name: "Désactiver : Tarif tous les jours" }).click()
  await expect(desk.getByText("Règle désactivée")).toBeVisible()
  await page.reload()
  await expect(receipt).not.toContainText("Tarif tous les jours")
})
