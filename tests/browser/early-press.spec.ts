import { openAsleep } from "../harness/awake.ts"
import { expect, test } from "../harness/shop.ts"

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
