import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn } from "./wizard.ts"

const todayPath = "/admin/aujourdhui"
const financePath = "/admin/finance"

async function open(page: Page, shop: Shop, path: string, heading: string): Promise<void> {
  await signIn(page, shop, shop.administrator, path)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
}

async function expectChartsWithTables(page: Page): Promise<void> {
  const chart = page.getByRole("figure", { name: "Chiffre des douze derniers mois" })
  await expect(chart.getByRole("img", { name: /^Chiffre des douze derniers mois, de/ })).toBeVisible()
  await expect(chart.getByRole("row")).toHaveCount(13)
  await chart.getByRole("switch", { name: /Voir en tableau/ }).check()
  await expect(chart.getByRole("img")).toBeHidden()
  await expect(chart.getByRole("columnheader", { name: "Réservations" })).toBeVisible()
  await expect(page.getByRole("figure", { name: "Occupation, jour par jour" }).getByRole("img")).toBeVisible()
}

async function expectDeliveryCalculated(page: Page): Promise<void> {
  const calculator = page.getByRole("region", { name: "Calculer une livraison" })
  await calculator.getByRole("button", { name: "Calculer" }).click()
  await expect(calculator.getByText("Indiquez un code postal ou une ville.")).toBeVisible()
  await calculator.getByLabel("Code postal").fill("77000")
  await calculator.getByLabel("Ville").fill("Melun")
  await calculator.getByRole("button", { name: "Calculer" }).click()
  await expect(calculator.getByText(/\d+\skm aller-retour/)).toBeVisible()
  await expect(calculator.getByText(/^Au-delà de 10\skm\s: 2\s€ × \d+\skm, arrondi à l’euro\.$/)).toBeVisible()
  await expect(calculator.locator(".price")).toHaveText(/^\d+\s€$/)
}

async function readPendingRequests(shop: Shop) {
  return shop.sql<{ id: string; name: string }>(`
    select b.id, p.name from bookings b join profiles p on p.id = b.user_id where b.status = 'pending' order by b.created_at`)
}

async function readStatus(shop: Shop, id: string | undefined): Promise<string | undefined> {
  const [row] = await shop.sql<{ status: string }>("select status from bookings where id = $1", [id])
  return row?.status
}

const save = (page: Page) => page.getByRole("button", { name: "Enregistrer", exact: true })
const saved = (page: Page) => page.getByText("Les paramètres ont été enregistrés avec succès.").first()

test.describe("today", () => {
  test("requests are answered from today's page, late ones marked, and a second owner reads who was faster @S-request-late @R-admin-today", async ({
    page,
    shop,
  }) => {
    await page.goto(`${shop.url}/connexion`)
    await page.getByLabel("Adresse e-mail").fill(shop.administrator.email)
    await page.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page).toHaveURL(shop.url + todayPath)
    await expectChartsWithTables(page)
    const [late, , , , fresh] = await readPendingRequests(shop)
    const requests = page.getByRole("region", { name: "Demandes en attente" })
    await expect(requests.getByText(/attendent depuis plus longtemps que les 24/)).toBeVisible()
    await expect(page.getByText("Des tâches automatiques ont du retard")).toHaveCount(0)
    await expect(
      requests
        .getByRole("listitem")
        .filter({ hasText: String(late?.name) })
        .locator(".tag-late")
        .first(),
    ).toBeVisible()
    await expect(
      requests
        .getByRole("listitem")
        .filter({ hasText: String(fresh?.name) })
        .locator(".tag-pending")
        .first(),
    ).toBeVisible()

    await requests.getByRole("button", { name: `Confirmer pour ${late?.name}` }).click()
    await expect(page.getByText("Réservation confirmée").first()).toBeVisible()
    expect(await readStatus(shop, late?.id)).toBe("confirmed")
    await expect(page).toHaveURL(shop.url + todayPath)

    await requests.getByRole("link", { name: `Refuser pour ${fresh?.name}` }).click()
    const question = page.getByRole("dialog", { name: "Refuser cette demande ?" })
    await question.getByLabel("Motif").fill("Machine en révision")
    await question.getByRole("button", { name: "Refuser la demande" }).click()
    await expect(page.getByText("Réservation refusée").first()).toBeVisible()
    expect(await readStatus(shop, fresh?.id)).toBe("refused")
    // With two undo messages the key undoes the newer one, wherever the focus is.
    const messages = page.getByRole("region", { name: "Messages, F8" })
    await expect(messages.getByText("F8")).toHaveCount(1)
    await page.getByRole("heading", { level: 1 }).click()
    await page.keyboard.press("F8")
    await expect(page.getByText("La demande n’est plus refusée").first()).toBeVisible()
    expect(await readStatus(shop, fresh?.id)).toBe("pending")
    await expect(page).toHaveURL(shop.url + todayPath)

    await test.step("the owner who answers second is told who answered first", async () => {
      const [first] = await readPendingRequests(shop)
      const other = await page.context().newPage()
      await other.goto(shop.url + todayPath)
      // Under a hovering pointer nothing changes by itself.
      await page.getByRole("button", { name: `Confirmer pour ${first?.name}` }).hover()
      await other.getByRole("button", { name: `Confirmer pour ${first?.name}` }).click()
      await expect(other.getByText("Réservation confirmée").first()).toBeVisible()
      await page.getByRole("button", { name: `Confirmer pour ${first?.name}` }).click()
      await expect(page.getByText(/^Déjà confirmée par/).first()).toBeVisible()
    })
  })
})

