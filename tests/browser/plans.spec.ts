import type { Page } from "@playwright/test"
import { instantInParis } from "../../domain/clock.ts"
import { dayShort } from "../../domain/day-labels.ts"
import { type Day, addDays, dayInParis, monthOf, weekday } from "../../domain/day.ts"
import { clockShift } from "../../domain/rental/rental-times.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signUp } from "./bookings.ts"
import { account, goOn } from "./wizard.ts"

/** Beyond all examples, and not at a change of the clocks, which the wizard mentions. */
function nextDayOn(isoWeekday: number): Day {
  const from = addDays(dayInParis(new Date()), 110)
  const day = addDays(from, (isoWeekday - weekday(from) + 7) % 7)
  const noon = (each: Day) => instantInParis(each, "12:00").toISOString()
  return clockShift({ from: noon(day), until: noon(addDays(day, 3)) }) ? addDays(day, 7) : day
}

async function planPath(shop: Shop, product: string, name: RegExp): Promise<string> {
  const plans = await shop.sql<{ id: string; product: string; name: string }>(
    "select plan.id, products.id as product, plan.name from rate_plans plan join products on products.id = product_id where products.name = $1",
    [product],
  )
  const plan = plans.find((each) => name.test(each.name))
  if (!plan) throw new Error(`${product} has no such plan`)
  return `${shop.url}/book/${plan.product}?formule=${plan.id}`
}

const start = (page: Page, hour: number) => page.getByRole("radio", { name: new RegExp(`^${hour}\\s?h( pris)?$`) })
const dayOf = (page: Page, day: Day) => page.locator(`[data-day="${day}"]`)

test("one booth has two evenings on one Saturday, and a third one is refused", async ({ page, shop, browser }) => {
  const saturday = nextDayOn(6)
  const path = `${await planPath(shop, "Photomaton bois", /Soirée/)}&mois=${monthOf(saturday)}`
  await signUp(page, shop)
  await page.goto(path)
  await dayOf(page, saturday).check()
  await start(page, 11).check()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Ajouter au panier" }).click()
  await expect(page.getByRole("heading", { name: "Votre panier" })).toBeVisible()

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(path)
  await expect(dayOf(other, saturday)).toHaveAccessibleName(/encore 17\sh\s–.{0,2}1\sh/)
  await dayOf(other, saturday).check()
  for (const hour of [11, 15]) await expect(start(other, hour)).toBeDisabled()
  await start(other, 17).check()
  await expect(other.getByText(new RegExp(`${dayShort(saturday)}, de 17\\sh à 21\\sh`)).first()).toBeVisible()

  await test.step("an evening past midnight belongs to the day on which it begins", async () => {
    await page.goto(path)
    await dayOf(page, saturday).check()
    await start(page, 21).check()
    await page.getByRole("button", { name: "Ajouter une heure" }).click()
    await expect(page.getByText(/de 21\sh à 2\sh/).first()).toBeVisible()
    await expect(page.locator(".wizard-summary .total strong")).toHaveText(/680\s€/)
    await page.reload()
    await expect(start(page, 21)).toBeChecked()
    await expect(page.getByRole("spinbutton", { name: "Heures en plus" })).toHaveValue("1")
    await goOn(page, "Vos options")
    await page.goBack()
    await expect(start(page, 21)).toBeChecked()
    await page.getByRole("button", { name: "Ajouter au panier" }).click()
    await expect(page.getByText(/Soirée 4\sh avec animateur, .* de 11\sh à 15\sh/)).toBeVisible()
    await expect(page.getByText(/Soirée 4\sh avec animateur, .* de 21\sh à 2\sh/)).toBeVisible()
  })

  await test.step("the hours that were chosen meanwhile are gone", async () => {
    await expect(other.getByText("Certaines dates sélectionnées ne sont plus disponibles").first()).toBeVisible()
    await expect(
      other.locator("td", { hasText: new RegExp(`^${Number(saturday.slice(8))}\\D`) }).first(),
    ).toContainText("complet")
    await expect(other.getByRole("button", { name: "Continuer" }).first()).toBeDisabled()
    await context.close()
  })

  await page.getByRole("link", { name: "Valider" }).click()
  await page.getByLabel("Adresse", { exact: true }).fill("12 quai de la Marne")
  await page.getByLabel("Code postal").fill("94340")
  await page.getByLabel("Ville").fill("Joinville-le-Pont")
  await goOn(page, "Livraison ou retrait")
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByRole("heading", { name: /^Votre (demande|réservation) est/ })).toBeVisible()
  await expect(page.getByText(/Soirée 4\sh avec animateur, .* de 21\sh à 2\sh/)).toBeVisible()
  const starts = await shop.sql<{ start: string; extra: number }>(
    "select plan ->> 'startTime' as start, (plan ->> 'extraHours')::integer as extra from rentals r join bookings b on b.id = booking_id join users u on u.id = user_id where u.email = $1 order by position",
    [account.email],
  )
  expect(starts).toEqual([
    { start: "11:00", extra: 0 },
    { start: "21:00", extra: 1 },
  ])
})

test("a week-end is chosen by its Friday, and says its three days and its price", async ({ page, shop }) => {
  const friday = nextDayOn(5)
  await page.goto(`${await planPath(shop, "Borne de table", /Week-end/)}&mois=${monthOf(friday)}`)
  await expect(page.getByText("Cette formule commence un vendredi.")).toBeVisible()
  await expect(page.getByText(new RegExp(`^${Number(addDays(friday, 1).slice(8))} non proposé,`))).toBeAttached()
  await dayOf(page, friday).check()
  await expect(page.locator(".wizard-summary .total strong")).toHaveText(/240\s€/)
  await expect(page.locator(".day-within")).toHaveCount(monthOf(friday) === monthOf(addDays(friday, 2)) ? 2 : 1)
  await page.reload()
  await expect(dayOf(page, friday)).toBeChecked()
  await page.getByRole("radio", { name: /À la journée/ }).check()
  await expect(page.locator(".wizard-summary .total strong")).toHaveText(/360\s€/)
  await page.getByRole("radio", { name: /Week-end/ }).check()
  await expect(dayOf(page, friday)).toBeChecked()
  await expect(page.locator(".wizard-summary .total strong")).toHaveText(/240\s€/)
  await goOn(page, "Vos options")
})

test.describe("a plan without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("plan, day, start and extra hours are chosen by forms", async ({ page, shop }) => {
    const saturday = nextDayOn(6)
    const path = await planPath(shop, "Photomaton bois", /Soirée/)
    await page.goto(`${path.split("?")[0]}?mois=${monthOf(saturday)}`)
    await page.getByRole("radio", { name: /Soirée/ }).check()
    await page.getByRole("button", { name: "Voir cette formule" }).click()
    await page.locator(`input[type="radio"][value="${saturday}"]`).check()
    await page.getByRole("button", { name: "Voir les heures" }).click()
    await page.getByRole("button", { name: "Continuer" }).first().click()
    await expect(page.getByText("Choisissez une heure de début.").first()).toBeVisible()
    await start(page, 18).check()
    await page.getByRole("spinbutton", { name: "Heures en plus" }).fill("2")
    await page.getByRole("button", { name: "Continuer" }).first().click()
    await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
    await expect(page.getByText(/de 18\sh à 0\sh/).first()).toBeVisible()
    await expect(page.locator(".wizard-summary .total strong")).toHaveText(/770\s€/)
  })
})
