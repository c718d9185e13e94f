import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signUp } from "./bookings.ts"
import { readMailedToken } from "./read-mail.ts"
import { account, signInByForm } from "./wizard.ts"

async function openAccount(page: Page, shop: Shop): Promise<void> {
  await signUp(page, shop)
  await page.goto(`${shop.url}/account`)
  await expect(page.getByRole("heading", { name: "Mon compte" })).toBeVisible()
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** A saved form leaves no unsent draft in the tab. */
async function expectNothingUnsaved(page: Page, form: string): Promise<void> {
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes(".draft.")))
  await expect.poll(async () => (await drafts()).filter((key) => key.endsWith(` ${form}`))).toEqual([])
  await expect(page.locator("form").filter({ hasText: "Votre saisie a été gardée" })).toHaveCount(0)
}

test("the account is edited with and without scripts, and a new password signs other browsers out @R-account-edit @R-account-type @V-business @V-account-email @P-user-edits @M-ok-profile @M-ok-business @R-account-password @V-password-change @M-ok-password", async ({
  page,
  openWindow,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openAccount(page, shop)
  await expect(page.getByText("Aucune réservation pour le moment")).toBeVisible()
  const person = section(page, "Informations personnelles")
  await expect(person.getByLabel("Adresse e-mail")).toHaveValue(account.email)
  await expect(person.getByLabel("Adresse e-mail")).not.toBeEditable()
  await person.getByLabel("Nom").fill("Camille Durand")
  await person.getByLabel("Téléphone").fill("06 12 34 56 78")
  await person.getByRole("button", { name: "Enregistrer" }).click()
  await expect(person.getByText("Profil mis à jour avec succès")).toBeVisible()
  await person.getByLabel("Téléphone").fill("appelez-moi")
  await person.getByRole("button", { name: "Enregistrer" }).click()
  await expect(person.getByText(/Ce numéro n’est pas valable/).first()).toBeVisible()
  await expect(person.getByLabel("Téléphone")).toHaveValue("appelez-moi")

  const type = section(page, "Type de compte")
  await expect(type.getByLabel("SIRET")).toBeHidden()
  await type.getByRole("radio", { name: "Professionnel" }).check()
  await type.getByLabel("SIRET").fill("987 654 324 00002")
  await type.getByRole("button", { name: "Enregistrer" }).click()
  for (const missing of [
    "Indiquez la raison sociale.",
    "Ce SIRET n’est pas valable",
    "Indiquez le nom de l’interlocuteur.",
  ])
    await expect(type.getByText(missing).first()).toBeVisible()
  await expect(type.getByLabel("SIRET")).toHaveValue("987 654 324 00002")
  await type.getByLabel("Raison sociale").fill("Le Bal SARL")
  await type.getByLabel("SIRET").fill("987 654 324 00001")
  await type.getByLabel("Numéro de TVA").fill("FR15987654324")
  await type.getByLabel("Nom de l’interlocuteur").fill("Camille Durand")
  await type.getByRole("button", { name: "Enregistrer" }).click()
  await expect(type.getByText("Ce numéro de TVA est mal recopié").first()).toBeVisible()
  await type.getByLabel("Numéro de TVA").fill("fr 14 987654324")
  await type.getByRole("button", { name: "Enregistrer" }).click()
  await expect(type.getByText("Informations mises à jour avec succès")).toBeVisible()
  await expectNothingUnsaved(page, "account:type-de-compte")
  expect(
    await shop.sql(
      "select name, phone, business_name, business_siret, business_siren, business_vat from profiles where email = $1",
      [account.email],
    ),
  ).toEqual([
    {
      name: "Camille Durand",
      phone: "06 12 34 56 78",
      business_name: "Le Bal SARL",
      business_siret: "98765432400001",
      business_siren: "987654324",
      business_vat: "FR14987654324",
    },
  ])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await test.step("a right that was asked for leaves an empty form, which does not say that it was not sent", async () => {
    await page.goto(`${shop.url}/account/mes-donnees`)
    await page.getByLabel("Le droit que j’exerce").selectOption({ label: "Rectification" })
    await page.getByLabel("Ma demande").fill("Mon nom s’écrit avec deux m.")
    await page.getByRole("button", { name: "Envoyer ma demande" }).click()
    await expect(page.getByText("Votre demande est enregistrée")).toBeVisible()
    await expectNothingUnsaved(page, "account:droit")
    await expect(page.getByLabel("Ma demande")).toHaveValue("")
  })

  const plain = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await signInByForm(plain, shop, account, "/account")
  await expect(section(plain, "Type de compte").getByLabel("Raison sociale")).toHaveValue("Le Bal SARL")
  const address = section(plain, "Adresse enregistrée")
  await address.getByLabel("Adresse", { exact: true }).fill("12 quai de la Marne")
  await address.getByLabel("Code postal").fill("9413")
  await address.getByLabel("Ville").fill("Nogent-sur-Marne")
  await address.getByRole("button", { name: "Enregistrer" }).click()
  await expect(address.getByText("Le code postal a 5 chiffres").first()).toBeVisible()
  await address.getByLabel("Code postal").fill("94130")
  await address.getByRole("button", { name: "Enregistrer" }).click()
  await expect(address.getByText("Adresse enregistrée !")).toBeVisible()

  const password = section(plain, "Mot de passe")
  const change = async (actual: string, next: string, again = next) => {
    await password.getByLabel("Mot de passe actuel").fill(actual)
    await password.getByLabel("Nouveau mot de passe", { exact: true }).fill(next)
    await password.getByLabel("Confirmer le mot de passe").fill(again)
    await password.getByRole("button", { name: "Changer le mot de passe" }).click()
  }
  await change(account.password, "guirlandes et accordéon", "autre chose")
  await expect(password.getByText("Les mots de passe ne correspondent pas").first()).toBeVisible()
  await change("au hasard", "guirlandes et accordéon")
  await expect(password.getByText("Ce n’est pas votre mot de passe actuel.").first()).toBeVisible()
  await change(account.password, "guirlandes et accordéon")
  await expect(password.getByText("Mot de passe mis à jour avec succès")).toBeVisible()
  await page.goto(`${shop.url}/account`)
  await expect(page).toHaveURL(/\/connexion\?retour=%2Faccount/)
})

test.describe("the account without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })

  test("a new mail address is confirmed from both mailboxes, in other browsers", async ({ page, openWindow, shop }) => {
    await openAccount(page, shop)
    await page.getByRole("link", { name: "Changer d’adresse e-mail" }).click()
    const ask = async (email: string, password: string) => {
      await page.getByLabel("Nouvelle adresse e-mail").fill(email)
      await page.getByLabel("Mot de passe", { exact: true }).fill(password)
      await page.getByRole("button", { name: "Demander le changement" }).click()
    }
    await ask("nouvelle@exemple.example", "au hasard")
    await expect(page.getByText("Ce n’est pas votre mot de passe.").first()).toBeVisible()
    await ask("nouvelle@exemple.example", account.password)
    await expect(page.getByText("Le changement attend d’être confirmé")).toBeVisible()
    const tokens = [await readMailedToken(shop, "email-change-old"), await readMailedToken(shop, "email-change-new")]
    const theirs = await openWindow()
    for (const [index, token] of tokens.entries()) {
      await theirs.goto(`${shop.url}/adresse-e-mail/${token}`)
      await theirs.getByRole("button", { name: "Oui, changer l’adresse" }).click()
      await expect(
        theirs.getByRole("heading", {
          name: index === 0 ? "C’est confirmé de ce côté" : "Votre adresse e-mail a changé",
        }),
      ).toBeVisible()
    }
    await page.goto(`${shop.url}/account`)
    await expect(section(page, "Informations personnelles").getByLabel("Adresse e-mail")).toHaveValue(
      "nouvelle@exemple.example",
    )
  })
})

