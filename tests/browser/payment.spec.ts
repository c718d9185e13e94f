import type { Browser, Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { paymentReference } from "../../domain/finance/payment-reference.ts"
import { iban, bookingToPay } from "./bookings.ts"
import { account, signIn } from "./wizard.ts"

const money = (text: string) => text.replaceAll(" ", "\u00a0")
const readPayments = (shop: Shop, id: string) =>
  shop.sql<{ amount: number; provider: string }>("select amount, provider from payments where booking_id = $1", [id])

async function openPaymentPage(page: Page, shop: Shop, number: number): Promise<string> {
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await page.getByRole("button", { name: money("Payer 75 €") }).click()
  await expect(page.getByRole("heading", { name: money("75 € à payer"), level: 1 })).toBeVisible()
  return /\/payer\/([0-9a-f]{36})$/.exec(page.url())?.[1] ?? ""
}

async function payByDemonstration(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: money(`Payer ${amount}`), exact: true }).click()
  await page.getByRole("button", { name: money(`Payer ${amount} (démonstration)`) }).click()
  await expect(page.getByRole("heading", { name: "Paiement reçu" })).toBeVisible()
}

async function wholeWay(page: Page, browser: Browser, shop: Shop) {
  const { id, number } = await bookingToPay(page, browser, shop)
  await openPaymentPage(page, shop, number)
  await expect(page.getByText("Paiement de démonstration")).toBeVisible()
  const transfer = page.getByRole("region", { name: "Payer par virement" })
  await expect(transfer).toContainText(iban.slice(0, 4))
  await expect(transfer).toContainText(paymentReference(number))
  await expect(page.getByRole("region", { name: "Maintenant et plus tard" })).toContainText(money("175 €"))

  // A card is refused, abandoned, then paid.
  await page.getByRole("button", { name: money("Payer 75 €"), exact: true }).click()
  await page.getByRole("button", { name: "Simuler une carte refusée" }).click()
  await expect(page.getByRole("heading", { name: "La carte a été refusée" })).toBeVisible()
  await page.getByRole("link", { name: "Reprendre le paiement" }).click()
  await page.getByRole("button", { name: money("Payer 75 €"), exact: true }).click()
  await page.getByRole("link", { name: "Revenir sans payer" }).click()
  await expect(page.getByRole("heading", { name: "Vous n’avez pas payé" })).toBeVisible()
  expect(await readPayments(shop, id)).toEqual([])
  await page.getByRole("link", { name: "Reprendre le paiement" }).click()
  await payByDemonstration(page, "75 €")
  expect(await readPayments(shop, id)).toEqual([{ amount: 7500, provider: "demo" }])
  // A reload records nothing more.
  await page.reload()
  expect(await readPayments(shop, id)).toHaveLength(1)
  await page.getByRole("link", { name: "Voir ma réservation" }).click()
  await expect(page.getByRole("button", { name: money("Payer 175 €") })).toBeVisible()
  return { id, number }
}

test.describe("the payment on a phone, without a script", () => {
  test.use({ viewport: { width: 360, height: 780 }, javaScriptEnabled: false })

  test("a request goes the same way to the end, with a demonstration notice and a returned cheque deposit", async ({
    page,
    browser,
    openWindow,
    shop,
  }) => {
    await shop.sql("update products set security_deposit = 50000")
    const { id, number } = await wholeWay(page, browser, shop)
    const deposit = page.getByRole("region", { name: money("Caution de 500 €") })
    const owner = await openWindow()
    const here = `/admin/bookings/${number}`
    await signIn(owner, shop, shop.administrator, here)
    await expect(owner.getByRole("region", { name: "Argent" })).toContainText("Réservation de démonstration")
    await owner.locator("summary", { hasText: "Documents" }).click()
    await expect(owner.getByRole("region", { name: "Factures" })).toContainText(
      "Facture d’acompte de démonstration DEMO-1",
    )
    await expect(owner.getByRole("link", { name: "Noter un paiement" })).toHaveCount(0)
    await owner.goto(`${shop.url}/admin/finance/encaissements`)
    await expect(owner.getByRole("region", { name: "Démonstration" })).toContainText("1 écriture")
    await owner.goto(shop.url + here)
    await owner.getByRole("link", { name: "Noter un chèque ou un virement" }).click()
    await owner.getByRole("button", { name: "Noter la caution" }).click()
    const held = owner.getByRole("region", { name: money("Caution de 500 €") })
    await expect(held).toContainText("Par chèque, reçue le")
    await page.reload()
    await expect(deposit).toContainText(/chèque/)
    await held.getByRole("link", { name: "Noter qu’elle est rendue" }).click()
    await owner.getByRole("button", { name: "Noter qu’elle est rendue" }).click()
    await expect(held).toContainText("Rendue")
    // A job informs the customer: without a script the page has to be reloaded.
    await expect(async () => {
      await page.reload()
      await expect(deposit).toContainText("Rendue le", { timeout: 500 })
    }).toPass({ timeout: 30_000 })
    expect(await shop.sql("select means, amount from payments where booking_id = $1", [id])).toEqual([
      { means: "card", amount: 7500 },
    ])
  })
})

