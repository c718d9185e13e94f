import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { signUp } from "./bookings.ts"
import { type Account, chooseDays, giveAddress, goOn, openWizard, signIn } from "./wizard.ts"

const claire: Account = { name: "Claire Martin", email: "claire@exemple.example", password: "un bal au bord de l’eau" }
const paul: Account = { name: "Paul Durand", email: "paul@exemple.example", password: "un bal au bord de l’eau" }

const bar = (page: Page) => page.getByRole("region", { name: "Vous agissez pour Claire Martin" })

test("a shared account is used for a booking, named in the history, and revoked in the middle of a wizard @V-sharing-email @V-sharing-unknown @P-share-grant @P-share-remove @R-account-sharing", async ({
  page,
  openWindow,
  shop,
}) => {
  // The owner's browser runs no scripts: sharing works by plain forms.
  const owner = await openWindow({ javaScriptEnabled: false })
  await signUp(owner, shop, claire)
  await signUp(page, shop, paul)
  await shop.sql("update users set email_verified = true where email = any($1)", [[claire.email, paul.email]])

  await owner.goto(`${shop.url}/account`)
  await owner
    .getByRole("region", { name: "Comptes partagés" })
    .getByRole("link", { name: "Partager mon compte" })
    .click()
  const share = owner.getByRole("region", { name: "Partager mon compte" })
  const give = async (email: string) => {
    await share.getByLabel("Son adresse e-mail").fill(email)
    await share.getByRole("button", { name: "Partager" }).click()
  }
  await give("")
  await expect(share.getByText("Indiquez l’adresse e-mail de la personne.").first()).toBeVisible()
  await give("personne@exemple.example")
  await expect(share.getByText("Utilisateur non trouvé").first()).toBeVisible()
  await expect(share.getByLabel("Son adresse e-mail")).toHaveValue("personne@exemple.example")
  await share.getByLabel("Réserver").check()
  await give(paul.email)
  const grants = owner.getByRole("region", { name: "Qui a accès à mon compte" })
  await expect(grants).toContainText("Peut voir et réserver")

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${shop.url}/agir-pour`)
  await page.getByRole("button", { name: "Agir pour Claire Martin" }).click()
  await expect(page.getByRole("heading", { name: "Compte de Claire Martin" })).toBeVisible()
  await expect(bar(page)).toBeVisible()
  await expectAccessibleEverywhere(page, "another's account")
  await page.goto(`${shop.url}/faq`)
  await page.mouse.wheel(0, 2_000)
  await expect(bar(page)).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${shop.url}/mot-de-passe`)
  await expect(page.getByRole("heading", { name: "Cette page est celle de votre compte" })).toBeVisible()
  await expect(page.getByRole("navigation", { name: "Principale" })).toBeVisible()
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole("contentinfo")).toBeAttached()
  await expect(page.getByRole("main").getByRole("button", { name: "Revenir à mon compte" })).toBeVisible()

  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Où a lieu votre événement")
  await expect(page.getByRole("button", { name: "Enregistrer cette adresse" })).toHaveCount(0)
  await giveAddress(page)
  await goOn(page, "Livraison ou retrait")
  await expect(page.getByText("Demande au nom de Claire Martin")).toBeVisible()
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
  const [booking] = await shop.sql<{ number: number }>(
    "select number from bookings join profiles on profiles.id = user_id where email = $1",
    [claire.email],
  )
  const number = booking?.number ?? 0

  await owner.goto(`${shop.url}/account/bookings/${number}`)
  await expect(owner.getByText(/Demande envoyée par Paul Durand/)).toBeAttached()
  await owner.goto(`${shop.url}/account/partages`)
  await expect(owner.getByRole("region", { name: "Fait en mon nom" })).toContainText("Paul Durand a demandé")
  const desk = await openWindow()
  await signIn(desk, shop, shop.administrator, `/admin/bookings/${number}`)
  await expect(desk.getByText(/Demande saisie par Paul Durand pour Claire Martin/)).toBeAttached()

  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await grants.getByRole("button", { name: "Retirer l’accès de Paul Durand" }).click()
  await expect(owner.getByText("L’accès est retiré, dès maintenant.", { exact: false })).toBeVisible()
  await page.getByRole("button", { name: "Continuer" }).click()
  await expect(page.getByRole("heading", { name: "Cet accès a pris fin" })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expectAccessibleEverywhere(page, "an access that has ended")
  await page.getByRole("button", { name: "Revenir à mon compte" }).click()
  await expect(page.getByRole("heading", { name: "Mon compte" })).toBeVisible()
  await expect(page.getByText("Aucune réservation pour le moment")).toBeVisible()
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(page.getByRole("heading", { name: "Cet accès a pris fin" })).toBeVisible()

  await page.goto(`${shop.url}/account/partages`)
  await expectAccessibleEverywhere(page, "shared accounts")
})