test("personal data are exported, mail choices are stored, and the account is deleted without scripts @P-user-edits", async ({
  page,
  openWindow,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openAccount(page, shop)
  await page.getByRole("link", { name: "Exporter mes données" }).click()
  await page.getByRole("button", { name: "Préparer une copie de mes données" }).click()
  const download = page.getByRole("link", { name: /Télécharger mes données/ })
  await expect(download).toBeVisible({ timeout: 40_000 })
  const path = (await download.getAttribute("href")) ?? ""
  const file = await page.request.get(shop.url + path)
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, "application/zip"])
  expect((await file.body()).subarray(0, 2).toString()).toBe("PK")
  const plain = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  expect((await plain.request.get(shop.url + path, { maxRedirects: 0 })).status()).toBe(302)
  await shop.admit(plain.context())
  expect((await plain.request.get(shop.url + path)).status()).toBe(404)

  await page.getByRole("checkbox", { name: /Un remerciement/ }).uncheck()
  await section(page, "Les e-mails que je reçois").getByRole("button", { name: "Enregistrer" }).click()
  await expect(page.getByText("Votre choix est enregistré")).toBeVisible()
  expect(await shop.sql("select mail_day_before, mail_thanks from profiles where email = $1", [account.email])).toEqual(
    [{ mail_day_before: true, mail_thanks: false }],
  )
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page)

  await plain.context().clearCookies()
  await signInByForm(plain, shop, account, "/account/mes-donnees")
  await plain.getByRole("link", { name: "Supprimer mon compte" }).click()
  await expect(plain.getByText("vous n’avez aucune réservation")).toBeVisible()
  await plain.getByLabel("Votre mot de passe").fill("au hasard")
  await plain.getByRole("button", { name: "Supprimer mon compte pour toujours" }).click()
  await expect(plain.getByText("Ce n’est pas votre mot de passe.").first()).toBeVisible()
  await plain.getByLabel("Votre mot de passe").fill(account.password)
  await plain.getByRole("button", { name: "Supprimer mon compte pour toujours" }).click()
  await expect(plain.getByText("Votre compte est supprimé")).toBeVisible()
  await page.goto(`${shop.url}/account`)
  await expect(page).toHaveURL(/\/connexion/)
  expect(await shop.sql("select 1 from users where email = $1", [account.email])).toEqual([])
})