test("a payment link can be paid by any holder, and opens nothing else @S-paid", async ({
  page,
  browser,
  openWindow,
  shop,
}) => {
  const { id, number, secret: signing } = await bookingToPay(page, browser, shop)
  const secret = await openPaymentPage(page, shop, number)
  await expectAccessibleEverywhere(page, "the payment page")
  const other = await openWindow()
  const answer = await other.goto(`${shop.url}/payer/${secret}`)
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer")
  expect(answer?.headers()["x-robots-tag"]).toBe("noindex")
  await expect(other.getByText(account.name)).toHaveCount(0)
  // A link of one purpose opens nothing of another.
  expect((await other.request.get(`${shop.url}/signer/${secret}`)).status()).toBe(404)
  expect((await other.request.get(`${shop.url}/signer/${secret}/contrat.pdf`)).status()).toBe(404)
  expect((await other.request.get(`${shop.url}/payer/${signing}`)).status()).toBe(404)
  expect((await other.request.get(`${shop.url}/payer/${signing}/retour`)).status()).toBe(404)
  const postTo = (path: string) =>
    other.request.post(`${shop.url}${path}`, { form: { montant: "7500" }, maxRedirects: 0 })
  expect((await postTo(`/payer/${signing}`)).status()).toBe(404)
  expect((await postTo(`/signer/${secret}/payer`)).status()).toBe(404)

  // Two at once, another amount, and twice: one session, one payment.
  expect((await other.request.post(`${shop.url}/payer/${secret}`, { form: { montant: "1" } })).status()).toBe(409)
  const both = await Promise.all([postTo(`/payer/${secret}`), postTo(`/payer/${secret}`)])
  expect(both.map((each) => each.status())).toEqual([303, 303])
  expect(await shop.sql("select from card_payments where booking_id = $1", [id])).toHaveLength(1)
  await other.goto(`${shop.url}/payer/${secret}`)
  await payByDemonstration(other, "75 €")
  await expect(other.getByRole("link", { name: "Voir ma réservation" })).toHaveCount(0)
  expect(await readPayments(shop, id)).toHaveLength(1)
  await other.getByRole("link", { name: "Voir ce qui reste à payer" }).click()
  await payByDemonstration(other, "175 €")
  await expect(other.getByText("Tout est réglé.")).toBeVisible()
  expect(await shop.sql("select payment_status from bookings where id = $1", [id])).toEqual([
    { payment_status: "paid" },
  ])
  await expect(other.getByRole("link", { name: "Voir ce qui reste à payer" })).toHaveCount(0)
  await expect(other.getByRole("main").getByRole("link", { name: "Retour à l’accueil" })).toBeVisible()
  await other.getByRole("link", { name: "Me connecter à mon compte" }).click()
  await expect(other).toHaveURL(new RegExp(`/connexion\\?retour=.*bookings.*${number}`))

  await shop.sql("update booking_links set revoked_at = now() where booking_id = $1", [id])
  expect((await other.request.get(`${shop.url}/payer/${secret}`)).status()).toBe(410)
})
