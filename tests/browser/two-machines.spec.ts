import { expect, test } from "../harness/shop.ts"
import { confirmAsOwner, iban, mailContract, readBooking, signByLink } from "./bookings.ts"
import { withCart } from "./fill-cart.ts"
import { giveAddress, goOn, signIn } from "./wizard.ts"

test("two machines go from one cart to one contract, one payment and one invoice", async ({
  page,
  openWindow,
  shop,
  browser,
}) => {
  await shop.sql("update finance_settings set iban = $1", [iban])
  await withCart(page, shop)
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Miroir magique" }) })
    .getByRole("button", { name: "Retirer" })
    .click()
  await expect(page.getByText("Hors livraison, comptée une seule fois.")).toBeVisible()
  await page.getByRole("link", { name: "Valider" }).click()
  await giveAddress(page)
  await goOn(page, "Livraison ou retrait")
  await page.getByRole("radio", { name: /Retrait/ }).check()
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()

  const { id, number } = await readBooking(shop)
  await confirmAsOwner(browser, shop)
  const secret = await mailContract(shop)
  const signing = await openWindow()
  await signing.goto(`${shop.url}/signer/${secret}`)
  for (const machine of ["Borne de table", "Photomaton bois"])
    await expect(signing.locator(".recap dd", { hasText: machine }).first()).toBeVisible()
  await signByLink(signing, shop, secret)
  const rows = await shop.sql<{ contracts: number; instalments: number; total: number }>(
    `select (select count(*)::integer from contracts where booking_id = bookings.id) as contracts,
       (select count(*)::integer from instalments where booking_id = bookings.id) as instalments, total
     from bookings where user_id = (select user_id from bookings where id = $1)`,
    [id],
  )
  expect(rows).toEqual([{ contracts: 1, instalments: 2, total: 37_000 }])

  const desk = await openWindow()
  await signIn(desk, shop, shop.administrator, `/admin/bookings/${number}?geste=paiement`)
  const form = desk.locator("form:has([name=montant])").first()
  await form.getByLabel("Montant reçu").fill("111")
  await form.locator("[name=moyen]").selectOption("cheque")
  await form.getByRole("button", { name: "Noter le paiement" }).click()
  await desk.locator("summary", { hasText: "Documents" }).click()
  await expect(desk.getByRole("region", { name: "Factures" })).toContainText(/Facture d’acompte F-\d{4}-\d{4}/)
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Borne de table, Photomaton bois")
  for (const machine of ["Borne de table", "Photomaton bois"])
    await expect(page.locator(".recap-plain dt", { hasText: machine })).toBeVisible()
  await expect(page.getByRole("region", { name: "Documents" })).toContainText(/Facture d’acompte/)
})