test.describe("the finances", () => {
  test("the owner saves the finances, reads what is refused, and the next booking uses them @R-finance-screen @M-ok-finance", async ({
    page,
    shop,
  }) => {
    await open(page, shop, financePath, "Finances")
    const before = await shop.sql("select id, total, delivery_fee, expires_at, updated_at from bookings order by id")
    await test.step("the calculator says the distance, the rule and the amount, and leaves what is being typed", async () => {
      await page.getByLabel("Acompte").fill("55")
      await expectDeliveryCalculated(page)
      await expect(page.getByLabel("Acompte")).toHaveValue("55")
    })
    await test.step("what cannot be is said beside its field, and what was typed is kept", async () => {
      await page.getByLabel("IBAN").fill("FR76 3000 6000 0112 3456 7890 188")
      await page.getByLabel("Acompte").fill("130")
      await save(page).click()
      await expect(page.getByText(/sa clé ne correspond pas/).last()).toBeVisible()
      await expect(page.getByText("Indiquez un pourcentage entier, de 0 à 100.").last()).toBeVisible()
      await expect(page.getByLabel("IBAN")).toHaveValue("FR76 3000 6000 0112 3456 7890 188")
      await page.getByLabel("IBAN").fill("")
      await page.getByLabel("Acompte").fill("30")
      await page.getByLabel("Jours avant, palier 2").fill("30")
      await save(page).click()
      await expect(page.getByText(/un autre palier commence déjà/).last()).toBeVisible()
      await expect(page.getByLabel("Jours avant, palier 2")).toHaveValue("30")
      await page.getByLabel("Jours avant, palier 2").fill("14")
      await page.getByLabel("Ville du dépôt").fill("Xyzzyville")
      await page.getByLabel("Code postal du dépôt").fill("00000")
      await save(page).click()
      await expect(page.getByText(/n’a pas été trouvée sur la carte/).last()).toBeVisible()
      expect(await shop.sql("select 1 from events where action = 'finance.saved'")).toHaveLength(0)
      await expectAccessible(page)
    })

    await page.getByLabel("Frais par kilomètre").fill("2.5")
    await page.getByLabel("Livraison gratuite jusqu’à").fill("5.5")
    await page.getByLabel("Distance maximale").fill("200")
    await page.getByLabel("Adresse du dépôt").fill("1 place de la Mairie")
    await page.getByLabel("Code postal du dépôt").fill("77000")
    await page.getByLabel("Ville du dépôt").fill("Melun")
    await page.getByRole("radio", { name: /Franchise en base/ }).check()
    await page.getByLabel("Acompte").fill("40")
    const tiers = page.getByRole("group", { name: "Remboursement d’une annulation par le client" })
    await tiers.getByRole("button", { name: "Retirer le palier 2" }).click()
    await tiers.getByRole("button", { name: "Ajouter un palier" }).click()
    await tiers.getByLabel("Jours avant, palier 3").fill("21")
    await tiers.getByLabel("Remboursé, palier 3").fill("75")
    await expect(tiers.getByText(/de 29 à 21\sjours avant\s: nous gardons 25\s% du total/)).toBeVisible()
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    await expect(page.getByText(/^Trouvé sur la carte\s: .*Melun/)).toBeVisible()
    const [row] = await shop.sql(
      "select delivery_fee_per_km, free_delivery_threshold::float, maximum_delivery_distance, vat_mode, down_payment_percent, cancellation_tiers from finance_settings",
    )
    expect(row).toEqual({
      delivery_fee_per_km: 250,
      free_delivery_threshold: 5.5,
      maximum_delivery_distance: 200,
      vat_mode: "franchise",
      down_payment_percent: 40,
      cancellation_tiers: [
        { daysBefore: 30, refundPercent: 100 },
        { daysBefore: 21, refundPercent: 75 },
        { daysBefore: 0, refundPercent: 0 },
      ],
    })
    expect(await shop.sql("select 1 from events where action = 'finance.saved'")).toHaveLength(1)
    expect(await shop.sql("select id, total, delivery_fee, expires_at, updated_at from bookings order by id")).toEqual(
      before,
    )
  })
})
