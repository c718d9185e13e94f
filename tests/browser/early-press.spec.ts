import { addDays, dayInParis } from "../../domain/day.ts"
import { holdScripts, openAsleep } from "../harness/awake.ts"
import { expect, test } from "../harness/shop.ts"
import { bookingToSign } from "./bookings.ts"
import { readPublicIds } from "./public-addresses.ts"
import { openWatchingForms } from "./still-forms.ts"

const accountPaths = ["", "/adresse-e-mail", "/mes-donnees", "/agenda", "/supprimer", "/partages"].map(
  (path) => `/account${path}`,
)
const wizardSteps = ["options", "address", "delivery"]

// accessibility.spec.ts and admin-screens.spec.ts watch every other page.
test("no form of the account, the wizard, a contract and an end moves under a finger while its page wakes", async ({
  page,
  browser,
  shop,
}) => {
  const { secret, number } = await bookingToSign(page, browser, shop)
  const { product } = await readPublicIds(shop)
  const day = addDays(dayInParis(new Date()), 40)
  const scripts = await holdScripts(page)
  for (const path of [
    ...accountPaths,
    ...wizardSteps.map((step) => `/book/${product}?step=${step}&date=${day}`),
    `/signer/${secret}`,
    `/signer/${secret}/annuler`,
    `/account/bookings/${number}/signer`,
  ])
    await openWatchingForms(page, scripts, shop.url + path)
})

test("a statement sent before the script is loaded is imported", async ({ page, shop }) => {
  await shop.admit(page.context())
  await openAsleep(page, `${shop.url}/admin/finance/releves`)
  await page
    .getByLabel("Fichier")
    .first()
    .setInputFiles({
      name: "releve.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Date;Libelle;Montant\n01/06/2027;VIR;10,00\n"),
    })
  await page.getByRole("button", { name: "Importer le relevé" }).click()
  await expect(page.getByRole("heading", { name: "Colonnes du relevé" })).toBeVisible()
})
