import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { daysLong } from "../../domain/day-labels.ts"
import type { Day } from "../../domain/day.ts"
import { paymentReference } from "../../domain/finance/payment-reference.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import {
  readMailedCode,
  confirmAsOwner,
  mailContract,
  drawSignature,
  iban,
  sendRequest,
  signWithoutPage,
  bookingToSign,
} from "./bookings.ts"
import { pressOn, tabTo } from "./keyboard.ts"
import { account, readDay } from "./wizard.ts"

const sign = "Signer, commande avec obligation de paiement"

const present = (page: Page) => page.locator(".film [aria-current=step]").getByRole("heading")

async function openBooking(page: Page, shop: Shop, number: number, sheet = ""): Promise<void> {
  await page.goto(`${shop.url}/account/bookings/${number}${sheet}`)
}

async function tickDay(page: Page, day: Day): Promise<void> {
  await tabTo(page, page.locator(".calendar-grid [tabindex='0'][data-day]"))
  const focused = () => page.evaluate(() => document.activeElement?.closest("[data-day]")?.getAttribute("data-day"))
  for (let step = 0; step < 31; step++) {
    const from = (await focused()) ?? ""
    if (from === day) break
    await page.keyboard.press(from < day ? "ArrowRight" : "ArrowLeft")
    await expect.poll(focused).not.toBe(from)
  }
  await page.keyboard.press("Space")
}

/** A delivered customer's home is asked before the signature (D70). */
async function giveHome(page: Page): Promise<void> {
  await expect(page.getByText("adresse à indiquer avant la signature")).toBeAttached()
  await expect(page.getByRole("button", { name: sign })).toHaveCount(0)
  const home = page.getByRole("region", { name: "Votre adresse" })
  await home.getByLabel("Adresse", { exact: true }).fill("3 rue du Bal")
  await home.getByRole("button", { name: "Enregistrer mon adresse" }).click()
  await expect(home.getByText("Indiquez la ville").first()).toBeVisible()
  await expect(home.getByLabel("Adresse", { exact: true })).toHaveValue("3 rue du Bal")
  await home.getByLabel("Code postal").fill("1000")
  await home.getByLabel("Ville").fill("Bruxelles")
  await home.getByRole("button", { name: "Enregistrer mon adresse" }).click()
  await page.getByText("Lire le contrat").click()
  await expect(page.getByRole("group", { name: "Texte du contrat" })).toContainText("3 rue du Bal, 1000 Bruxelles")
}

async function signFromRequest(page: Page, shop: Shop, browser: Parameters<typeof confirmAsOwner>[0]) {
  const { number, id } = await sendRequest(page, shop)
  await page.goto(`${shop.url}/booking/confirmation`)
  await page.getByRole("link", { name: "Voir ma réservation" }).click()
  await expect(page).toHaveURL(`${shop.url}/account/bookings/${number}`)
  await expect(present(page)).toHaveText("Confirmation")
  await expect(page.getByRole("heading", { name: "Rien à faire pour l’instant" })).toBeVisible()
  await expect(page.getByRole("link", { name: /contrat/i })).toHaveCount(0)

  await confirmAsOwner(browser, shop)
  await shop.sql("update bookings set is_delivery = true where id = $1", [id])
  await page.reload()
  await expect(page.getByRole("heading", { name: "Votre contrat arrive" })).toBeVisible()
  await mailContract(shop)
  await page.reload()
  // This shop sends no mail: its signing deadline pauses as soon as the mail is queued, so none is shown.
  await expect(present(page)).toHaveText("Contrat")

  await page.getByRole("link", { name: "Lire et signer le contrat" }).click()
  await expect(page.getByRole("heading", { name: "Signer le contrat", level: 1 })).toBeVisible()
  await giveHome(page)
  await expect(page.getByText(`Contrat n° ${number}, établi le`)).toBeVisible()
  const recap = page.locator(".recap")
  for (const text of ["Photomaton bois", "250 €", "75 €", "175 €", "800 €", "sans frais jusqu’au"])
    await expect(recap).toContainText(text.replaceAll(" €", "\u00a0€"))

  await page.getByRole("button", { name: sign }).click()
  const alert = page.getByRole("alert")
  for (const missing of ["Indiquez votre nom.", "Saisissez le code à six chiffres", "Cochez cette case pour signer."])
    await expect(alert).toContainText(missing)
  await page.getByLabel("Votre nom, pour signature").fill("Camille Essai-Dupont")
  await page.getByRole("button", { name: /(Recevoir|Renvoyer) un code/ }).click()
  await expect(page.getByText(/Un code pour .* est en attente d’envoi/)).toBeVisible()
  await expect(page.getByLabel("Code reçu par e-mail")).toBeFocused()
  await expect(page.getByLabel("Votre nom, pour signature")).toHaveValue("Camille Essai-Dupont")
  await page.getByLabel("Code reçu par e-mail").fill("000000")
  await page.getByRole("checkbox", { name: /J’ai lu et j’accepte/ }).check()
  for (const box of await page.getByRole("checkbox", { name: /^Je (demande|reconnais)/ }).all()) await box.check()
  await page.getByRole("button", { name: sign }).click()
  await expect(page.getByRole("alert")).toContainText("Ce n’est pas le code envoyé. Il vous reste 4 essais.")
  await page.getByLabel("Code reçu par e-mail").fill(await readMailedCode(shop))
  await page.getByRole("button", { name: sign }).click()

  await expect(page).toHaveURL(`${shop.url}/account/bookings/${number}?fait=signe`)
  await expect(page.getByText("Contrat signé. Votre copie")).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(present(page)).toHaveText("Paiement")
  await expect(page.getByRole("heading", { name: "À payer : 75 €" })).toBeVisible()
  const transfer = page.getByRole("region", { name: "Payer par virement" })
  await expect(transfer).toContainText(iban.slice(0, 4))
  await expect(transfer).toContainText(paymentReference(number))
  const code = transfer.getByAltText(/QR code du virement/)
  await expect(code).toBeAttached()
  await expect(code).toBeHidden()
  const [signed] = await shop.sql<{ signed_how: string; personal: { name: string; signature: { text: string } } }>(
    `select signed_how, personal from contracts join contract_evidence on contract_id = contracts.id and kind = 'signed'
       join contract_evidence_details on evidence_id = contract_evidence.id where booking_id = $1`,
    [id],
  )
  expect(signed).toMatchObject({
    signed_how: "code",
    personal: { name: "Camille Essai-Dupont", signature: { text: "Camille Essai-Dupont" } },
  })
  return { number, id }
}

