import type { Locator, Page } from "@playwright/test"
import { dayLong } from "../../domain/day-labels.ts"
import type { Day } from "../../domain/day.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { address, readDay, giveAddress, goOn, reachAddress, signIn, turnMonth } from "./wizard.ts"

const customer = { name: "Camille Essai", email: "camille.essai@exemple.example", password: "un bal au bord de l’eau" }

const nobodyBound = "Rien à payer, aucun engagement avant la signature du contrat."

async function bookAndConfirm(page: Page, shop: Shop): Promise<void> {
  await page.goto(`${shop.url}/catalog`)
  await page.getByRole("link", { name: "Réserver Photomaton bois" }).first().click()
  await expect(page.getByRole("heading", { name: "Réserver Photomaton bois" })).toBeVisible()
  const day = await chooseFirstFreeDay(page)
  await page.getByRole("button", { name: "Continuer" }).click()

  await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
  await page.getByRole("spinbutton", { name: "Packs photo" }).fill("2")
  await page.getByRole("switch", { name: "Livre d’or" }).check()
  await page.getByRole("button", { name: "Continuer" }).click()

  await expect(page.getByRole("heading", { name: "Inscription" })).toBeVisible()
  await page.getByLabel("Nom").fill(customer.name)
  await page.getByLabel("E-mail").fill(customer.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(customer.password)
  await page.getByLabel("Confirmer le mot de passe").fill(customer.password)
  await page.getByRole("checkbox", { name: /J’accepte les conditions d’utilisation/ }).check()
  await page.getByRole("button", { name: "S'inscrire" }).click()

  await expect(page.getByRole("heading", { name: "Où a lieu votre événement" })).toBeVisible()
  await page.getByLabel("Adresse", { exact: true }).fill("12 rue de la République")
  await page.getByLabel("Code postal").fill("45000")
  await page.getByLabel("Ville").fill("Orléans")
  await page.getByRole("button", { name: "Continuer" }).click()

  await expect(page.getByRole("heading", { name: "Livraison ou retrait" })).toBeVisible()
  const recap = page.locator(".recap:visible")
  await expect(recap).toContainText("12 rue de la République, 45000 Orléans")
  await expect(recap).toContainText(dayLong(day))
  const total = (await recap.locator("strong").textContent()) ?? ""
  await expect(page.getByRole("main")).toContainText(nobodyBound)
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()

  await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/booking/confirmation`)
  await expect(page.getByText(dayLong(day)).first()).toBeVisible()
  await expect(page.getByText("Adresse de livraison")).toBeVisible()
  await expect(page.locator(".total")).toContainText(total)
  const placed = await shop.sql<{ id: string; total: number; status: string; dates: string[] }>(
    "select b.id, b.total, b.status, b.dates::text[] as dates from bookings b join profiles p on p.id = b.user_id where p.email = $1",
    [customer.email],
  )
  expect(placed).toHaveLength(1)
  expect(placed[0]).toMatchObject({ status: "pending", dates: [day] })
  expect(total.replace(/\D/g, "")).toBe(String((placed[0]?.total ?? 0) / 100))

  await ownerConfirms(page, shop, day)
  await page.goto(`${shop.url}/catalog`)
  await page.getByRole("link", { name: "Photomaton bois" }).first().click()
  await page.getByText("Réservations confirmées à venir").click()
  await expect(page.getByText(dayLong(day).replace(/ \d{4}$/, "")).first()).toBeVisible()
}

async function chooseFirstFreeDay(page: Page): Promise<Day> {
  await turnMonth(page, () => page.getByRole("button", { name: "Mois suivant" }).click())
  const free = page.getByRole("checkbox", { name: /^\d+ libre,/ }).first()
  const day = await readDay(free)
  await free.check()
  return day
}

async function ownerConfirms(page: Page, shop: Shop, day: Day): Promise<void> {
  await page.context().clearCookies()
  await signIn(page, shop, shop.administrator, "/admin/bookings")
  await expect(page.getByText(customer.name).first()).toBeVisible()
  await page.getByRole("button", { name: new RegExp(`Confirmer.*${customer.name}`) }).click()
  await expect(page.getByText(/confirmée/i).first()).toBeVisible()
  const [product] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
  await page.goto(`${shop.url}/admin/bookings?produit=${product?.id}&mois=${day.slice(0, 7)}`)
  await expect(page.locator(".day-confirmed", { hasText: String(Number(day.slice(8))) }).first()).toBeVisible()
}

test(
  "a visitor books with delivery, the owner confirms, and each of them sees the day as booked",
  {
    tag: [
      "@R-book-product",
      "@R-confirmation",
      "@R-wizard-address",
      "@R-confirmation-address",
      "@R-bookings-calendar",
      "@S-wizard-after-sign-in",
      "@S-wizard-end",
      "@S-status-answer",
      "@S-day-colours",
      "@P-anonymous-address",
      "@P-admin-answer",
      "@R-order-button",
    ],
  },
  async ({ page, shop }) => {
    await bookAndConfirm(page, shop)
  },
)

test("an error leads to its field, and a product withdrawn before the last press is reported gone", async ({
  page,
  shop,
}) => {
  await reachAddress(page, shop)
  await giveAddress(page, { ...address, zipCode: "8001" })
  await page.getByRole("button", { name: "Continuer" }).click()
  const summary = page.getByRole("alert").filter({ hasText: "Le code postal a 5 chiffres" })
  await summary.getByRole("link").click()
  await expect(page.getByLabel("Code postal")).toBeFocused()
  await expect(page.getByLabel("Code postal")).toHaveAccessibleDescription(/Le code postal a 5 chiffres/)
  await expect(summary).toBeVisible()
  await expectAboveNotice(page, page.getByLabel("Ville"))
  await giveAddress(page)
  await goOn(page, "Livraison ou retrait")
  await shop.sql("update products set is_active = false where name = 'Photomaton bois'")
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByRole("heading", { name: "Produit non trouvé" })).toBeVisible()
  expect(
    await shop.sql("select from bookings b join profiles p on p.id = b.user_id where p.email = $1", [customer.email]),
  ).toEqual([])
})

test.describe("the wizard without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a booking goes the same way to the end @R-wizard-without-script", async ({ page, shop }) => {
    await bookAndConfirm(page, shop)
  })
})

/** On a phone, a focused field scrolls out from under the notice at the bottom. */
async function expectAboveNotice(page: Page, field: Locator): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 640 })
  const room = () =>
    field.evaluate((element) => {
      const notice = document.querySelector(".toast-error")
      if (!notice) throw new Error("No notice is shown")
      return notice.getBoundingClientRect().top - element.getBoundingClientRect().bottom
    })
  await expect(async () => {
    const further = -20 - (await room())
    await page.evaluate((top) => window.scrollBy({ top, behavior: "instant" }), further)
    expect(await room()).toBeLessThan(0)
  }).toPass()
  await page.keyboard.press("Tab")
  await expect(field).toBeFocused()
  await expect.poll(room).toBeGreaterThan(0)
  if (size) await page.setViewportSize(size)
}
