import { expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { account, reachDelivery, readBookings, signIn } from "./wizard.ts"

const field = {
  name: "Raison sociale",
  siret: "SIRET",
  order: /^Bon de commande/,
  reference: /^Code service ou référence/,
}

test("a company books with its order number, a mistyped SIRET loses nothing, and the owner notes a later number (D71)", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await reachDelivery(page, shop)
  await expect(page.getByLabel(field.siret)).toBeHidden()
  await page.getByRole("checkbox", { name: "Pour une entreprise ou une association" }).check()
  await page.getByLabel(field.name).fill("Atelier Morel")
  await page.getByLabel(field.siret).fill("552 081 317 66523")
  await page.getByLabel(field.order).fill("BC-2027-118")
  await page.getByRole("radio", { name: /Par virement, sur facture/ }).check()
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.locator("#company-siret-error")).toBeVisible()
  await expect(page.getByLabel(field.order)).toHaveValue("BC-2027-118")
  await expect(page.getByRole("radio", { name: /Par virement, sur facture/ })).toBeChecked()
  await expectAccessible(page)
  await page.getByLabel(field.siret).fill("552 081 317 66522")
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page).toHaveURL(/confirmation/)

  const [booking] = await readBookings(shop, account.email)
  const [row] = await shop.sql<{ number: string; company: object }>(
    "select number, company from bookings where id = $1",
    [booking?.id],
  )
  expect(row?.company).toMatchObject({ name: "Atelier Morel", siret: "55208131766522", invoiceDueDays: 8 })
  await signIn(page, shop, shop.administrator, `/admin/bookings/${row?.number}`)
  await expect(page.getByText("Acompte par virement, sur facture à 8 jours")).toBeVisible()
  await page.getByLabel(field.reference).fill("SERVICE-FETES")
  await page
    .locator("form")
    .filter({ has: page.getByLabel(field.reference) })
    .getByRole("button", { name: "Enregistrer" })
    .click()
  await expect(page.getByText("Références enregistrées")).toBeVisible()
  await expect(page.getByLabel(field.reference)).toHaveValue("SERVICE-FETES")
})