test.describe("the booking on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test("a request goes the whole way to its payments, and its contract is downloaded @R-account-contract @C-contracts-read @S-contract-download", async ({
    page,
    shop,
    browser,
  }) => {
    const { number, id } = await signFromRequest(page, shop, browser)
    await page.goto(`${shop.url}/account`)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: `Télécharger le contrat de la réservation n° ${number}` }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`contract-${id}.txt`)
    expect(await readFile(await download.path(), "utf8")).toContain(`Contrat n° ${number}`)
    const document = await page.request.get(`${shop.url}/account/bookings/${number}/contrat.pdf`)
    expect(document.headers()["content-type"]).toBe("application/pdf")
    expect((await document.body()).subarray(0, 5).toString()).toBe("%PDF-")
    // An ended booking leaves the list of requests, and its signed contract stays (D75).
    await shop.sql("update bookings set status = 'cancelled' where id = $1", [id])
    await page.reload()
    await expect(page.getByRole("link", { name: /Télécharger le contrat/ })).toHaveCount(0)
    expect((await page.request.get(`${shop.url}/account/bookings/${number}/contrat.txt`)).status()).toBe(200)
    await page.goto(`${shop.url}/account/bookings/${number}`)
    await expect(page.getByRole("link", { name: /Contrat signé|Contrat \(PDF\)/ })).toHaveCount(1)
  })
})

test("a signature is drawn with the mouse, or typed with the keyboard alone", async ({ page, shop, browser }) => {
  const { secret, id } = await bookingToSign(page, browser, shop)
  await page.goto(`${shop.url}/signer/${secret}`)
  await page.getByLabel("Votre nom, pour signature").fill("Camille")
  await page.getByRole("radio", { name: "Dessiner" }).check()
  await drawSignature(page)
  await page.getByRole("button", { name: sign }).click()
  await expect(page.getByRole("alert")).toContainText("Cochez cette case pour signer.")
  await expect(page.getByRole("img", { name: "Votre signature dessinée" })).toBeVisible()
  await page.getByRole("button", { name: "Effacer la signature" }).click()
  await expect(page.getByRole("img", { name: "Cadre où dessiner votre signature" })).toBeVisible()

  const draw = page.getByRole("radio", { name: "Dessiner" })
  await draw.focus()
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("Shift+Tab")
  await expect(page.getByLabel("Votre nom, pour signature")).toBeFocused()
  await page.keyboard.type("Camille Essai")
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press("Tab")
    const focused = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.type)
    if (focused === "checkbox") await page.keyboard.press("Space")
    if (focused === "submit") break
  }
  await page.keyboard.press("Enter")
  await expect(page.getByText(/Merci, votre contrat est signé/)).toBeVisible()
  const [contract] = await shop.sql("select status, signed_how from contracts where booking_id = $1", [id])
  expect(contract).toEqual({ status: "signed", signed_how: "link" })
})

