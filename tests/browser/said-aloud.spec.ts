import { expect, test } from "../harness/shop.ts"
import { chooseDays, goOn, openWizard, reachDelivery, signUpInWizard, turnMonth } from "./wizard.ts"

test("another page gives its heading the focus; a change of the query alone keeps it", async ({ page, shop }) => {
  await page.goto(`${shop.url}/`)
  await page.getByRole("navigation", { name: "Principale" }).getByRole("link", { name: "FAQ" }).click()
  await expect(page).toHaveURL(/faq/)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()

  await openWizard(page, shop)
  const next = page.getByRole("button", { name: "Mois suivant" })
  await turnMonth(page, () => next.click())
  await expect(next).toBeFocused()
})

test("the confirmation is where the focus is once the request has been sent @R-confirmation-shows", async ({
  page,
  shop,
}) => {
  await reachDelivery(page, shop)
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page).toHaveURL(/confirmation/)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
})

test("arrows cross the edge of the month, and the keys of the pages keep the day", async ({ page, shop }) => {
  await openWizard(page, shop)
  await turnMonth(page, () => page.getByRole("button", { name: "Mois suivant" }).click())
  const focused = () => page.evaluate(() => document.activeElement?.closest("[data-day]")?.getAttribute("data-day"))
  const days = page.locator(".calendar-grid [data-day]")
  const first = (await days.first().getAttribute("data-day")) ?? ""
  await days.first().focus()
  await turnMonth(page, () => page.keyboard.press("ArrowLeft"))
  const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
  await expect.poll(focused).toBe(before)
  await turnMonth(page, () => page.keyboard.press("ArrowRight"))
  await expect.poll(focused).toBe(first)
  await turnMonth(page, () => page.keyboard.press("PageDown"))
  await expect.poll(async () => (await focused())?.slice(8)).toBe(first.slice(8))
})

test("forms say what is required, and the terms’ box is ticked by its own sentence @R-wizard-register", async ({
  page,
  shop,
}) => {
  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Inscription")
  await expect(page.getByText("Tous les champs sont obligatoires, sauf mention")).toBeVisible()
  const terms = page.getByRole("checkbox", { name: "J’accepte les conditions générales d’utilisation", exact: true })
  await expect(terms).toHaveAttribute("required", "")
  await page.getByText("J’accepte les conditions générales d’utilisation", { exact: true }).click()
  await expect(terms).toBeChecked()
  await expect(page.getByRole("link", { name: "Lire les conditions générales d’utilisation" })).toBeVisible()
})

test("the end of the days that are kept is said, and they can be kept longer, in wizard and cart", async ({
  page,
  shop,
}) => {
  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Inscription")
  await signUpInWizard(page)
  const soon = async (minutes: number) => {
    await shop.sql("update carts set expires_at = now() + make_interval(mins => $1)", [minutes])
    await shop.sql("update occupancy set hold_ends_at = now() + make_interval(mins => $1) where kind = 'hold'", [
      minutes,
    ])
    await page.reload()
  }
  const region = page.getByRole("status").filter({ hasText: "Vos dates sont gardées encore" })
  await expect(region).toHaveCount(0)
  await soon(4)
  await expect(region).toBeVisible()
  await page.getByRole("button", { name: /Garder 30.minutes de plus/ }).click()
  await expect(region).toHaveCount(0)
  expect(
    await shop.sql("select 1 from carts where expires_at > now() + interval '30 minutes' and extended = 1"),
  ).toHaveLength(1)

  await page.getByRole("link", { name: "Options" }).last().click()
  await page.getByRole("button", { name: "Ajouter au panier" }).click()
  await expect(page.getByRole("heading", { name: "Votre panier" })).toBeVisible()
  await soon(4)
  await page.getByRole("button", { name: /Garder 30.minutes de plus/ }).click()
  await expect(region).toHaveCount(0)
  await soon(4)
  await expect(region).toBeVisible()
  await expect(page.getByRole("button", { name: /Garder 30.minutes de plus/ })).toHaveCount(0)
})
