import type { Browser, Page } from "@playwright/test"
import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import { type OpenWindow, type Shop, test as base, expect } from "../harness/shop.ts"
import {
  STAND_IN_KEY,
  STAND_IN_WEBHOOK_SECRET,
  type StripeStandIn,
  startStripeStandIn,
} from "../harness/stripe-stand-in.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { type TestBooking, signByLink, bookingToSign } from "./bookings.ts"
import { matchInMail } from "./read-mail.ts"
import { signIn } from "./wizard.ts"
import { makeDue } from "../harness/jobs.ts"

/** The shop believes that it takes real card payments. */
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

const money = (text: string) => text.replaceAll(" ", "\u00a0")

/** Runs a job as of that day, while the shop serves, and returns its output. */
const job = (shop: Shop, name: string, on: Day) => shop.job(name, new Date(`${on}T10:00:00Z`))

async function signedWithDeposit(page: Page, browser: Browser, shop: Shop): Promise<TestBooking> {
  await shop.sql("update products set security_deposit = 50000")
  const made = await bookingToSign(page, browser, shop)
  await signByLink(page, shop, made.secret)
  return made
}

/** Delivers the events since the last call, as Stripe does. */
async function deliverEvents(page: Page, shop: Shop, stripe: StripeStandIn): Promise<void> {
  for (const event of stripe.events.splice(0)) {
    const { payload, signature } = stripe.signed(event)
    const answer = await page.request.post(`${shop.url}/webhooks/stripe`, {
      data: payload,
      headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
    })
    expect(answer.status()).toBe(200)
  }
}

async function refuseOnStripe(page: Page, shop: Shop, stripe: StripeStandIn): Promise<void> {
  await page.getByRole("button", { name: money("Payer 75 €"), exact: true }).click()
  await expect(page.getByRole("heading", { name: "Page de paiement de Stripe" })).toBeVisible()
  const [open] = await shop.sql<{ session_id: string }>("select session_id from card_payments where status = 'open'")
  stripe.refuse(open?.session_id ?? "")
  await page.getByRole("link", { name: "Retour" }).click()
  await expect(page.getByRole("heading", { name: "Vous n’avez pas payé" })).toBeVisible()
  await expect(page.getByText(/pas assez approvisionné.* Rien n’a été débité\./)).toBeVisible()
}

const authorisations = (stripe: StripeStandIn) =>
  stripe
    .intents()
    .filter(({ capture_method: method, status }) => method === "manual" && status !== "requires_payment_method")

/** The bank's possible refusals of an off-session authorisation, and who reads which message. */
const refusals = {
  insufficient_funds: {
    why: /"why":"(refused)"|(a refusé)/,
    owner: "la banque a dit non. Il faut une autre carte du client",
    customer: "La banque a refusé l’empreinte sur Visa 4242. Essayez une autre carte.",
  },
  authentication_required: {
    why: /"why":"(authentication)"|(Votre banque vous demande de confirmer)/,
    owner: "la banque veut que le client confirme lui-même",
    customer: "Votre banque vous demande de confirmer l’empreinte.",
  },
}

/** The bank refuses two days before the rental. `mails`: card requests sent by then. */
async function refuseBeforeRental(
  openWindow: OpenWindow,
  { shop, stripe, id, number, on }: { shop: Shop; stripe: StripeStandIn; id: string; number: number; on: Day },
  refusal: keyof typeof refusals,
  mails: number,
): Promise<void> {
  const says = refusals[refusal]
  stripe.holdsGo(refusal)
  expect(await job(shop, "settle-deposits", on)).toMatch(/^settle-deposits: [1-9]\d* due$/)
  await expect(async () => {
    const requestMails = await shop.sql("select from mails where template = 'deposit-asked' and booking_id = $1", [id])
    expect(requestMails).toHaveLength(mails)
  }).toPass({ timeout: 30_000 })
  await matchInMail(shop, "deposit-asked", says.why)
  const link = await matchInMail(shop, "deposit-asked", /(\/caution\/[0-9a-zA-Z]+)/)

  const owner = await openWindow({ viewport: { width: 360, height: 780 } })
  await signIn(owner, shop, shop.administrator, "/admin/aujourdhui")
  await expect(owner.getByText("La banque n’a pas autorisé la carte\u00a0: un lien est écrit au client")).toBeVisible()
  await owner.goto(`${shop.url}/admin/bookings/${number}`)
  await expect(owner.getByRole("region", { name: money("Caution de 500 €") })).toContainText(says.owner)
  await owner.close()

  // That try was made as of a later day, and must be older than the next card's.
  await shop.sql("update deposit_tries set made_at = now() where made_at > now() and booking_id = $1", [id])
  const page = await openWindow({ viewport: { width: 360, height: 780 } })
  await page.goto(shop.url + link)
  await expect(page.getByText(says.customer)).toBeVisible()
  await expectAccessibleEverywhere(page, `a deposit after ${refusal}`)
  await page.setViewportSize({ width: 360, height: 780 })
  stripe.holdsGo(null)
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: /carte/ }).click()
  await expect(page.getByRole("heading", { name: "Page de paiement de Stripe" })).toBeVisible()
  await page.getByRole("button", { name: /^(Payer|Enregistrer)$/ }).click()
  await expect(page.getByRole("heading", { name: /^(Carte enregistrée|Empreinte prise)$/ })).toBeVisible()
  await page.close()
}

