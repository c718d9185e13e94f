import { expect, test } from "../harness/shop.ts"
import { sendRequest } from "./bookings.ts"
import { signIn } from "./wizard.ts"

test("a customer's calendar and the owner's follow the bookings at a secret address until it is revoked", async ({
  page,
  openWindow,
  shop,
  request,
}) => {
  const { number } = await sendRequest(page, shop)
  await page.goto("/account")
  await page.getByRole("link", { name: "Les suivre dans mon agenda" }).click()
  await page.getByLabel("Nom, pour le reconnaître").fill("Mon téléphone")
  await page.getByRole("button", { name: "Créer un lien" }).click()
  const address = await page.getByRole("textbox", { name: "Lien de l’agenda" }).inputValue()
  expect(await (await request.get(address)).text()).toContain(`${number}`)
  await expect(page.getByText("Mon téléphone", { exact: true })).toBeVisible()
  // Shown once.
  await page.reload()
  await expect(page.getByRole("textbox", { name: "Lien de l’agenda" })).toHaveCount(0)
  await page.getByRole("button", { name: /^Retirer le lien Mon téléphone/ }).click()
  await expect(page.getByText("Le lien est retiré")).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)

  const screen = await openWindow({ javaScriptEnabled: false })
  await signIn(screen, shop, shop.administrator, "/admin/availability/agendas")
  await screen.getByLabel("Les jours de préparation").check()
  await screen.getByLabel(/^Avec les noms/).check()
  await screen.getByRole("button", { name: "Créer un lien" }).click()
  const whole = await screen.getByRole("textbox", { name: "Lien de l’agenda" }).inputValue()
  expect(await (await request.get(whole)).text()).toContain("SUMMARY:")
  await expect(screen.getByText(/tous les produits, avec les noms, jours de préparation/)).toBeVisible()
  await screen.getByRole("button", { name: /^Retirer le lien/ }).click()
  expect((await request.get(whole)).status()).toBe(404)
})
