import type { Browser, Page } from "@playwright/test"
import { type Shop, test as base, expect } from "../harness/shop.ts"
import {
  STAND_IN_KEY,
  STAND_IN_WEBHOOK_SECRET,
  type StripeStandIn,
  startStripeStandIn,
} from "../harness/stripe-stand-in.ts"
import { type Booked, signByLink, toSign } from "./booked.ts"

/** A shop that takes cards for real, as far as it can tell. */
const test = base.extend<{ stripe: StripeStandIn }>({
  // eslint-disable-next-line no-empty-pattern
  stripe: async ({}, use) => {
    const stripe = await startStripeStandIn()
    await use(stripe)
    await stripe.stop()
  },
  variables: async ({ stripe }, use) => {
    await use({
      STRIPE_SECRET_KEY: STAND_IN_KEY,
      STRIPE_WEBHOOK_SECRET: STAND_IN_WEBHOOK_SECRET,
      STRIPE_API_BASE: stripe.url,
    })
  },
})

test.setTimeout(240_000)

const money = (text: string) => text.replaceAll(" ", "\u00a0")

async function signedWithDeposit(page: Page, browser: Browser, shop: Shop): Promise<Booked> {
  await shop.sql("update products set security_deposit = 50000")
  const made = await toSign(page, browser, shop)
  await signByLink(page, shop, made.secret)
  return made
}

/** Tells the shop what happened at Stripe since the last time, as Stripe does. */
async function tellAll(page: Page, shop: Shop, stripe: StripeStandIn): Promise<void> {
  for (const event of stripe.events.splice(0)) {
    const { payload, signature } = stripe.signed(event)
    const answer = await page.request.post(`${shop.url}/webhooks/stripe`, {
      data: payload,
      headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
    })
    expect(answer.status()).toBe(200)
  }
}

test("a deposit goes its whole way: agreed with the first payment, authorised, announced, answered, kept in part", async ({
  page,
  browser,
  shop,
  stripe,
}) => {
  const { id, number } = await signedWithDeposit(page, browser, shop)
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(page.getByRole("region", { name: money("Caution de 500 €") })).toContainText("Aucune carte")
  await page.getByRole("button", { name: money("Payer 75 €") }).click()
  await page.getByRole("checkbox", { name: /gardée par le prestataire de paiement/ }).check()
  await page.getByRole("button", { name: money("Payer 75 €"), exact: true }).click()
  await expect(page.getByRole("heading", { name: "Page de paiement de Stripe" })).toBeVisible()
  await page.getByRole("button", { name: "Payer" }).click()
  await expect(page.getByRole("heading", { name: "Paiement reçu" })).toBeVisible()
  await page.getByRole("link", { name: "Voir ma réservation" }).click()
  const deposit = page.getByRole("region", { name: money("Caution de 500 €") })
  await expect(deposit).toContainText("Visa 4242 est enregistrée")

  // The rental is tomorrow: another card is authorised at once, its holder being there.
  await shop.sql(
    "update bookings set first_day = current_date + 1, last_day = current_date + 1, dates = array[current_date + 1] where id = $1",
    [id],
  )
  await deposit.getByRole("button", { name: "Voir la caution" }).click()
  await page.getByRole("button", { name: "Enregistrer une autre carte" }).click()
  await expect(page.getByText("Sans cet accord, aucune carte n’est enregistrée.")).toBeVisible()
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Enregistrer une autre carte" }).click()
  await page.getByRole("button", { name: "Payer" }).click()
  await expect(page.getByRole("heading", { name: "Caution autorisée" })).toBeVisible()
  await tellAll(page, shop, stripe)

  await shop.sql(
    `insert into condition_reports (id, booking_id, leg, damaged, remarks, client_name, client_signature, company_name,
       company_signature, recorded_at)
     values (gen_random_uuid(), $1, 'back', true, 'Une vitre est fêlée.', 'Elena', '{"kind": "typed", "text": "Elena"}',
       'Camille', '{"kind": "typed", "text": "Camille"}', now())`,
    [id],
  )

  // The owner tells what is to be kept, once the rental is over; nothing can be taken before the customer has answered.
  await shop.sql(
    "update bookings set first_day = current_date, last_day = current_date, dates = array[current_date] where id = $1",
    [id],
  )
  const context = await browser.newContext()
  await shop.admit(context)
  const owner = await context.newPage()
  await owner.goto(`${shop.url}/admin/bookings/${number}`)
  const section = owner.getByRole("region", { name: money("Caution de 500 €") })
  await expect(section).toContainText("Autorisée")
  await section.getByRole("link", { name: "Annoncer une retenue" }).click()
  await owner.getByLabel("Montant à retenir").fill("600")
  await owner.getByLabel("Motif").fill("Une vitre est fêlée.")
  await owner.getByRole("button", { name: "Annoncer la retenue" }).click()
  await expect(owner.getByText(money("Au plus 500 €, la caution entière."))).toBeVisible()
  await owner.getByLabel("Montant à retenir").fill("80")
  await owner.getByRole("button", { name: "Annoncer la retenue" }).click()
  await expect(owner.getByText("Retenue annoncée", { exact: true })).toBeVisible()
  await expect(section.getByRole("link", { name: /^Garder/ })).toHaveCount(0)

  await page.getByRole("link", { name: "Voir ma réservation" }).click()
  await deposit.getByRole("button", { name: "Présenter mes observations" }).click()
  const report = await page.request.get(`${page.url()}/etat-des-lieux`)
  expect([report.status(), report.headers()["content-type"]]).toEqual([200, "application/pdf"])
  await expect(page.getByRole("link", { name: "État des lieux de retour (PDF)" })).toBeVisible()
  await page.getByLabel("Vos observations").fill("Elle l’était déjà à la livraison.")
  await page.getByRole("button", { name: "Envoyer mes observations" }).click()
  await expect(page.getByText("Vos observations sont enregistrées.")).toBeVisible()

  await owner.goto(`${shop.url}/admin`)
  await owner.goto(`${shop.url}/admin/bookings/${number}`)
  await expect(section).toContainText("Elle l’était déjà à la livraison.")
  await section.getByRole("link", { name: money("Garder 80 €") }).click()
  await owner.getByRole("button", { name: "Garder ce montant" }).click()
  await expect(async () => {
    await owner.goto(`${shop.url}/admin/bookings/${number}`)
    await expect(section).toContainText(money("80 € gardés"), { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  expect(stripe.intents().filter((intent) => intent["capture_method"] === "manual")).toMatchObject([
    { amount: 50_000, amount_received: 8000, status: "succeeded" },
  ])
  // Neither the card that was replaced nor the one that was authorised is kept.
  await expect(() => expect(stripe.customers()).toHaveLength(0)).toPass({ timeout: 30_000 })
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(deposit).toContainText(money("80 € ont été gardés"))
  await context.close()
})
