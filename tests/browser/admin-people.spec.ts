import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signUp } from "./bookings.ts"
import { readMailedToken } from "./read-mail.ts"
import { signIn } from "./wizard.ts"

const lila = { name: "Lila Essai", email: "lila.essai@exemple.example", password: "bal du 14" }

async function open(page: Page, shop: Shop, path: string, heading: string): Promise<void> {
  await signIn(page, shop, shop.administrator, `/admin/${path}`)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
}

async function customer(page: Page, shop: Shop): Promise<string> {
  await signUp(page, shop, lila)
  const [row] = await shop.sql<{ id: string }>("select id from users where email = $1", [lila.email])
  return row?.id ?? ""
}

async function fitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test.describe("the users", () => {
  test("users are promoted, disabled and enabled, and a new administrator chooses a longer password @V-password-change", async ({
    page,
    openWindow,
    shop,
  }) => {
    const theirs = await openWindow()
    const id = await customer(theirs, shop)
    await open(page, shop, `users/${id}`, lila.name)
    await expect(page.getByText("Sessions ouvertes").locator("..")).toContainText("1")
    await page.getByRole("link", { name: "Nommer administrateur" }).click()
    await expect(page.getByRole("dialog").getByText("Adresse e-mail non confirmée")).toBeVisible()
    await page.getByRole("button", { name: "Nommer administrateur" }).click()
    await expect(page.getByText("Cette personne est administrateur").first()).toBeVisible()
    await theirs.goto(`${shop.url}/account`)
    await expect(theirs).toHaveURL(/connexion/)

    await signIn(theirs, shop, lila, "/admin/users").catch(() => undefined)
    await expect(theirs).toHaveURL(/mot-de-passe/)
    await expect(theirs.getByText("Votre mot de passe est trop court pour l’administration")).toBeVisible()
    await theirs.getByLabel("Mot de passe actuel").fill(lila.password)
    await theirs.getByLabel("Nouveau mot de passe").fill("bal du quinze")
    await theirs.getByLabel("Confirmer le mot de passe").fill("autre chose")
    await theirs.getByRole("button", { name: "Changer le mot de passe" }).click()
    await expect(theirs.getByText("Les mots de passe ne correspondent pas").first()).toBeVisible()
    await theirs.getByLabel("Mot de passe actuel").fill(lila.password)
    await theirs.getByLabel("Nouveau mot de passe").fill("bal du quinze")
    await theirs.getByLabel("Confirmer le mot de passe").fill("bal du quinze")
    await theirs.getByRole("button", { name: "Changer le mot de passe" }).click()
    await expect(theirs.getByRole("heading", { level: 1, name: "Utilisateurs" })).toBeVisible()

    await page.getByRole("link", { name: "Désactiver le compte" }).click()
    await page.getByRole("button", { name: "Désactiver le compte" }).click()
    await expect(page.getByText("Compte désactivé").first()).toBeVisible()
    await theirs.goto(`${shop.url}/admin/users`)
    await expect(theirs).toHaveURL(`${shop.url}/`)
    await theirs.goto(`${shop.url}/connexion`)
    await theirs.getByLabel("Adresse e-mail").fill(lila.email)
    await theirs.getByLabel("Mot de passe", { exact: true }).fill("bal du quinze")
    await theirs.getByRole("button", { name: "Se connecter" }).click()
    await expect(theirs.getByText("Ce compte est désactivé. Écrivez-nous si c’est une erreur.")).toBeVisible()
    await page.getByRole("link", { name: "Réactiver le compte" }).click()
    await page.getByRole("button", { name: "Réactiver le compte" }).click()
    await expect(page.getByText("Compte réactivé").first()).toBeVisible()
    const acts = await shop.sql<{ action: string }>("select action from events where subject_id = $1 order by id", [id])
    expect(acts.map(({ action }) => action)).toEqual([
      "person.role-changed",
      "person.password-changed",
      "person.disabled",
      "person.enabled",
    ])
    await expectAccessible(page)
    await fitsPhone(page)
  })

  test("an account opened with another's address goes to the address's owner, on a phone without scripts", async ({
    page,
    openWindow,
    shop,
  }) => {
    const id = await customer(page, shop)
    await shop.sql(
      "insert into shared_accounts (owner_id, shared_with_id, permissions) select id, $1, '{view}' from profiles where role = 'admin' limit 1",
      [id],
    )
    const token = await readMailedToken(shop, "email-verification", lila.email)
    const theirs = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
    await theirs.goto(`/verification/${token}`)
    await expect(theirs.getByRole("heading", { name: "Est-ce bien vous ?" })).toBeVisible()
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    // A mail scanner that opens the link changes nothing.
    expect(await shop.sql("select 1 from users where id = $1 and email_verified", [id])).toHaveLength(0)
    await theirs.getByRole("button", { name: "Oui, c’est mon adresse" }).click()
    await theirs.getByLabel("Nouveau mot de passe", { exact: true }).fill("guirlandes et accordéon")
    await theirs.getByLabel("Confirmer le mot de passe").fill("guirlandes et accordéon")
    await theirs.getByRole("button", { name: "Enregistrer le mot de passe" }).click()
    await expect(theirs.getByText("Votre mot de passe est enregistré")).toBeVisible()
    await page.goto(`${shop.url}/account`)
    await expect(page).toHaveURL(/\/connexion/)
  })
})

