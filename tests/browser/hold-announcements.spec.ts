import { expect, test } from "../harness/shop.ts"
import { signUp } from "./bookings.ts"
import { chooseDays, goOn, openWizard, setClockWrong, turnMonth } from "./wizard.ts"

test("another page gives its heading the focus, a change of the query alone keeps it; days are chosen and the step left by keyboard alone", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/`)
  await page.getByRole("navigation", { name: "Principale" }).getByRole("link", { name: "FAQ" }).click()
  await expect(page).toHaveURL(/faq/)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()

  await openWizard(page, shop)
  const next = page.getByRole("button", { name: "Mois suivant" })
  await turnMonth(page, async () => {
    await next.focus()
    await page.keyboard.press("Enter")
  })
  await expect(next).toBeFocused()

  await test.step("a day is ticked, kept while one leafs, and the step left", async () => {
    await page
      .getByRole("checkbox", { name: /^\d+ libre,/ })
      .first()
      .focus()
    await page.keyboard.press("Space")
    await expect(page.getByRole("checkbox", { name: /^\d+ choisi,/ })).toHaveCount(1)
    await turnMonth(page, () => page.keyboard.press("PageDown"))
    await expect(page.locator(".calendar-grid [data-day]:focus")).toHaveCount(1)
    await turnMonth(page, () => page.keyboard.press("PageUp"))
    await expect(page.getByRole("checkbox", { name: /^\d+ choisi,/ })).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("heading", { name: "Vos options" })).toBeFocused()
  })
})

test("the end of a hold is announced and can be extended, in wizard and cart, whatever the device's clock", async ({
  page,
  shop,
}) => {
  await setClockWrong(page, 3)
  await signUp(page, shop)
  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Où a lieu votre événement")
  const soon = async (minutes: number) => {
    await shop.sql("update carts set expires_at = now() + make_interval(secs => 60 * $1::float8)", [minutes])
    await shop.sql(
      "update occupancy set hold_ends_at = now() + make_interval(secs => 60 * $1::float8) where kind = 'hold'",
      [minutes],
    )
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

  // At the end itself the one message replaces the other.
  await page.goto(`${shop.url}/cart/valider`)
  await soon(0.1)
  await expect(page.getByText("Vos dates ne sont plus gardées")).toBeVisible()
  await expect(region).toHaveCount(0, { timeout: 1_000 })
})