test("a deposit goes its whole way: agreed, authorised, announced, answered and retained in part", async ({
  page,
  browser,
  openWindow,
  shop,
  stripe,
}) => {
  const { id, number } = await signedWithDeposit(page, browser, shop)
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(page.getByRole("region", { name: money("Caution de 500 €") })).toContainText("Aucune carte")
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole("button", { name: money("Payer 75 €") }).click()
  await expect(page.getByRole("heading", { name: money("75 € à payer"), level: 1 })).toBeVisible()
  // Stripe is down, then the bank refuses the card, with a script and without: nothing is paid, and one can retry.
  stripe.fall()
  await page.getByRole("button", { name: money("Payer 75 €"), exact: true }).click()
  await expect(page.getByRole("alert")).toContainText("Le service de paiement ne répond pas. Rien n’a été débité")
  stripe.rise()
  const unscripted = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await unscripted.goto(page.url())
  await refuseOnStripe(unscripted, shop, stripe)
  await refuseOnStripe(page, shop, stripe)
  await expectAccessibleEverywhere(page, "a refused card")
  expect(await shop.sql("select from payments where booking_id = $1", [id])).toEqual([])
  await page.getByRole("link", { name: "Reprendre le paiement" }).click()
  await page.getByRole("checkbox", { name: /Utiliser aussi cette carte pour la caution/ }).check()
  await page.getByRole("button", { name: money("Payer 75 €"), exact: true }).click()
  await expect(page.getByRole("heading", { name: "Page de paiement de Stripe" })).toBeVisible()
  await page.getByRole("button", { name: "Payer" }).click()
  await expect(page.getByRole("heading", { name: "Paiement reçu" })).toBeVisible()
  await page.getByRole("link", { name: "Voir ma réservation" }).click()
  const deposit = page.getByRole("region", { name: money("Caution de 500 €") })
  await expect(deposit).toContainText("Visa 4242 enregistrée")

  // Without any webhook, the operator's jobs find the payment, collect the balance and authorise the deposit as of
  // later days.
  const [{ first, balance } = { first: "" as Day, balance: "" as Day }] = await shop.sql<{ first: Day; balance: Day }>(
    `select first_day::text as first, (select max(due_on)::text from instalments where booking_id = $1) as balance
     from bookings where id = $1`,
    [id],
  )
  // Two days before the balance, and never in the past: a job asked for an earlier instant acts as of now.
  const asking = [addDays(balance, -2), addDays(dayInParis(new Date()), 1)].toSorted().at(-1) ?? balance
  stripe.holdsEnd(new Date(`${addDays(first, 10)}T10:00:00Z`))
  expect(await job(shop, "reconcile-cards", first)).toMatch(/^reconcile-cards: \d+ due$/)
  expect(await job(shop, "reconcile-refunds", first)).toContain("reconcile-refunds: ")
  expect(await shop.command("job", "balance-due", "--at", `${asking}T10:00:00Z`)).toMatch(
    /^balance-due: ask-payments: [1-9]\d* due$/,
  )
  const inTime = { shop, stripe, id, number, on: addDays(first, -2) }
  await refuseBeforeRental(openWindow, inTime, "insufficient_funds", 1)
  await refuseBeforeRental(openWindow, inTime, "authentication_required", 2)
  expect(await job(shop, "settle-deposits", addDays(first, -1))).toMatch(/^settle-deposits: [1-9]\d* due$/)
  await expect(async () => {
    const mails = await shop.sql<{ template: string }>("select template from mails where booking_id = $1", [id])
    expect(mails.map(({ template }) => template)).toEqual(expect.arrayContaining(["balance-due", "deposit-opened"]))
  }).toPass({ timeout: 30_000 })
  expect(authorisations(stripe)).toMatchObject([{ amount: 50_000, status: "requires_capture" }])
  // Those tries were made as of a later day, and must be older than the next authorisation.
  await shop.sql("update deposit_tries set made_at = now() where made_at > now() and booking_id = $1", [id])

  await shop.sql(
    "update bookings set first_day = current_date + 1, last_day = current_date + 1, returns_on = current_date + 1, dates = array[current_date + 1] where id = $1",
    [id],
  )
  await deposit.getByRole("button", { name: "Voir la caution" }).click()
  await page.getByRole("button", { name: "Enregistrer une autre carte" }).click()
  await expect(page.getByText("Sans cet accord, aucune carte n’est enregistrée.")).toBeVisible()
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Enregistrer une autre carte" }).click()
  await page.getByRole("button", { name: "Payer" }).click()
  await expect(page.getByRole("heading", { name: "Empreinte prise" })).toBeVisible()
  await deliverEvents(page, shop, stripe)

  await shop.sql(
    `insert into condition_reports (id, booking_id, leg, damaged, remarks, client_name, client_signature, company_name,
       company_signature, recorded_at)
     values (gen_random_uuid(), $1, 'back', true, 'Une vitre est fêlée.', 'Elena', '{"kind": "typed", "text": "Elena"}',
       'Camille', '{"kind": "typed", "text": "Camille"}', now())`,
    [id],
  )

  // The owner claims a part after the rental; nothing can be captured before the customer has answered.
  await shop.sql(
    "update bookings set first_day = current_date, last_day = current_date, returns_on = current_date, dates = array[current_date] where id = $1",
    [id],
  )
  const owner = await openWindow()
  await signIn(owner, shop, shop.administrator, `/admin/bookings/${number}`)
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
  expect(authorisations(stripe)).toMatchObject([
    { amount: 50_000, status: "canceled" },
    { amount: 50_000, amount_received: 8000, status: "succeeded" },
  ])
  await expect(async () => {
    // The card of an authorisation is checked again each day: does not wait for that day.
    await shop.sql(makeDue("forget-card"))
    expect(stripe.customers()).toHaveLength(0)
  }).toPass({ timeout: 30_000 })
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(deposit).toContainText(money("80 € ont été gardés"))

  // The customer disputes the first payment: the owner reads it first of all, with what to send and by when.
  const paid = stripe.intents().find((intent) => intent["amount_received"] === 7500)
  stripe.dispute(String(paid?.id), { reason: "product_unacceptable" })
  const captured = stripe.intents().find((intent) => intent["amount_received"] === 8000)
  stripe.dispute(String(captured?.id), { reason: "fraudulent" })
  await deliverEvents(page, shop, stripe)
  await owner.setViewportSize({ width: 360, height: 740 })
  await expect(async () => {
    await owner.goto(`${shop.url}/admin/aujourdhui`)
    await expect(owner.getByText(money("Paiement contesté : 75 €"))).toBeVisible({ timeout: 500 })
    await expect(owner.getByText(money("Retenue sur la caution contestée : 80 €"))).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await owner.goto(`${shop.url}/admin/bookings/${number}`)
  const disputes = owner.getByRole("list", { name: "Contestations à la banque" })
  await expect(disputes).toContainText("À contester")
  await expect(disputes).toContainText("Motif : le client dit que le matériel n’allait pas.".replace(" :", "\u00a0:"))
  await expect(disputes).toContainText("Réponse attendue avant le")
  await expect(disputes.getByText("• la preuve de la remise du matériel, avec photos")).toBeVisible()
  await expect(disputes).toContainText(money("Caution : 80 €"))
  await expect(disputes.getByText("• la retenue annoncée au client, son motif et sa réponse")).toBeVisible()
})