test.describe("the journal", () => {
  test("the journal shows acts with subject and changes, is filtered by address, and restores a deletion", async ({
    page,
    shop,
  }) => {
    await open(page, shop, "faq", "Questions fréquentes")
    await page
      .getByRole("link", { name: /^Supprimer : / })
      .first()
      .click()
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText("Question supprimée").first()).toBeVisible()
    await page.goto(`${shop.url}/admin/journal`)
    const removed = page.getByRole("listitem").filter({ hasText: "a supprimé une question fréquente" })
    await removed.getByRole("button", { name: "Remettre en place" }).click()
    await expect(page.getByText("a remis une question fréquente")).toBeVisible()
    await expect(removed.getByText("annulé depuis")).toBeVisible()
    await expect(removed.getByRole("button", { name: "Remettre en place" })).toHaveCount(0)
    await removed.getByText("Détails").click()
    await expect(removed.getByText("Supprimé", { exact: true })).toBeVisible()

    await page.getByLabel("Sujet").selectOption("Pages du site")
    await page.getByLabel("Rechercher", { exact: true }).fill("supprime")
    await page.getByRole("button", { name: "Filtrer" }).click()
    await expect(page).toHaveURL(/genre=contenu/)
    await expect(page.getByRole("list", { name: "Gestes" }).getByRole("listitem")).toHaveCount(1)
    await page.getByLabel("Sujet").selectOption("Utilisateurs")
    await page.getByRole("button", { name: "Filtrer" }).click()
    await expect(page.getByText("Rien ne correspond").first()).toBeVisible()
    await page.goto(`${shop.url}/admin/journal`)
    await expectAccessible(page)
    await fitsPhone(page)
    const sent = await page.request.post(`${shop.url}/admin/journal`, {
      form: { intent: "effacer" },
      headers: { origin: shop.url },
    })
    expect(sent.status()).toBe(405)
  })
})

test.describe("the contracts", () => {
  test("a contract template is tried on a real booking, published as a new version, and compared @R-admin-contract-template", async ({
    page,
    shop,
  }) => {
    await open(page, shop, "contracts", "Contrats")
    await expectAccessible(page)
    await fitsPhone(page)
    await page.getByRole("link", { name: "Modèle", exact: true }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Modèle de contrat" })).toBeVisible()
    const preview = page.getByRole("region", { name: "Aperçu : Contenu" })
    await expect(preview.getByText(/^Contrat n° \d+, établi le/)).toBeVisible()
    const text = page.getByLabel("Contenu", { exact: true })
    await text.fill("Contrat de {{client.surnom}}.")
    await page.getByRole("button", { name: "Publier une nouvelle version" }).click()
    await expect(page.getByText("Ces mots entre accolades ne sont pas connus : client.surnom.").first()).toBeVisible()
    await expect(text).toHaveValue("Contrat de {{client.surnom}}.")
    await text.fill("Contrat de .<script>alert(1)</script>")
    await text.press("Home")
    for (let step = 0; step < "Contrat de ".length; step++) await text.press("ArrowRight")
    await page.getByText(/^Champs à insérer/).click()
    await page.getByLabel("Chercher un champ").fill("client.nom")
    await page.getByRole("button", { name: "{{client.nom}}" }).click()
    await expect(text).toHaveValue("Contrat de {{client.nom}}.<script>alert(1)</script>")
    await expect(preview.getByText(/^Contrat de \S+/)).toBeVisible()
    await page.getByRole("button", { name: "Publier une nouvelle version" }).click()
    await expect(page.getByText("Version 2 publiée").first()).toBeVisible()
    await page.getByRole("link", { name: "Comparer avec la version 2" }).click()
    await expect(page.getByRole("heading", { name: "De la version 1 à la version 2" })).toBeVisible()
    await expect(page.getByRole("list", { name: "Lignes" }).locator("ins")).toHaveCount(1)
    await expectAccessible(page)
    await fitsPhone(page)
    expect((await page.request.get(`${shop.url}/admin/contracts/modele?version=99`)).status()).toBe(404)
  })
})

test.describe("the search", () => {
  test("the search opens by Ctrl-K anywhere, and leads to a screen, a client or a booking by keyboard alone", async ({
    page,
    shop,
  }) => {
    const [booking] = await shop.sql<{ number: number }>("select number from bookings order by number limit 1")
    await open(page, shop, "users", "Utilisateurs")
    await page.keyboard.press("Control+k")
    const field = page.getByRole("combobox", { name: "Écran, réservation, personne ou produit" })
    await expect(field).toBeFocused()
    await page.keyboard.type("journ")
    await expect(page.getByRole("option", { name: "Journal" })).toHaveAttribute("aria-selected", "true")
    await expectAccessible(page)
    await page.keyboard.press("Enter")
    await expect(page.getByRole("heading", { level: 1, name: "Journal" })).toBeVisible()
    await page.keyboard.press("Control+k")
    await expect(field).toBeFocused()
    await expect(page.getByRole("group", { name: "Récents" }).getByRole("option", { name: "Journal" })).toBeVisible()
    await page.keyboard.type(String(booking?.number))
    await expect(page.getByRole("option", { name: new RegExp(`^n°\\s${booking?.number}`) })).toBeVisible()
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(`${shop.url}/admin/bookings/${booking?.number}`)
    await page.goto(`${shop.url}/admin/journal`)
    await page.getByRole("link", { name: "Rechercher" }).click()
    await expect(field).toBeFocused()
    await page.keyboard.type("introuvable")
    await expect(page.getByText("Rien ne correspond.")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(field).toHaveCount(0)
  })
})
