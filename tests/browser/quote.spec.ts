import { certificatePdf } from "../../server/bookings/insurance/certificate.fixture.ts"
import { expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { animator, digest, sendTestQuote } from "./quotes.ts"

test.use({ viewport: { width: 360, height: 740 } })

const order = { name: "BC-2027-118.pdf", mimeType: "application/pdf" }
const button = "Signer, commande avec obligation de paiement"

test("a bride shows her quote to her partner, who can only read, then accepts, signs and reaches the payment (D66)", async ({
  page,
  openWindow,
  shop,
}) => {
  const { id, number, secret } = await sendTestQuote(shop)
  const opened = () => shop.sql("select first_opened_at is not null as opened from quotes where id = $1", [id])
  const answer = await page.goto(`${shop.url}/devis/${secret}`)
  expect(answer?.headers()).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" })
  await expect(page.getByText(`Devis ${number} pour Élodie Marchand`)).toBeVisible()
  await expect(page.getByText("Salle Brel, 12 quai de la Marne")).toBeVisible()
  await expect(page.getByRole("checkbox", { name: /Animateur/ })).not.toBeChecked()
  const total = page.locator(".total").first()
  await expect(total).toContainText(/290\s€/)
  await expectAccessibleEverywhere(page, "a quote")
  await page.setViewportSize({ width: 360, height: 740 })
  const pdf = await page.request.get(`${shop.url}/devis/${secret}/devis.pdf`)
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-")

  const shownUrl = await test.step("she makes the link to show", async () => {
    await page.getByRole("button", { name: "Montrer à quelqu’un" }).click()
    const field = page.getByRole("textbox", { name: "Lien à envoyer" })
    await expect(field).toHaveValue(/\/devis\/[0-9a-f]{36}$/)
    return field.inputValue()
  })

  await test.step("the partner reads postcode and town, and can act on nothing", async () => {
    const partner = await openWindow({ javaScriptEnabled: false })
    await partner.goto(shownUrl)
    await expect(partner.getByText("Nogent-sur-Marne (94130)").first()).toBeVisible()
    await expect(partner.locator(".total").first()).toContainText(/290\s€/)
    await expect(partner.getByText(/Salle Brel|12 quai de la Marne|Élodie/i)).toHaveCount(0)
    await expect(partner.locator(".quote-page").getByRole("button")).toHaveCount(0)
    await expect(partner.locator(".quote-page").getByRole("checkbox")).toHaveCount(0)
    const { request } = partner.context()
    expect((await request.get(`${shownUrl}/devis.pdf`)).status()).toBe(404)
    expect((await request.get(`${shownUrl}/accepter`, { maxRedirects: 0 })).status()).toBe(302)
    const headers = { Origin: shop.url }
    const forms: readonly Record<string, string>[] = [
      { intent: "decliner", reason: "price" },
      { intent: "changement", words: "Plus tôt" },
      { intent: "montrer" },
    ]
    for (const form of forms) expect((await request.post(shownUrl, { form, headers })).status()).toBe(409)
  })

  await page.getByRole("checkbox", { name: /Animateur/ }).check()
  await expect(page.getByText(/avec vos choix/)).toBeVisible()
  await expect(total).toContainText(/290\s€/)
  await expect(page.locator(".bottom-bar strong")).toHaveText(/470\s€/)
  await page.getByRole("button", { name: "Accepter", exact: true }).locator("visible=true").click()
  await expect(page.getByRole("heading", { name: "Accepter le devis" })).toBeVisible()
  await expect(page.getByRole("button", { name: button })).toHaveCount(0)
  await page.getByRole("checkbox", { name: /La même que l’événement/ }).check()
  await page.getByRole("button", { name: "Enregistrer mon adresse" }).click()
  await page.getByLabel("Votre nom, pour signature").fill("Élodie Marchand")
  await page.getByRole("button", { name: button }).click()
  await expect(page.getByRole("alert")).toContainText("Cochez cette case pour signer.")
  await expect(page.getByLabel("Votre nom, pour signature")).toHaveValue("Élodie Marchand")
  await expectAccessibleEverywhere(page, "accepting a quote")
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole("checkbox", { name: /J’ai lu et j’accepte/ }).check()
  await page.getByRole("button", { name: button }).click()
  await expect(page).toHaveURL(/\/payer\/[0-9a-f]{36}/)
  await expect(page.getByText("Merci, votre contrat est signé")).toBeVisible()

  expect(await opened()).toEqual([{ opened: true }])
  const [booking] = await shop.sql<{ total: number; status: string }>(
    "select total, bookings.status from quotes join bookings on bookings.id = booking_id where quotes.id = $1 and quotes.state = 'accepted'",
    [id],
  )
  expect(booking).toEqual({ total: 29_000 + animator.amount, status: "confirmed" })
  await page.goto(`${shop.url}/devis/${secret}`)
  await expect(page).toHaveURL(`${shop.url}/signer/${secret}`)
  await expect(page.getByText(/Réservation n°/).first()).toBeVisible()
  expect((await page.request.get(`${shop.url}/devis/${secret}/devis.pdf`)).status()).toBe(404)
  await page.goto(shownUrl)
  await expect(page.getByRole("heading", { name: "Devis accepté" })).toBeVisible()
})

test("a company accepts with its order number and without a script, and reads what became of other links (D71)", async ({
  openWindow,
  shop,
}) => {
  const { secret, id } = await sendTestQuote(shop, { isDelivery: false })
  const page = await openWindow({ javaScriptEnabled: false })
  await page.goto(`${shop.url}/devis/${secret}`)
  await page.getByText("Bon de commande signé").click()
  await page.getByRole("button", { name: "Envoyer le bon de commande" }).click()
  await expect(page.getByText("Choisissez le PDF du bon de commande, ou sa photo.").first()).toBeVisible()
  await page.getByLabel("Le fichier").setInputFiles({ ...order, buffer: Buffer.from(certificatePdf) })
  await page.getByRole("button", { name: "Envoyer le bon de commande" }).click()
  await expect(page.getByText("Bon de commande reçu. Nous vous répondons.")).toBeVisible()
  await page.getByRole("checkbox", { name: /Animateur/ }).check()
  await page.getByRole("button", { name: "Accepter", exact: true }).locator("visible=true").click()
  await page.getByRole("checkbox", { name: "Pour une entreprise ou une association" }).check()
  await page.getByLabel("Raison sociale").fill("Atelier Morel")
  await page.getByLabel("SIRET").fill("552 081 317 66523")
  await page.getByLabel("Votre fonction").fill("Responsable RH")
  await page.getByLabel(/^Bon de commande/).fill("BC-2027-118")
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
  await expect(page.getByText(/Ce SIRET n’est pas valable/).first()).toBeVisible()
  await expect(page.getByLabel(/^Bon de commande/)).toHaveValue("BC-2027-118")
  await page.getByLabel("SIRET").fill("552 081 317 66522")
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
  await expect(page.getByLabel(/^Bon de commande/)).toHaveValue("BC-2027-118")
  await page.getByText("Lire le contrat").click()
  await expect(page.getByRole("group", { name: "Texte du contrat" })).toContainText("Atelier Morel")
  await page.getByLabel("Votre nom, pour signature").fill("Claire Morel")
  await page.getByRole("checkbox", { name: /J’ai lu et j’accepte/ }).check()
  await page.getByRole("button", { name: button }).click()
  await expect(page).toHaveURL(/\/payer\/[0-9a-f]{36}/)
  const [booking] = await shop.sql<{ total: number; company: object; signer: object }>(
    `select bookings.total, company, personal as signer from quotes join bookings on bookings.id = quotes.booking_id
       join contracts on contracts.booking_id = bookings.id join contract_evidence on contract_id = contracts.id
       join contract_evidence_details on evidence_id = contract_evidence.id
     where quotes.id = $1 and kind = 'signed'`,
    [id],
  )
  expect(booking).toMatchObject({
    total: 25_000 + animator.amount,
    company: { name: "Atelier Morel", siret: "55208131766522", purchaseOrder: "BC-2027-118" },
    signer: { name: "Claire Morel", role: "Responsable RH" },
  })

  await test.step("each end of a quote says what to do", async () => {
    const ends = [
      ["update quotes set state = 'withdrawn' where id = $1", "Devis retiré"],
      ["update quotes set state = 'declined', decline_reason = 'price' where id = $1", "Devis décliné"],
      ["update quotes set state = 'expired' where id = $1", "Devis expiré"],
      ["update quote_links set ends_at = now() where quote_id = $1", "Ce lien ne sert plus"],
    ] as const
    for (const [statement, title] of ends) {
      const ended = await sendTestQuote(shop)
      await shop.sql(statement, [ended.id])
      await page.goto(`${shop.url}/devis/${ended.secret}`)
      await expect(page.getByRole("heading", { name: title })).toBeVisible()
      expect((await page.request.get(`${shop.url}/devis/${ended.secret}/devis.pdf`)).ok()).toBe(false)
      await page.goto(`${shop.url}/devis/${ended.secret}/accepter`)
      await expect(page.getByRole("heading", { name: title })).toBeVisible()
    }
    await page.goto(`${shop.url}/devis/${"0".repeat(36)}`)
    await expect(page.getByRole("heading", { name: "Ce lien n’est pas complet" })).toBeVisible()
  })
})

test("when the machine has gone, the reader asks for what is near, and nothing is signed", async ({ page, shop }) => {
  const { secret, id, day, productId } = await sendTestQuote(shop)
  await page.goto(`${shop.url}/devis/${secret}/accepter`)
  await page.getByRole("checkbox", { name: /La même que l’événement/ }).check()
  await page.getByRole("button", { name: "Enregistrer mon adresse" }).click()
  await page.getByLabel("Votre nom, pour signature").fill("Élodie Marchand")
  await page.getByRole("checkbox", { name: /J’ai lu et j’accepte/ }).check()
  await shop.sql(
    `insert into occupancy (unit_id, product_id, during, kind)
     select id, product_id, rental_range($2::date, $2::date, 0), 'repair' from units where product_id = $1 and retired_on is null`,
    [productId, day],
  )
  await page.getByRole("button", { name: button }).click()
  await expect(page.getByRole("heading", { name: "Date déjà prise" })).toBeVisible()
  await expect(page.getByLabel("Votre nom, pour signature")).toHaveValue("Élodie Marchand")
  await expectAccessibleEverywhere(page, "a quote whose machine has gone")
  await page.setViewportSize({ width: 360, height: 740 })
  await page
    .getByRole("group", { name: "Encore possible" })
    .or(page.getByRole("radiogroup", { name: "Encore possible" }))
    .getByRole("radio")
    .nth(1)
    .check()
  await page.getByRole("button", { name: "Demander ce changement" }).click()
  await expect(page.getByText("Demande envoyée. Vous recevrez un nouveau devis.")).toBeVisible()
  await expect(page.getByText("Votre demande attend notre réponse")).toBeVisible()
  const [quote] = await shop.sql<{ state: string; words: string }>(
    "select state, change_words as words from quotes where id = $1",
    [id],
  )
  expect(quote).toMatchObject({ state: "sent", words: expect.stringContaining("Photomaton bois") })
  expect(
    await shop.sql("select 1 from quote_links where digest = $1 and used_at is null", [digest(secret)]),
  ).toHaveLength(1)
})
