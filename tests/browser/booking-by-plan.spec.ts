import type { Page } from "@playwright/test"
import { hourInLabel } from "../../domain/clock.ts"
import { dayLong } from "../../domain/day-labels.ts"
import type { Day } from "../../domain/day.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signUp } from "./bookings.ts"
import { account, signIn } from "./wizard.ts"

const caller = { name: "Zoé Appel", address: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }
const start = "19:00"
const hours = `de ${hourInLabel(start)} à 23 h`

async function findEvening(shop: Shop): Promise<{ product: string; plan: string; label: RegExp }> {
  const [row] = await shop.sql<{ product: string; plan: string; name: string }>(
    `select product_id as product, rate_plans.id as plan, rate_plans.name from rate_plans
     join products on products.id = product_id where products.name = 'Photomaton bois'`,
  )
  if (!row) throw new Error("Photomaton bois has no plan by the hour")
  return { product: row.product, plan: row.plan, label: new RegExp(`^${row.name}, 590`) }
}

async function setDay(shop: Shop, offset: number): Promise<Day> {
  const [row] = await shop.sql<{ day: Day }>("select (current_date + $1::integer)::text as day", [offset])
  if (!row) throw new Error("No day")
  return row.day
}

const day = (page: Page, of: Day) => page.locator(`input[type="radio"][name="date"][value="${of}"]`)
const startAt = (page: Page, time: string) => page.locator(`input[name="debut"][value="${time}"]`)

async function fillPlace(page: Page): Promise<void> {
  await page.getByLabel("Adresse", { exact: true }).fill(caller.address)
  await page.getByLabel("Code postal").fill(caller.zipCode)
  await page.getByLabel("Ville").fill(caller.city)
}

type Evening = { on: Day; name: string; customer?: string }

async function bookEvening(page: Page, shop: Shop, { on, name, customer = "nouveau" }: Evening) {
  const { product, label } = await findEvening(shop)
  const query = new URLSearchParams({ client: customer, q: name, produit: product, jours: on, mois: on.slice(0, 7) })
  await page.goto(`${shop.url}/admin/bookings/nouvelle?${query}`)
  const plan = page.getByLabel("Formule")
  const [option] = await plan.locator("option").filter({ hasText: label }).all()
  await plan.selectOption((await option?.getAttribute("value")) ?? "")
  await expect(startAt(page, start)).toBeVisible()
  await expect(day(page, on)).toBeChecked()
}

async function readBooking(shop: Shop, name: string) {
  const [row] = await shop.sql<{
    id: string
    number: number
    dates: Day[]
    total: number
    plan: { startTime: string }
  }>(
    `select bookings.id, number, rentals.dates::text[] as dates, total, plan from bookings
     join profiles on profiles.id = user_id join rentals on booking_id = bookings.id where profiles.name = $1`,
    [name],
  )
  return row
}

test("the owner books an evening by phone and moves it to a free start of another day", async ({ page, shop }) => {
  const [first, second] = [await setDay(shop, 200), await setDay(shop, 201)]
  await signIn(page, shop, shop.administrator, "/admin/bookings/nouvelle")
  await bookEvening(page, shop, { on: first, name: caller.name })
  const receipt = page.locator(".receipt")
  await expect(receipt).toContainText("Choisissez une heure de début.")
  await startAt(page, start).check()
  await expect(receipt).toContainText("590 €")
  await page.getByRole("button", { name: "Enregistrer la réservation" }).click()
  await expect(page.getByText("Indiquez le numéro et la rue").last()).toBeVisible()
  await expect(startAt(page, start)).toBeChecked()
  await expectAccessible(page)
  await fillPlace(page)
  await expect(receipt).toContainText("km aller-retour")
  await page.getByRole("button", { name: "Enregistrer la réservation" }).click()
  await expect(page.getByText("Réservation confirmée").first()).toBeVisible()
  await expect(page.getByText(`${dayLong(first)}, ${hours}, mise en place dès 18 h`).first()).toBeVisible()
  const booking = await readBooking(shop, caller.name)
  expect(booking).toMatchObject({ dates: [first], plan: { startTime: start } })

  // Somebody else has the same evening on the next day.
  await bookEvening(page, shop, { on: second, name: "Paul Voisin" })
  await startAt(page, "17:00").check()
  await fillPlace(page)
  await page.getByRole("button", { name: "Enregistrer la réservation" }).click()
  await expect(page.getByText("Réservation confirmée").first()).toBeVisible()

  await page.goto(`${shop.url}/admin/bookings?reservation=${booking?.id}&modifier=dates&mois=${second.slice(0, 7)}`)
  await day(page, second).check()
  await expect(startAt(page, start)).toBeDisabled()
  await expect(page.locator(".choice", { has: startAt(page, start) })).toContainText("pris")
  await expectAccessible(page)
  await startAt(page, "11:00").check()
  await expect(page.getByRole("region", { name: "Ce que cela change" })).toContainText("Différence")
  await page.getByRole("button", { name: "Enregistrer les changements" }).click()
  await expect(page.getByText("Réservation modifiée", { exact: true }).first()).toBeVisible()
  await expect(page.getByText(`${dayLong(second)}, de 11 h à 15 h, mise en place`).first()).toBeVisible()
  expect(await readBooking(shop, caller.name)).toMatchObject({ dates: [second], plan: { startTime: "11:00" } })
})

test("a customer asks for an evening on another day, where its hours are free", async ({ page, openWindow, shop }) => {
  const [first, taken, free] = [await setDay(shop, 200), await setDay(shop, 201), await setDay(shop, 202)]
  await signUp(page, shop)
  await shop.sql("update users set email_verified = true where email = $1", [account.email])
  const [customer] = await shop.sql<{ id: string }>("select id from profiles where email = $1", [account.email])
  const owner = await openWindow()
  await signIn(owner, shop, shop.administrator, "/admin/bookings/nouvelle")
  for (const evening of [
    { on: first, name: account.name, customer: customer?.id ?? "" },
    { on: taken, name: "Paul Voisin" },
  ]) {
    await bookEvening(owner, shop, evening)
    await startAt(owner, start).check()
    await fillPlace(owner)
    await owner.getByRole("button", { name: "Enregistrer la réservation" }).click()
    await expect(owner.getByText("Réservation confirmée").first()).toBeVisible()
  }
  const booking = await readBooking(shop, account.name)
  await page.goto(`${shop.url}/account/bookings/${booking?.number}/dates`)
  await expect(page.getByText(`Vous demandez\u00a0: ${dayLong(first)}, ${hours}.`)).toBeVisible()
  await page.goto(`${shop.url}/account/bookings/${booking?.number}/dates?mois=${taken.slice(0, 7)}`)
  await expect(page.getByText(new RegExp(`, ${dayLong(taken)}$`))).toHaveText(/complet/)
  await expectAccessible(page)
  await page.goto(`${shop.url}/account/bookings/${booking?.number}/dates?mois=${free.slice(0, 7)}`)
  await day(page, free).check()
  await expect(page.getByText(`Vous demandez\u00a0: ${dayLong(free)}, ${hours}.`)).toBeVisible()
  await page.getByRole("button", { name: "Demander cette date" }).click()
  await expect(page.getByText("Votre demande est envoyée.")).toBeVisible()
  await owner.goto(`${shop.url}/admin/bookings/${booking?.number}`)
  await expect(owner.getByText("Le client demande d’autres dates").first()).toBeVisible()
})
