import { paymentReference } from "../../domain/finance/payment-reference.ts"
import { dayInParis } from "../../domain/day.ts"
import { expect, test } from "../harness/shop.ts"

test("the owner uploads the bank's CSV, maps its columns once, and a line pays a booking", async ({ page, shop }) => {
  const [booking] = await shop.sql<{ number: number; total: number; name: string }>(
    `select number::integer, total, name from bookings join profiles on profiles.id = user_id
     where status = 'confirmed' and agreement is not null
       and not exists (select from payments where booking_id = bookings.id) order by number limit 1`,
  )
  if (!booking) throw new Error("No booking waits for its payment")
  const day = dayInParis(new Date()).split("-").toReversed().join("/")
  const euros = (booking.total / 100).toFixed(2).replace(".", ",")
  const csv = [
    "Date;Libellé de l’opération;Débit;Crédit",
    `${day};VIR SEPA ${paymentReference(booking.number)};;${euros}`,
    `${day};PRELEVEMENT LOYER;-850,00;`,
  ].join("\r\n")
  await shop.admit(page.context())
  await page.goto("/admin/finance/releves")
  await page.getByLabel("Le fichier de votre banque").setInputFiles({
    name: "releve.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv, "latin1"),
  })
  await page.getByRole("button", { name: "Importer le relevé" }).click()
  await expect(page.getByRole("heading", { name: "Colonnes du relevé" })).toBeVisible()
  await expect(page.getByLabel(/^Crédit/)).toHaveValue("3")
  await page.getByRole("button", { name: "Retenir et importer" }).click()
  await expect(page.getByText("Une nouvelle ligne à traiter")).toBeVisible()
  await page.getByRole("button", { name: `Noter ce paiement, n° ${booking.number}` }).click()
  await expect(page.getByText(`Paiement noté sur la réservation n° ${booking.number}`)).toBeVisible()
  await expect(page.getByRole("heading", { name: "Rien n’attend" })).toBeVisible()
  await page.goto(`/admin/bookings/${booking.number}`)
  await expect(page.getByText(/VIR SEPA GU/)).toBeVisible()
  const [paid] = await shop.sql<{ payment_status: string }>("select payment_status from bookings where number = $1", [
    booking.number,
  ])
  expect(paid?.payment_status).toBe("paid")
})