test("a version replaced meanwhile is shown without the ticks of the former one", async ({ page, shop, browser }) => {
  const { secret, id } = await bookingToSign(page, browser, shop)
  await page.goto(`${shop.url}/signer/${secret}`)
  await page.getByLabel("Votre nom, pour signature").fill(account.name)
  for (const ticked of await page.getByRole("checkbox").all()) await ticked.check()
  // Locks the booking first, as every act does: a job may be writing about the same contract.
  await shop.sql(
    `update contracts set status = 'replaced' from (select id from bookings where id = $1 for update) booking
     where booking_id = booking.id`,
    [id],
  )
  await shop.sql(
    `insert into contracts (booking_id, version, content, sha256, price_lines, total, agreement, status, sent_at, due_at)
     select booking_id, 2, 'Un autre texte', encode(sha256('Un autre texte'), 'hex'), price_lines, total, agreement, 'sent', now(), due_at
     from contracts where booking_id = $1`,
    [id],
  )
  await page.getByRole("button", { name: sign }).click()
  await expect(page.getByRole("alert")).toContainText("un nouveau contrat remplace celui-ci")
  await page.getByText("Lire le contrat").click()
  await expect(page.getByText("Un autre texte")).toBeVisible()
  await expect(page.getByRole("checkbox", { name: /J’ai lu/ })).not.toBeChecked()

  await shop.sql("alter table contracts disable trigger user")
  await shop.sql(
    "update contracts set due_at = now() - interval '1 minute' where booking_id = $1 and status = 'sent'",
    [id],
  )
  await page.getByLabel("Votre nom, pour signature").fill(account.name)
  for (const ticked of await page.getByRole("checkbox").all()) await ticked.check()
  await page.getByRole("button", { name: sign }).click()
  await expect(page.getByText("Le contrat n’a pas été signé à temps.", { exact: false })).toBeVisible()
  expect(await shop.sql("select from contracts where booking_id = $1 and status = 'signed'", [id])).toEqual([])
})

test("other days are requested and withdrawn, and the booking is cancelled, by keyboard alone", async ({
  page,
  shop,
  browser,
}) => {
  const { number, id, secret } = await bookingToSign(page, browser, shop)
  await openBooking(page, shop, number)
  await pressOn(page, page.getByRole("link", { name: "Demander d’autres dates" }))
  await expect(page.getByText(/^Vous demandez/)).toBeVisible()
  const own = await readDay(page.getByRole("checkbox", { name: /^\d+ choisi,/ }))
  const day = await readDay(page.getByRole("checkbox", { name: /^\d+ libre,/ }).first())
  for (const turned of [own, day]) await tickDay(page, turned)
  await expect(page.getByText(`Vous demandez\u00a0: ${daysLong([day])}.`)).toBeVisible()
  await tabTo(page, page.getByLabel("Un mot pour nous"))
  await page.keyboard.type("La salle a changé de jour.")
  await pressOn(page, page.getByRole("button", { name: "Demander ces dates" }))
  await expect(page.getByText("Votre demande est envoyée.")).toBeVisible()
  const requestRegion = page.getByRole("region", { name: "Vous avez demandé d’autres dates" })
  await expect(requestRegion).toContainText(daysLong([day]))
  await expect(requestRegion).toContainText("La salle a changé de jour.")
  await expectAccessibleEverywhere(page, "a booking with other days asked for")
  await pressOn(page, requestRegion.getByRole("button", { name: "Retirer ma demande" }))
  await expect(page.getByText("Votre demande d’autres dates est retirée.")).toBeVisible()
  await expect(requestRegion).toHaveCount(0)

  await signWithoutPage(page, shop, secret)
  await openBooking(page, shop, number)
  await pressOn(page, page.getByRole("link", { name: "Annuler la réservation" }))
  await expect(page.getByText("Vous pouvez encore renoncer au contrat")).toBeVisible()
  await expectAccessibleEverywhere(page, "a cancellation")
  await shop.sql(
    "insert into payments (booking_id, means, amount, received_on) values ($1, 'transfer', 20000, current_date)",
    [id],
  )
  await pressOn(page, page.getByRole("button", { name: "Annuler ma réservation" }))
  await expect(page.getByRole("alert")).toContainText("Ce que coûte l’annulation vient de changer.")
  expect(await shop.sql("select status from bookings where id = $1", [id])).toEqual([{ status: "confirmed" }])
  await pressOn(page, page.getByRole("button", { name: "Annuler ma réservation" }))
  await expect(page.getByRole("heading", { name: "Réservation annulée" })).toBeVisible()
  await expect(page.getByText("Votre réservation est annulée.")).toBeVisible()
  expect(await shop.sql("select kind from booking_ends where booking_id = $1", [id])).toEqual([
    { kind: "cancelled_by_customer" },
  ])
  await expect(page.getByRole("link", { name: "Annuler la réservation" })).toHaveCount(0)
})
