import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { drawSignature } from "./bookings.ts"
import { signIn } from "./wizard.ts"
import { makeDue } from "../harness/jobs.ts"

type Request = { id: string; number: string; name: string }

async function oldestRequest(shop: Shop): Promise<Request> {
  const [request] = await shop.sql<Request>(`
    select b.id, b.number, p.name from bookings b join profiles p on p.id = b.user_id
    where b.status = 'pending' and b.first_day > current_date + 30 and not b.distance_to_confirm order by b.created_at limit 1`)
  if (!request) throw new Error("The demonstration has no request for later")
  return request
}

/** Runs the job at once, without the undo delay. Customers of the demonstration get their contract by hand. */
async function contractIsMade(shop: Shop, id: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await shop.sql(makeDue("send-contract"))
        const [row] = await shop.sql<{ status: string }>(
          "select status from contracts where booking_id = $1 and pdf_sha256 is not null",
          [id],
        )
        return row?.status
      },
      { timeout: 30_000 },
    )
    .toBe("prepared")
}

const next = (page: Page) => page.locator(".next-action")
const expectTitle = (page: Page, title: string) => expect(page.getByText(title, { exact: true }).first()).toBeVisible()

test("a booking goes from request to signature with scripts, and on to a refund without, on a phone @S-confirm-contract", async ({
  page: desk,
  openWindow,
  shop,
}) => {
  const { id, number, name } = await oldestRequest(shop)
  const path = `/admin/bookings/${number}`
  await signIn(desk, shop, shop.administrator, path)
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText(`Réservation n° ${number}`)
  await expect(next(desk)).toContainText("Répondre à la demande")
  await desk.getByRole("button", { name: `Confirmer pour ${name}` }).click()
  await expectTitle(desk, "Réservation confirmée")

  await contractIsMade(shop, id)
  await desk.goto(shop.url + path)
  await expect(next(desk)).toContainText("Contrat à remettre en main propre")
  await desk.getByRole("button", { name: "Remis en main propre" }).click()
  await expectTitle(desk, "Contrat remis")
  await expect(next(desk)).toContainText("Le client doit signer le contrat")
  const text = await desk.request.get(shop.url + path + "/contrat.txt?version=1")
  expect(text.headers()["content-disposition"]).toContain(`contrat-${number}-v1.txt`)
  expect(await text.text()).toContain(name)
  const pdf = await desk.request.get(shop.url + path + "/contrat.pdf?version=1&piece=original")
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-")

  await desk.getByRole("link", { name: "Noter une signature" }).click()
  // Without the ticked terms nothing is signed, and the typed values stay.
  await desk.getByLabel("Nom du signataire").fill("Camille Martin")
  await expect(desk.getByLabel("Nom du client, pour signature")).toBeHidden()
  await desk.getByRole("radio", { name: /^Sur place/ }).check()
  await desk.getByRole("radio", { name: "Dessiner" }).check()
  await drawSignature(desk)
  await desk.getByRole("button", { name: "Enregistrer la signature" }).click()
  await expect(desk.getByText("Sans cet accord, le contrat n’est pas signé.")).toBeVisible()
  await expect(desk.getByLabel("Nom du signataire")).toHaveValue("Camille Martin")
  await desk.getByLabel(/J’ai lu et j’accepte/).check()
  await desk.getByRole("button", { name: "Enregistrer la signature" }).click()
  await expectTitle(desk, "Signature enregistrée")
  const [signature] = await shop.sql<{ kind: string; how: string }>(
    `select personal -> 'signature' ->> 'kind' as kind, signed_how as how
    from contracts join contract_evidence on contract_id = contracts.id and kind = 'signed-in-person'
      join contract_evidence_details on evidence_id = contract_evidence.id where booking_id = $1`,
    [id],
  )
  expect(signature).toEqual({ kind: "drawn", how: "on-site" })
  await expect(next(desk)).toContainText("À encaisser")

  const page = await openWindow({ javaScriptEnabled: false })
  await page.setViewportSize({ width: 360, height: 900 })
  await signIn(page, shop, shop.administrator, path)

  const readPayments = async () =>
    shop.sql<{ amount: number }>("select amount from payments where booking_id = $1 order by recorded_at", [id])
  await page.getByRole("link", { name: "Noter un paiement" }).first().click()
  const amount = await page.getByLabel("Montant reçu").inputValue()
  await page.getByLabel("Montant reçu").fill("douze")
  await page.getByRole("button", { name: "Noter le paiement" }).click()
  await expect(page.getByText("Indiquez un montant en euros, par exemple 190,80.")).toBeVisible()
  await page.getByLabel("Montant reçu").fill(`${amount.replace(",", "")}000`)
  await page.getByRole("button", { name: "Noter le paiement" }).click()
  await expect(page.getByText(/C’est plus que ce qui reste à payer/)).toBeVisible()
  expect(await readPayments()).toHaveLength(0)
  await page.getByLabel("Montant reçu").fill(amount)
  const today = await page.getByLabel("Reçu le").inputValue()
  await page.getByLabel("Reçu le").fill("2016-01-05")
  await page.getByRole("button", { name: "Noter le paiement" }).click()
  await expect(page.getByText(/Relisez le jour, surtout l’année/)).toBeVisible()
  await expect(page.getByLabel("J’ai bien reçu cet argent ce jour-là, avant la réservation")).not.toBeChecked()
  await expect(page.getByLabel("Reçu le")).toHaveValue("2016-01-05")
  expect(await readPayments()).toHaveLength(0)
  await page.getByLabel("Reçu le").fill(today)
  await page.getByLabel("Moyen").selectOption("card")
  await page.getByRole("button", { name: "Noter le paiement" }).dblclick()
  await expect(page.getByText(/^(Paiement noté|Ce paiement était déjà noté)$/).first()).toBeVisible()
  expect(await readPayments()).toHaveLength(1)

  await page.getByRole("link", { name: /^Retirer/ }).click()
  await page.getByRole("button", { name: "Retirer le paiement" }).click()
  await expectTitle(page, "Paiement retiré par une contre-écriture")
  const [paid, back] = await readPayments()
  expect((paid?.amount ?? 0) + (back?.amount ?? 0)).toBe(0)

  await page.getByRole("link", { name: "Noter un paiement" }).first().click()
  await page.getByRole("button", { name: "Noter le paiement" }).click()
  await expectTitle(page, "Paiement noté")
  await shop.sql(
    `update bookings set agreement = jsonb_set(agreement, '{cancellationTiers}', '[{"daysBefore": 0, "refundPercent": 0}]') where id = $1`,
    [id],
  )
  await page.getByRole("link", { name: /^Annuler la réservation/ }).click()
  await page.getByRole("link", { name: "Nous", exact: true }).click()
  await expect(page.getByText("À rembourser, tout ce qui a été payé")).toBeVisible()
  await page.getByLabel("Motif").fill("Machine en panne")
  await page.getByRole("button", { name: /^Annuler la réservation/ }).click()
  await expectTitle(page, "Réservation annulée")
  await expect(next(page)).toContainText("À rembourser")
  const owed = await shop.sql<{ id: string; kind: string; amount: number }>(
    "select id, kind, amount from refunds where booking_id = $1 and dropped_at is null order by kind",
    [id],
  )
  expect(owed.some(({ kind, amount: cents }) => kind === "refund" && cents === paid?.amount)).toBe(true)
  const otherTab = await page.context().newPage()
  for (let noted = 0; noted < owed.length; noted++) {
    await next(page)
      .getByRole("link", { name: /^Noter le remboursement/ })
      .first()
      .click()
    const note = page.getByRole("button", { name: "Noter le remboursement" })
    await expect(note).toBeVisible()
    await otherTab.goto(page.url())
    if (noted === 0) {
      await page.getByLabel("Fait le").fill("2016-01-05")
      await note.click()
      await expect(page.getByText(/^Ce remboursement est dû depuis le/)).toBeVisible()
      await page.getByLabel("Fait le").fill(today)
    }
    await note.click()
    await expectTitle(page, "Remboursement noté")
    await otherTab.getByRole("button", { name: "Noter le remboursement" }).click()
    await expect(otherTab.getByText(/^Déjà noté par /).first()).toBeVisible()
  }
  await expect(next(page)).toContainText("Tout ce qui était à rembourser est noté.")
  await desk.goto(shop.url + path)
  await expectAccessible(desk)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide).toBe(false)
})

