import type { Locator, Page } from "@playwright/test"
import { addDays, dayInParis } from "../../domain/day.ts"
import { expect, test } from "../harness/shop.ts"
import { readMailedCode } from "./bookings.ts"
import { readVisibleWords } from "./visible-words.ts"
import { account, address, readBookings } from "./wizard.ts"

test.use({ viewport: { width: 360, height: 740 } })

const product = "Borne de table"

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

async function bookInOneSitting(
  page: Page,
  shop: Parameters<typeof readMailedCode>[0],
  look: Look = () => Promise.resolve(),
) {
  const { press, type, count } = countGestures()
  const button = (name: string | RegExp) => page.getByRole("button", { name })
  const day = addDays(dayInParis(new Date()), 150)
  await shop.sql("delete from occupancy where during && rental_range($1::date - 10, $1::date + 10, 0)", [day])

  await page.goto(shop.url)
  await look("home", button("Voir les disponibilités"))
  await type(page.getByLabel(/Date de votre événement/), day)
  await type(page.getByLabel(/Code postal/), address.zipCode)
  await press(button("Voir les disponibilités"))
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: product }) })
  await expect(card).toContainText(/livré le/)
  await expect(card).toContainText("Confirmation immédiate")
  await look("results", card)
  await press(card.getByRole("link", { name: `Réserver ${product}` }))
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

test("a new customer goes from the search to the paid down payment in twenty gestures, and the owner reads it at once", async ({
  page,
  shop,
  openWindow,
}) => {
  const words = new Map<string, number>()
  const gestures = await bookInOneSitting(page, shop, async (screen, last) => {
    words.set(screen, (await readVisibleWords(page, last)).length)
  })
  expect(gestures).toBeLessThanOrEqual(20)
  await test.step("the way has few words, on the pages that the shortest way leaves out too", async () => {
    const [sold] = await shop.sql<{ id: string }>("select id from products where name = $1", [product])
    for (const path of ["product", "book"]) {
      await page.goto(`${shop.url}/${path}/${sold?.id}?date=2027-06-11&cp=${address.zipCode}`)
      words.set(path, (await readVisibleWords(page)).length)
    }
    expect(
      [...words.values()].reduce((sum, count) => sum + count),
      JSON.stringify([...words]),
    ).toBeLessThanOrEqual(1_100)
    expect(words.get("contract")).toBeLessThanOrEqual(120)
  })
  expect(await readBookings(shop, account.email)).toMatchObject([{ status: "confirmed" }])
  const [paid] = await shop.sql<{ status: string }>(
    "select payment_status as status from bookings where is_instant and not is_example",
  )
  expect(paid?.status).toBe("down_payment_paid")
  const owner = await openWindow()
  await shop.admit(owner.context())
  await owner.goto(`${shop.url}/admin/aujourdhui`)
  await expect(owner.getByRole("heading", { name: "Confirmées immédiatement" })).toBeVisible()
  await owner.getByRole("link", { name: account.name }).first().click()
  await expect(owner.getByText("Réservation confirmée par le système")).toBeVisible()
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the same sitting leads to the paid down payment", async ({ page, shop }) => {
    expect(await bookInOneSitting(page, shop)).toBeLessThanOrEqual(20)
  })
})
