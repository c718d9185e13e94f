import path from "node:path"
import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { signIn } from "./wizard.ts"

const picture = path.resolve("public/illustrations/rien-pour-le-moment-416.webp")
const noPicture = { name: "machine.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)></svg>") }

async function open(page: Page, shop: Shop, screen: string, heading: string): Promise<void> {
  await signIn(page, shop, shop.administrator, `/admin/${screen}`)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
}

async function productId(shop: Shop, name: string): Promise<string> {
  const [row] = await shop.sql<{ id: string }>("select id from products where name = $1", [name])
  return row?.id ?? ""
}

async function lastEvent(shop: Shop): Promise<string | undefined> {
  const [event] = await shop.sql<{ action: string }>("select action from events order by id desc limit 1")
  return event?.action
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name })
const message = (page: Page, text: string | RegExp) => page.getByRole("region", { name: "Messages" }).getByText(text)

test.describe("the products", () => {
  test("a product is created once its numbers are valid, shown with its picture, and activated @R-products-screen @S-product-toggle @V-product-price @V-product-pack-price @V-product-pack-quantity @V-product-feature", async ({
    page,
    shop,
  }) => {
    await open(page, shop, "products", "Produits")
    await page.getByRole("link", { name: "Ajouter un produit" }).click()
    await page.getByLabel("Nom", { exact: true }).fill("Juke-box")
    const price = page.getByLabel("Prix par jour")
    const [packPrice, packQuantity] = [
      page.getByLabel("Prix du pack photo", { exact: false }),
      page.getByLabel("Photos par pack", { exact: false }),
    ]
    await price.fill("450,50")
    await packPrice.fill("gratuit")
    await packQuantity.fill("0")
    await page.getByRole("button", { name: "Créer le produit" }).click()
    await expect(page.getByText("Le prix par jour est un nombre entier d’euros").first()).toBeVisible()
    await expect(price).toHaveValue("450,50")
    await expect(packPrice).toHaveValue("gratuit")
    await expect(packQuantity).toHaveValue("0")
    await price.fill("95")
    await packPrice.fill("")
    await packQuantity.fill("")
    const feature = page.getByLabel("Nouvelle caractéristique", { exact: false })
    for (const text of ["   ", "Vinyles d’époque", "Lumières", "Deux enceintes"]) {
      await feature.fill(text)
      await feature.press("Enter")
    }
    await page.getByRole("button", { name: "Monter : Deux enceintes" }).press("Enter")
    await page.getByRole("button", { name: "Retirer : Lumières" }).click()
    await page.getByLabel("Titre pour les moteurs de recherche", { exact: false }).fill("Location de juke-box")
    await expect(page.getByRole("region", { name: "Aperçu dans un moteur de recherche" })).toContainText(
      /\/product\/…Location de juke-box – /,
    )
    await page.getByRole("button", { name: "Créer le produit" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Juke-box" })).toBeVisible()
    const [stored] = await shop.sql<{
      price: number
      features: string[]
      is_active: boolean
      photo_pack_price: number
    }>("select * from products where name = 'Juke-box'")
    expect(stored).toMatchObject({
      price: 9500,
      features: ["Vinyles d’époque", "Deux enceintes"],
      is_active: true,
      photo_pack_price: 700,
    })
    expect(await lastEvent(shop)).toBe("product.added")

    const image = page.getByRole("region", { name: "Image du produit" })
    await image.locator("input[type=file]").setInputFiles(noPicture)
    await image.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(image.getByText(/^Erreur lors du téléchargement de l'image/)).toBeVisible()
    await image.locator("input[type=file]").setInputFiles(picture)
    await image.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(message(page, "Image enregistrée")).toBeVisible()
    const [productRow] = await shop.sql<{ image_url: string }>("select image_url from products where name = 'Juke-box'")
    expect(productRow?.image_url).toMatch(/^\/files\/products\/products\/\d{13}-[0-9a-f]{16}\.webp$/)

    await page.getByRole("button", { name: "Désactiver", exact: true }).click()
    await expect(message(page, "Produit désactivé")).toBeVisible()
    await page.getByRole("button", { name: "Activer", exact: true }).click()
    await expect(message(page, "Produit activé")).toBeVisible()
    await page.goto(`${shop.url}/catalog`)
    await expect(page.getByRole("heading", { name: "Juke-box" })).toBeVisible()
  })

  test("products are searched by the address, deleted after a question and restored, or archived when booked @R-products-screen @V-product-delete", async ({
    page,
    shop,
  }) => {
    await open(page, shop, "products", "Produits")
    await page.getByLabel("Rechercher un produit").fill("lumiere")
    await expect(page).toHaveURL(/q=lumiere/)
    await expect(row(page, "Anneau de lumière")).toBeVisible()
    await expect(row(page, "Borne de table")).toHaveCount(0)
    await page.goto(`${shop.url}/admin/products`)
    const names = () =>
      page
        .getByRole("row")
        .getByRole("link")
        .filter({ hasNotText: /Modifier|Options|Notice|Supprimer/ })
        .allTextContents()
    const before = await names()
    await row(page, "Photomaton argentique").getByText("Plus").click()
    await row(page, "Photomaton argentique").getByRole("button", { name: "Dupliquer" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Photomaton argentique (copie)" })).toBeVisible()
    await page.getByRole("link", { name: "Supprimer" }).click()
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce produit ?" })
    await question.getByRole("button", { name: "Supprimer" }).click()
    await expect(message(page, "Produit supprimé")).toBeVisible()
    await expect(row(page, "(copie)")).toHaveCount(0)
    await page.getByRole("button", { name: "Annuler" }).click()
    await expect(row(page, "Photomaton argentique (copie)")).toBeVisible()
    expect(await lastEvent(shop)).toBe("product.put-back")
    expect(await names()).toHaveLength(before.length + 1)

    await test.step("those that have bookings are archived, the page says why, and they come back", async () => {
      await row(page, "Miroir magique").getByText("Plus").click()
      await row(page, "Miroir magique").getByRole("link", { name: "Supprimer" }).click()
      const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce produit ?" })
      await expect(question).toContainText("ne sera pas effacé mais archivé")
      await question.getByRole("button", { name: "Supprimer" }).click()
      await expect(message(page, "Produit archivé")).toBeVisible()
      await page.getByLabel("État").selectOption("Archivés")
      await expect(row(page, "Miroir magique")).toContainText("Archivé")
      await page.getByRole("link", { name: "Miroir magique" }).click()
      await expect(page.getByText("qui doivent rester lisibles")).toBeVisible()
      await page.getByRole("button", { name: "Désarchiver" }).click()
      await expect(message(page, "Produit désarchivé")).toBeVisible()
      expect(
        await shop.sql(
          "select 1 from products where name = 'Miroir magique' and archived_at is null and not is_active",
        ),
      ).toHaveLength(1)
    })
  })

  test("products follow the owner's order in the catalogue, changed by keyboard and by dragging @R-admin-products-order", async ({
    page,
    shop,
  }) => {
    await open(page, shop, "products/ordre", "Ordre du catalogue")
    const first = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) })
    await expect(first.first()).toContainText("Photomaton bois")
    const up = page.getByRole("button", { name: "Monter : Anneau de lumière" })
    await up.focus()
    await up.press("Enter")
    await expect(first.first()).toContainText("Anneau de lumière")
    await expect(page.getByRole("button", { name: "Descendre : Anneau de lumière" })).toBeFocused()
    await page.goto(`${shop.url}/catalog`)
    await expect(page.getByRole("article").getByRole("heading").first()).toHaveText("Anneau de lumière")

    await page.goto(`${shop.url}/admin/products/ordre`)
    const grip = (index: number) => page.getByTitle("Glisser pour déplacer").nth(index)
    await grip(0).hover()
    await page.mouse.down()
    await grip(2).hover()
    await page.mouse.up()
    await expect(first.first()).toContainText("Photomaton bois")
    await page.getByRole("button", { name: "Revenir aux plus récents d’abord" }).click()
    await expect(page.getByRole("button", { name: "Revenir aux plus récents d’abord" })).toHaveCount(0)
    expect(await shop.sql('select 1 from products where "order" > 0')).toHaveLength(0)
  })
})

test.describe("the options", () => {
  test("an option begins with its defaults, previews the customer's view, and is ordered and deleted @R-options-screen @S-options-notice @V-option-maximum @V-option-delete @M-ok-options", async ({
    page,
    shop,
  }) => {
    await open(page, shop, `options?produit=${await productId(shop, "Photomaton bois")}`, "Options")
    await page.getByRole("link", { name: "Ajouter une option" }).click()
    await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Nouvelle option")
    await expect(page.getByLabel("Prix", { exact: true })).toHaveValue("0")
    await expect(page.getByLabel("Pas", { exact: true })).toHaveValue("1")
    await expect(page.getByLabel("Minimum", { exact: true })).toHaveValue("0")
    await page.getByLabel("Nom", { exact: true }).fill("Pack photo géant")
    await expect(page.getByText("Cette option ne sera pas proposée")).toBeVisible()
    await page.getByLabel("Nom", { exact: true }).fill("Marque-pages")
    await page.getByLabel("Prix", { exact: true }).fill("0,50")
    await page.getByLabel("Pas", { exact: true }).fill("10")
    await page.getByLabel("Minimum", { exact: true }).fill("20")
    await page.getByLabel("Maximum", { exact: false }).fill("10")
    const customer = page.getByRole("region", { name: "Ce que voit le client" })
    await expect(customer.getByText("Aucune quantité n’est possible")).toBeVisible()
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
    await expect(page.getByText(/^Le maximum est un nombre entier au moins égal au minimum/).last()).toBeVisible()
    await page.getByLabel("Maximum", { exact: false }).fill("40")
    await customer.getByRole("button", { name: "Ajouter : Marque-pages" }).click()
    await expect(customer.getByRole("spinbutton", { name: "Marque-pages" })).toHaveValue("20")
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
    await expect(message(page, "Options mises à jour avec succès")).toBeVisible()
    await expect(message(page, "Options mises à jour avec succès")).toBeHidden({ timeout: 5_000 })
    expect(
      await shop.sql(
        "select 1 from product_options where name = 'Marque-pages' and price = 50 and quantity_step = 10 and min_quantity = 20 and max_quantity = 40",
      ),
    ).toHaveLength(1)

    await page.getByRole("link", { name: "Ajouter une sous-option : Marque-pages" }).click()
    await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Nouvelle sous-option")
    await page.getByLabel("Prix", { exact: true }).fill("5")
    await page.getByLabel("Une fois par location").check()
    await page.getByLabel("Choix", { exact: false }).fill("Ruban")
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
    await expect(page.getByRole("heading", { name: "Nouvelle sous-option" })).toBeVisible()
    await expect(page.getByText("5 € l’unité, une fois par location, au choix : Ruban")).toBeVisible()
    const place = async () =>
      (await shop.sql<{ order: number }>(`select "order" from product_options where name = 'Marque-pages'`))[0]
        ?.order ?? 0
    const before = await place()
    await page.getByRole("button", { name: "Monter : Marque-pages" }).press("Enter")
    await expect.poll(place).toBe(before - 1)

    await page.getByRole("link", { name: "Supprimer : Marque-pages" }).click()
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer cette option ?" })
    await expect(question).toContainText("sa sous-option")
    await question.getByRole("button", { name: "Supprimer" }).click()
    await expect(message(page, "Option supprimée")).toBeVisible()
    await page.getByRole("button", { name: "Annuler" }).click()
    await expect(page.getByRole("heading", { name: "Nouvelle sous-option" })).toBeVisible()
  })
})

test.describe("the manuals", () => {
  test("a manual is written section by section, with pictures, and becomes the product's @R-manuals-screen @K-editor-rows", async ({
    page,
    shop,
  }) => {
    const id = await productId(shop, "Photomaton argentique")
    await shop.sql("update products set manual_url = 'https://exemple.example/notice.pdf' where id = $1", [id])
    await open(page, shop, `manuals?produit=${id}`, "Notices")
    await expect(page.getByText("https://exemple.example/notice.pdf")).toBeVisible()
    const before = await page.getByRole("heading", { name: /^Section \d+$/ }).count()
    await page.getByRole("button", { name: "Ajouter une section" }).click()
    const number = before + 1
    const content = page.getByLabel(`Contenu de la section ${number}`, { exact: true })
    await expect(content).toHaveAttribute("rows", "4")
    await content.fill("Tirez le **levier**.")
    await expect(
      page.getByRole("region", { name: `Aperçu : Contenu de la section ${number}` }).getByText("levier"),
    ).toBeVisible()
    await page.getByLabel(`Titre de la section ${number}`).fill("  ")
    await page.getByRole("button", { name: "Enregistrer la notice" }).click()
    await expect(page.getByText(`Donnez un titre à la section ${number}.`).last()).toBeVisible()
    await page.getByLabel(`Titre de la section ${number}`).fill("Ouvrir la trappe")
    await page.getByLabel(`Image de la section ${number}`, { exact: false }).setInputFiles(picture)
    await page.getByLabel(`Description de l’image ${number}`, { exact: false }).fill("La trappe, à droite")
    await page.getByRole("button", { name: "Enregistrer la notice" }).click()
    await expect(message(page, "Notice enregistrée")).toBeVisible()
    expect(await shop.sql("select 1 from products where id = $1 and manual_url = '/manual/' || id", [id])).toHaveLength(
      1,
    )
    await page.goto(`${shop.url}/manual/${id}`)
    await expect(page.getByRole("heading", { name: "Ouvrir la trappe" })).toBeVisible()
    await expect(page.getByRole("img", { name: "La trappe, à droite" })).toHaveCount(1)
  })

  test("a manual loses a section only when saved, and can restore it before", async ({ page, shop }) => {
    const id = await productId(shop, "Photomaton bois")
    await open(page, shop, `manuals?produit=${id}`, "Notices")
    const titleOf = (number: number) =>
      page.getByRole("textbox", { name: `Titre de la section ${number}`, exact: true })
    const title = titleOf(1)
    const first = await title.inputValue()
    await page.getByRole("button", { name: "Retirer la section 1" }).click()
    await expect(title).not.toHaveValue(first)
    await page.getByRole("button", { name: "Annuler" }).click()
    await expect(title).toHaveValue(first)
    await page.getByRole("button", { name: "Descendre la section 1" }).press("Enter")
    await expect(titleOf(2)).toHaveValue(first)
    await page.getByRole("button", { name: "Retirer la section 2" }).click()
    await page.getByRole("button", { name: "Enregistrer la notice" }).click()
    await expect(message(page, "Notice enregistrée")).toBeVisible()
    const titles = async () =>
      (
        await shop.sql<{ titles: string[] }>(
          "select array(select jsonb_path_query(content, '$.sections[*].title') #>> '{}') as titles from product_manuals where product_id = $1",
          [id],
        )
      )[0]?.titles
    expect(await titles()).not.toContain(first)
  })

  test("labels of several products share one sheet", async ({ page, shop }) => {
    await open(page, shop, "manuals/etiquettes", "Étiquettes des notices")
    await page.getByLabel("Photomaton bois").check()
    await page.getByLabel("Borne de table").check()
    await page.getByLabel("Étiquettes par produit").selectOption("2")
    await page.getByRole("button", { name: "Composer la feuille" }).click()
    const labels = page.getByRole("list", { name: "Feuille d’étiquettes" }).getByRole("img")
    await expect(labels).toHaveCount(4)
    await expect(labels.first()).toHaveAttribute("width", "200")
    await page.emulateMedia({ media: "print" })
    await expect(page.getByRole("button", { name: "Composer la feuille" })).toBeHidden()
    await expect(labels.first()).toBeVisible()
  })
})

test.describe("the catalogue without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("an option is saved, and a manual's sections are added, moved and removed", async ({ page, shop }) => {
    const id = await productId(shop, "Photomaton bois")
    await open(page, shop, `options?produit=${id}&option=nouvelle`, "Options")
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
    await expect(page.getByText("Options mises à jour avec succès")).toBeVisible()
    await page.goto(`${shop.url}/admin/manuals?produit=${id}`)
    const second = await page.getByLabel("Titre de la section 2").inputValue()
    const count = await page.getByLabel(/^Titre de la section/).count()
    await page.getByLabel("Supprimer la section 1").check()
    await page.getByLabel("Place de la section 2").fill("90")
    await page.getByLabel(`Titre de la section ${count}`).fill("Sans script")
    await page.getByLabel(`Contenu de la section ${count}`, { exact: true }).fill("Tout marche.")
    await page.getByRole("button", { name: "Enregistrer la notice" }).click()
    await expect(page.getByText("Notice enregistrée")).toBeVisible()
    const [manual] = await shop.sql<{ titles: string[] }>(
      "select array(select jsonb_path_query(content, '$.sections[*].title') #>> '{}') as titles from product_manuals where product_id = $1",
      [id],
    )
    expect(manual?.titles).toHaveLength(count - 1)
    expect(manual?.titles.slice(-2)).toEqual(["Sans script", second])
  })
})