test("the second of two administrators reads what the first did, and a second tab repeats nothing", async ({
  page,
  openWindow,
  shop,
}) => {
  const { id, number, name } = await oldestRequest(shop)
  const path = `/admin/bookings/${number}`
  await signIn(page, shop, shop.administrator, `${path}?geste=refuser`)
  const second = await openWindow()
  await signIn(second, shop, shop.administrator, path)
  await second.getByRole("button", { name: `Confirmer pour ${name}` }).click()
  await expectTitle(second, "Réservation confirmée")
  await page.getByLabel("Motif").fill("Trop tard")
  await page.getByRole("button", { name: "Refuser la demande" }).click()
  await expect(page.getByText(/^Déjà confirmée par/).first()).toBeVisible()
  const [row] = await shop.sql<{ status: string }>("select status from bookings where id = $1", [id])
  expect(row?.status).toBe("confirmed")

  await page.goto(`${shop.url}${path}?geste=annuler&cible=nous`)
  await second.goto(`${shop.url}${path}?geste=paiement`)
  await second.getByLabel("Montant reçu").fill("100")
  await second.getByRole("button", { name: "Noter le paiement" }).click()
  await expectTitle(second, "Paiement noté")
  await second.goto(`${shop.url}${path}?geste=paiement`)
  await second.getByLabel("Montant reçu").fill("100")
  await second.getByRole("button", { name: "Noter le paiement" }).click()
  await expect(second.getByText(/déjà noté par .*Si c’est le même/)).toBeVisible()
  await expect(second.getByLabel("C’est un autre paiement")).not.toBeChecked()
  expect(await shop.sql("select from payments where booking_id = $1", [id])).toHaveLength(1)
  await page.getByRole("dialog").getByRole("button", { name: "Annuler la réservation" }).click()
  await expectTitle(page, "Les montants ont changé entre-temps")
  await expect(page.getByRole("dialog").getByText("100 €").first()).toBeVisible()
  await page.getByRole("dialog").getByRole("button", { name: "Annuler la réservation" }).click()
  await expectTitle(page, "Réservation annulée")
})