test("a right is exercised on a phone without scripts, answered in time, and read in the account @K-rights-month", async ({
  page,
  openWindow,
  shop,
}) => {
  const theirs = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await openAccount(theirs, shop)
  await theirs.getByRole("link", { name: "Exercer un droit" }).click()
  await theirs.getByLabel("Le droit que j’exerce").selectOption({ label: "Rectification" })
  await theirs.getByLabel("Ma demande").fill("Mon nom s’écrit avec deux m.")
  await theirs.getByRole("button", { name: "Envoyer ma demande" }).click()
  await expect(theirs.getByText("Votre demande est enregistrée")).toBeVisible()
  await expect(theirs.getByText(/Réponse au plus tard le/)).toBeVisible()

  await shop.sql("update rights_requests set received_on = received_on - 25, due_on = due_on - 25")
  await shop.admit(page.context())
  await page.goto(`${shop.url}/admin/aujourdhui`)
  await expect(page.getByText("Une demande de droits arrive à son délai")).toBeVisible()
  await page.goto(`${shop.url}/admin/droits`)
  await expect(page.getByText("Mon nom s’écrit avec deux m.")).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel("Ce qui a été fait").selectOption({ label: "Fait" })
  await page.getByLabel("Votre réponse").fill("C’est corrigé.")
  await page.getByRole("button", { name: /^Répondre/ }).click()
  await expect(page.getByText("Réponse enregistrée").first()).toBeVisible()
  await expect(page.getByText("Aucune demande n’attend")).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText("C’est corrigé.")).toBeVisible()
})
