import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { signUp } from "./bookings.ts"
import { signIn, turnMonth } from "./wizard.ts"

const lila = { name: "Lila Essai", email: "lila.essai@exemple.example" }

async function open(page: Page, shop: Shop, path: string, heading: string): Promise<void> {
  await signIn(page, shop, shop.administrator, path)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
}

const end = (shop: Shop) => shop.sql("delete from sessions")

async function signInAgain(page: Page, shop: Shop): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Connexion" })
  await dialog.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByText("Votre saisie a été gardée")).toBeVisible()
}

const storedDrafts = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

async function one<Row extends Record<string, unknown>>(
  shop: Shop,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const [row] = await shop.sql<Row>(text, values)
  if (!row) throw new Error(`Nothing: ${text}`)
  return row
}

const productId = async (shop: Shop, name: string) =>
  (await one<{ id: string }>(shop, "select id from products where name = $1", [name])).id
const pendingBooking = (shop: Shop) =>
  one<{ id: string; product_id: string; user_id: string }>(
    shop,
    "select id, product_id, user_id from bookings where status = 'pending' and first_day > current_date + 2 order by number limit 1",
  )

async function nextMonth(page: Page): Promise<void> {
  const next = page.getByRole("button", { name: "Mois suivant" }).or(page.getByRole("link", { name: "Mois suivant" }))
  await turnMonth(page, () => next.click())
}

async function tick(page: Page, name = /^\d+ libre,/): Promise<string> {
  const box = page.getByRole("checkbox", { name }).first()
  const day = await box.inputValue()
  await box.check()
  return day
}

