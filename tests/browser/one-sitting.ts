import type { Locator, Page } from "@playwright/test"
import { addDays, dayInParis } from "../../domain/day.ts"
import { type Shop, expect } from "../harness/shop.ts"
import { readMailedCode } from "./bookings.ts"
import { account, address } from "./wizard.ts"

export const instantProduct = "Borne de table"

/** Counts what a thumb does: a press, or a field to type in. */
function countGestures() {
  let count = 0
  return {
    count: () => count,
    press: async (what: Locator) => {
      count++
      await what.click()
    },
    type: async (what: Locator, text: string) => {
      count++
      await what.fill(text)
    },
  }
}

type Look = (screen: string, last?: Locator) => Promise<unknown>

export async function bookInOneSitting(page: Page, shop: Shop, look: Look = () => Promise.resolve()) {
  const { press, type, count } = countGestures()
  const button = (name: string | RegExp) => page.getByRole("button", { name })
  const day = addDays(dayInParis(new Date()), 150)
  await shop.sql("delete from occupancy where during && rental_range($1::date - 10, $1::date + 10, 0)", [day])

  await page.goto(shop.url)
  await look("home", button("Voir les disponibilités"))
  await type(page.getByLabel(/Date de votre événement/), day)
  await type(page.getByLabel(/Code postal/), address.zipCode)
  await press(button("Voir les disponibilités"))
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: instantProduct }) })
  await expect(card).toContainText(/livré le/)
  await expect(card).toContainText("Confirmation immédiate")
  await look("results", card)
  await press(card.getByRole("link", { name: `Réserver ${instantProduct}` }))
  await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
  await look("options")
  await expect(page.getByText("Confirmation immédiate")).toBeVisible()
  await press(button("Continuer"))

  await expect(page.getByRole("heading", { name: "Inscription" })).toBeVisible()
  await look("register")
  await type(page.getByLabel("Nom"), account.name)
  await type(page.getByLabel("E-mail"), account.email)
  await type(page.getByLabel("Mot de passe", { exact: true }), account.password)
  await type(page.getByLabel("Confirmer le mot de passe"), account.password)
  await press(page.getByRole("checkbox", { name: /J’accepte les conditions d’utilisation/ }))
  await press(button("S'inscrire"))

  await expect(page.getByLabel("Ville")).toHaveValue(address.city)
  await look("address")
  await type(page.getByLabel("Adresse", { exact: true }), address.street)
  await press(page.getByRole("checkbox", { name: "C’est aussi mon adresse" }))
  await press(button("Continuer"))

  await expect(page.getByRole("heading", { name: "Livraison ou retrait" })).toBeVisible()
  await expect(page.getByText("Confirmation immédiate")).toBeVisible()
  await expect(page.getByText("Vous signez le contrat juste après.")).toBeVisible()
  await look("delivery")
  await expect(page.getByText(/Nous vous répondons sous 24\sh/)).toHaveCount(0)
  await press(button("Confirmer la réservation"))

  await expect(page.getByRole("heading", { name: "C’est réservé" })).toBeVisible()
  await look("confirmation")
  await press(button("Lire et signer le contrat"))
  await expect(page.getByRole("heading", { name: "Signer le contrat" })).toBeVisible()
  await look("contract")
  await page.getByLabel("Code reçu par e-mail").fill(await readMailedCode(shop))
  await type(page.getByLabel("Votre nom, pour signature"), account.name)
  await press(page.getByRole("checkbox", { name: /conditions/ }))
  await press(button("Signer, commande avec obligation de paiement"))

  await expect(page.getByText("Merci, votre contrat est signé")).toBeVisible()
  await look("payment")
  await press(button(/^Payer /))
  // The provider's page, in the place of the card's fields.
  await button(/\(démonstration\)/).click()
  await expect(page.getByRole("heading", { name: "Paiement reçu" })).toBeVisible()
  await look("paid")
  return count()
}
