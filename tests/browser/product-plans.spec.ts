import { type Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { signIn } from "./wizard.ts"

async function openProduct(page: Page, shop: Shop): Promise<string> {
  const [row] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
  const id = row?.id ?? ""
  await shop.sql("delete from rate_plans where product_id = $1", [id])
  await signIn(page, shop, shop.administrator, `/admin/products/${id}`)
  return id
}

const message = (page: Page, text: string) => page.getByRole("region", { name: "Messages" }).getByText(text)
const plans = (page: Page) => page.getByRole("region", { name: "Formules" })

test("an evening is added with its preview, sold, withdrawn, and put back after its removal", async ({
  page,
  shop,
}) => {
  const id = await openProduct(page, shop)
  await plans(page).getByRole("link", { name: "À l’heure" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Nouvelle formule" })).toBeVisible()
  const preview = page.getByRole("region", { name: "Ce que lit le client" })
  await expect(preview).toContainText("Le prix reste à indiquer.")
  await page.getByLabel("Nom", { exact: true }).fill("Soirée avec animateur")
  await page.getByLabel("Prix", { exact: true }).fill("590")
  await page.getByLabel("Heures de début").fill("18 h, 20h")
  await page.getByLabel("Heures en plus, au maximum").fill("2")
  await page.getByLabel("Ce qui est compris", { exact: false }).fill("Animateur\n400 tirages")
  await page.getByRole("button", { name: "Ajouter la formule" }).click()
  await expect(page.getByText("Indiquez le prix d’une heure en plus.").last()).toBeVisible()
  await expect(page.getByLabel("Heures de début")).toHaveValue("18 h, 20h")
  await page.getByLabel("Prix de l’heure en plus", { exact: false }).fill("90")
  await expect(preview).toContainText("590 € les 4 heures")
  await expect(preview).toContainText("20 h à 0 h, en place dès 19 h, repris à 1 h")
  await expect(preview.getByRole("listitem")).toHaveText(["Animateur", "400 tirages"])
  await page.getByRole("button", { name: "Ajouter la formule" }).click()
  await expect(message(page, "Formule ajoutée")).toBeVisible()
  await expect(plans(page)).toContainText("590 € les 4 heures, départs 18 h, 20 h, +90 €/h")

  await plans(page).getByRole("button", { name: "Retirer de la vente : À la journée" }).click()
  await expect(plans(page).getByRole("button", { name: "Mettre en vente : À la journée" })).toBeVisible()
  await plans(page).getByRole("button", { name: "Retirer de la vente : Soirée avec animateur" }).click()
  await expect(message(page, "C’est la seule formule en vente")).toBeVisible()
  await plans(page).getByRole("button", { name: "Mettre en vente : À la journée" }).click()
  await expect(plans(page).getByRole("button", { name: "Retirer de la vente : À la journée" })).toBeVisible()

  await plans(page).getByRole("link", { name: "Supprimer : Soirée avec animateur" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
  await expect(message(page, "Formule supprimée")).toBeVisible()
  await expect(plans(page)).not.toContainText("Soirée avec animateur")
  await page.getByRole("button", { name: "Annuler" }).click()
  await expect(plans(page)).toContainText("Soirée avec animateur")
  expect(await shop.sql("select 1 from rate_plans where product_id = $1 and is_active", [id])).toHaveLength(2)

  await page.goto(`${shop.url}/book/${id}`)
  await page.getByRole("radio", { name: "Soirée avec animateur" }).check()
  await expect(page.getByText("Compris : Animateur, 400 tirages.")).toBeVisible()
})