test.describe("a session that ends while one types", () => {
  test("a settings form loses nothing, overwrites nothing, and shows nobody another person's draft", async ({
    page,
    shop,
  }) => {
    await test.step("the form that was sent comes back after signing in, and is forgotten once saved", async () => {
      await open(page, shop, "/admin/site-config", "Configuration du site")
      await page.getByLabel("Titre d’accueil").fill("Une soirée gardée")
      await page.getByRole("radio", { name: "Diaphragme" }).check()
      await end(shop)
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
      await signInAgain(page, shop)
      await expect(page.getByText("Votre saisie a été gardée")).toBeVisible()
      await expect(page.getByLabel("Titre d’accueil")).toHaveValue("Une soirée gardée")
      await expect(page.getByRole("radio", { name: "Diaphragme" })).toBeChecked()
      await expectAccessibleEverywhere(page, "what was kept")
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
      await expect(page.getByText("Les paramètres ont été enregistrés avec succès.").first()).toBeVisible()
      await expect(page.getByText("Votre saisie a été gardée")).toHaveCount(0)
      expect(await shop.sql("select 1 from site_config where hero_title = 'Une soirée gardée'")).toHaveLength(1)
      await page.reload()
      await expect(page.getByLabel("Titre d’accueil")).toHaveValue("Une soirée gardée")
      await expect(page.getByText("Votre saisie a été gardée")).toHaveCount(0)
    })
    await test.step("what was not sent is kept over the version it was typed on, and is thrown away on request", async () => {
      await page.getByLabel("Titre d’accueil").fill("Jamais envoyé")
      await expect.poll(() => storedDrafts(page)).toContain("Jamais envoyé")
      page.on("dialog", (dialog) => void dialog.accept())
      await shop.sql("update site_config set hero_title = 'Entre-temps'")
      await page.reload()
      await expect(page.getByText("Votre saisie a été gardée")).toBeVisible()
      await expect(page.getByLabel("Titre d’accueil")).toHaveValue("Jamais envoyé")
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
      await expect(page.getByText(/a été modifiée entre-temps|a modifié cette page/)).toBeVisible()
      expect(await shop.sql("select 1 from site_config where hero_title = 'Entre-temps'")).toHaveLength(1)
      await page.getByRole("button", { name: "Abandonner cette saisie" }).click()
      await page.reload()
      await expect(page.getByLabel("Titre d’accueil")).toHaveValue("Entre-temps")
      await expect(page.getByText("Votre saisie a été gardée")).toHaveCount(0)
    })
    await test.step("nobody is shown what somebody else typed, and no password is kept", async () => {
      await page.getByLabel("Titre d’accueil").fill("Le secret de l’une")
      await expect.poll(() => storedDrafts(page)).toContain("Le secret de l’une")
      await end(shop)
      await signUp(page, shop, { ...lila, password: "un bal au bord de l’eau" })
      await shop.sql("update profiles set role = 'admin' where email = $1", [lila.email])
      await page.goto(`${shop.url}/admin/site-config`)
      await expect(page.getByLabel("Titre d’accueil")).not.toHaveValue("Le secret de l’une")
      await expect.poll(() => storedDrafts(page)).not.toContain("Le secret de l’une")
      expect(await storedDrafts(page)).not.toContain("un bal au bord de l’eau")
    })
  })

  test("signing in far down a page returns to the form, not to its top, and the note is sent again once", async ({
    page,
    shop,
  }) => {
    const { number } = await one<{ number: number }>(
      shop,
      "select number from bookings where status = 'confirmed' order by number limit 1",
    )
    await page.setViewportSize({ width: 1280, height: 720 })
    await open(page, shop, `/admin/bookings/${number}`, `Réservation n°\u00a0${number}`)
    await page.getByLabel("Ajouter une note").fill("Rappeler jeudi")
    await end(shop)
    await page.getByRole("button", { name: "Ajouter la note" }).click()
    await signInAgain(page, shop)
    await expect(page.getByText("Votre saisie a été gardée")).toBeInViewport()
    await expect(page.getByLabel("Ajouter une note")).toBeInViewport()
    await page.keyboard.press("Tab")
    await expect(page.getByRole("button", { name: "Abandonner cette saisie" })).toBeFocused()
    await expect(page.getByLabel("Ajouter une note")).toHaveValue("Rappeler jeudi")
    await page.getByRole("button", { name: "Ajouter la note" }).click()
    await expect(page.getByLabel("Ajouter une note")).toHaveValue("")
    await expect(page.getByText("Votre saisie a été gardée")).toHaveCount(0)
    expect(await shop.sql("select 1 from booking_notes where body = 'Rappeler jeudi'")).toHaveLength(1)
  })

  test("other dates keep the message that goes with them", async ({ page, shop }) => {
    const { id, user_id: customer } = await pendingBooking(shop)
    // Customers of the demonstration get no mail.
    await shop.sql("update profiles set is_example = false where id = $1", [customer])
    await open(page, shop, `/admin/bookings?reservation=${id}&modifier=dates`, "Réservations")
    const sheet = page.getByRole("dialog")
    for (const box of await sheet.getByRole("checkbox", { name: /^\d+ choisi,/ }).all()) await box.uncheck()
    const title = sheet.locator(".calendar-head").getByRole("heading")
    const before = (await title.textContent()) ?? ""
    await sheet.getByRole("button", { name: "Mois suivant" }).click()
    await expect(title).not.toHaveText(before)
    const day = await tick(page)
    const message = sheet.getByRole("textbox", { name: /^Message/ })
    await message.fill("Comme convenu au téléphone.")
    await expect(sheet.getByRole("button", { name: "Enregistrer les changements" })).not.toHaveAttribute("aria-busy")
    await end(shop)
    await sheet.getByRole("button", { name: "Enregistrer les changements" }).click()
    await signInAgain(page, shop)
    await expect(message).toHaveValue("Comme convenu au téléphone.")
    await sheet.getByRole("button", { name: "Enregistrer les changements" }).click()
    await expect(page.getByText("Réservation modifiée", { exact: true }).first()).toBeVisible()
    expect(
      (await one<{ dates: string[] }>(shop, "select dates::text[] as dates from bookings where id = $1", [id])).dates,
    ).toContain(day)
  })

  test("a phone booking keeps its days in two months, its options and its address", async ({ page, shop }) => {
    const { user_id } = await pendingBooking(shop)
    const product = await productId(shop, "Photomaton bois")
    await open(page, shop, `/admin/bookings/nouvelle?client=${user_id}&produit=${product}`, "Nouvelle réservation")
    await nextMonth(page)
    const first = await tick(page)
    await nextMonth(page)
    const second = await tick(page)
    await page.getByRole("spinbutton", { name: "Packs photo" }).fill("2")
    await page.getByRole("switch", { name: "Livre d’or" }).check()
    await page.getByLabel("Adresse", { exact: true }).fill("12 quai de la Marne")
    await page.getByLabel("Code postal").fill("94130")
    await page.getByLabel("Ville").fill("Nogent-sur-Marne")
    const receipt = page.locator(".receipt")
    await expect(receipt).toContainText("km aller-retour")
    const priced = page.waitForResponse((answer) => answer.request().postData()?.includes("gardienne") ?? false)
    await page.getByLabel("Instructions").fill("Sonner chez la gardienne")
    const save = page.getByRole("button", { name: "Enregistrer la réservation" })
    await priced
    await expect(save).not.toHaveAttribute("aria-busy")
    const price = await receipt.textContent()
    await end(shop)
    await save.click()
    await signInAgain(page, shop)
    await expect(page.getByLabel("Instructions")).toHaveValue("Sonner chez la gardienne")
    await expect(page.getByRole("switch", { name: "Livre d’or" })).toBeChecked()
    await expect(page.getByRole("checkbox", { name: /^\d+ choisi,/ })).toBeChecked()
    await expect(receipt).toHaveText(price ?? "")
    await page.getByRole("button", { name: "Enregistrer la réservation" }).click()
    await expect(page.getByText("Réservation confirmée").first()).toBeVisible()
    const placed = await one<{ dates: string[]; address: { instructions: string } }>(
      shop,
      "select dates::text[] as dates, address from bookings order by number desc limit 1",
    )
    expect(placed.dates).toEqual([first, second])
    expect(placed.address.instructions).toBe("Sonner chez la gardienne")
  })

  test("a product and a manual keep added, removed and reordered rows", async ({ page, shop }) => {
    await test.step("a product", async () => {
      await open(page, shop, `/admin/products/${await productId(shop, "Photomaton bois")}`, "Photomaton bois")
      const features = () =>
        page
          .getByLabel(/^Caractéristique \d+$/)
          .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
      const before = await features()
      await page.getByLabel("Nouvelle caractéristique").fill("Livré la veille")
      await page.getByRole("button", { name: "Ajouter", exact: true }).click()
      await page.getByRole("button", { name: `Retirer : ${before[0]}` }).click()
      await page.getByRole("button", { name: "Monter : Livré la veille" }).click()
      await page.getByLabel("Nouvelle caractéristique").fill("Pas encore ajoutée")
      await page.getByLabel("Prix par jour").fill("275")
      const expected = [...before.slice(1, -1), "Livré la veille", ...before.slice(-1)]
      expect(await features()).toEqual(expected)
      await end(shop)
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
      await signInAgain(page, shop)
      await expect(page.getByLabel("Prix par jour")).toHaveValue("275")
      expect(await features()).toEqual(expected)
      await expect(page.getByLabel("Nouvelle caractéristique")).toHaveValue("Pas encore ajoutée")
      await expect(page.getByText("Modifications non enregistrées")).toBeVisible()
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
      await expect(page.getByText("Produit enregistré").first()).toBeVisible()
      expect(await one(shop, "select features, price from products where name = 'Photomaton bois'")).toEqual({
        features: [...expected, "Pas encore ajoutée"],
        price: 27_500,
      })
    })
    await test.step("a manual", async () => {
      const id = await productId(shop, "Photomaton bois")
      await open(page, shop, `/admin/manuals?produit=${id}`, "Notices")
      const titles = () =>
        page
          .getByLabel(/^Titre de la section \d+$/)
          .evaluateAll((fields) =>
            fields.flatMap((field) => (field.matches(":disabled") ? [] : [(field as HTMLInputElement).value])),
          )
      const before = await titles()
      const count = before.length
      await page.getByRole("button", { name: "Ajouter une section" }).click()
      await page.getByLabel(`Titre de la section ${count + 1}`).fill("Ranger")
      await page.getByLabel(`Contenu de la section ${count + 1}`, { exact: true }).fill("Fermez les **deux** loquets.")
      await page.getByRole("button", { name: `Monter la section ${count + 1}` }).click()
      await page.getByRole("button", { name: "Retirer la section 1" }).click()
      await page.getByLabel("Titre de la section 1", { exact: true }).fill("Autrement dit")
      const expected = ["Autrement dit", ...before.slice(2, -1), "Ranger", ...before.slice(-1)]
      expect(await titles()).toEqual(expected)
      await end(shop)
      await page.getByRole("button", { name: "Enregistrer la notice" }).click()
      await signInAgain(page, shop)
      await expect(page.getByText("Si vous aviez choisi un fichier, choisissez-le de nouveau.")).toBeVisible()
      await expect(page.getByLabel("Titre de la section 1", { exact: true })).toHaveValue("Autrement dit")
      expect(await titles()).toEqual(expected)
      await expect(page.getByLabel(`Contenu de la section ${count - 1}`, { exact: true })).toHaveValue(
        "Fermez les **deux** loquets.",
      )
      await page.getByRole("button", { name: "Enregistrer la notice" }).click()
      await expect(page.getByText("Notice enregistrée").first()).toBeVisible()
      const stored = await one<{ titles: string[] }>(
        shop,
        "select array(select jsonb_path_query(content, '$.sections[*].title') #>> '{}') as titles from product_manuals where product_id = $1",
        [id],
      )
      expect(stored.titles).toEqual(expected)
    })
  })
})

test.describe("unsent drafts", () => {
  test("a draft ends when its page is left and when its person signs out", async ({ page, shop }) => {
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("guinguette.draft")))
    const { id } = await pendingBooking(shop)
    await open(page, shop, `/admin/bookings?reservation=${id}&refuser=${id}`, "Réservations")
    const reason = page.getByRole("dialog").getByLabel("Motif", { exact: false })
    await reason.fill("Déjà loué ailleurs")
    await expect.poll(drafts).toHaveLength(1)
    await page.getByRole("link", { name: "Garder" }).click()
    await expect.poll(drafts).toEqual([])
    await page.goto(`${shop.url}/admin`)
    await page.getByLabel("Titre d’accueil").fill("Une soirée au premier étage")
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
    await expect(page.getByText("Les paramètres ont été enregistrés avec succès.").first()).toBeVisible()
    expect(await shop.sql("select 1 from site_config where hero_title = 'Une soirée au premier étage'")).toHaveLength(1)
    await page.getByLabel("Titre d’accueil").fill("Laissé là")
    await expect.poll(drafts).toHaveLength(1)
    const navigation = page.getByRole("navigation", { name: "Administration" }).first()
    await navigation.getByRole("link", { name: "Finances" }).click()
    await page
      .getByRole("alertdialog", { name: "Quitter sans enregistrer ?" })
      .getByText("Quitter", { exact: true })
      .click()
    await expect(page.getByRole("heading", { level: 1, name: "Finances" })).toBeVisible()
    await expect.poll(drafts).toEqual([])
    await page.goto(`${shop.url}/admin/bookings/nouvelle?client=nouveau`)
    await page.getByLabel("Nom", { exact: true }).fill(lila.name)
    await expect.poll(drafts).toHaveLength(1)
    await navigation.getByRole("button", { name: "Déconnexion" }).click()
    await page.waitForURL(`${shop.url}/`)
    expect(await drafts()).toEqual([])
  })

  test("a picture’s caption returns over the version it was typed on, beside what others typed", async ({
    page,
    shop,
  }) => {
    await open(page, shop, "/admin/services", "Page Services")
    await page.getByLabel("Légende de l’image 1 (facultatif)").fill("Au bord de l’eau")
    await page.getByLabel("Légende de l’image 2 (facultatif)").fill("Sous les lampions")
    await expect.poll(() => storedDrafts(page)).toContain("Sous les lampions")
    await shop.sql("update services_page_images set caption = 'Entre-temps'")
    page.on("dialog", (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText("Votre saisie a été gardée")).toHaveCount(2)
    await page.getByRole("button", { name: "Enregistrer la légende de l’image 1" }).click()
    await expect(page.getByText(/entre-temps/i).first()).toBeVisible()
    expect(await shop.sql("select 1 from services_page_images where caption = 'Au bord de l’eau'")).toHaveLength(0)
    await page.getByRole("button", { name: "Abandonner cette saisie" }).first().click()
    await expect(page.getByLabel("Légende de l’image 1 (facultatif)")).toHaveValue("Entre-temps")
    await expect(page.getByLabel("Légende de l’image 2 (facultatif)")).toHaveValue("Sous les lampions")
    await expect(page.getByText("Votre saisie a été gardée")).toHaveCount(1)
  })
})
