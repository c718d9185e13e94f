import type { Locator, Page } from "@playwright/test"
import { type Day, isDay } from "../../domain/day.ts"
import { type Shop, expect } from "../harness/shop.ts"

export type Account = { name: string; email: string; password: string }

export const account: Account = {
  name: "Camille Essai",
  email: "camille.essai@exemple.example",
  password: "un bal au bord de l’eau",
}
export const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }

export async function openWizard(page: Page, shop: Shop, product = "Photomaton bois"): Promise<string> {
  const [row] = await shop.sql<{ id: string }>("select id from products where name = $1", [product])
  const path = `/book/${row?.id}`
  await page.goto(shop.url + path)
  await expect(page.getByRole("heading", { name: `Réserver ${product}` })).toBeVisible()
  return path
}

/** Turns to the next month and ticks its first free days. */
export async function chooseDays(page: Page, count = 1): Promise<Day[]> {
  await turnMonth(page, () => page.getByRole("button", { name: "Mois suivant" }).click())
  const days: Day[] = []
  for (let index = 0; index < count; index++) {
    const free = page.getByRole("checkbox", { name: /^\d+ libre,/ }).first()
    days.push(await readDay(free))
    await free.check()
  }
  return days
}

export async function readDay(box: Locator): Promise<Day> {
  const value = await box.inputValue()
  if (!isDay(value)) throw new Error(`“${value}” is no day`)
  return value
}

/** Waits until the calendar really shows another month. */
export async function turnMonth(page: Page, turn: () => Promise<void>): Promise<void> {
  const title = page.locator(".calendar-head").getByRole("heading")
  const before = (await title.textContent()) ?? ""
  await turn()
  await expect(title).not.toHaveText(before)
}

export async function goOn(page: Page, heading: string): Promise<void> {
  await page.getByRole("button", { name: "Continuer" }).click()
  await expect(page.getByRole("heading", { name: heading })).toBeVisible()
}

export async function signUpInWizard(page: Page, { name, email, password }: Account = account): Promise<void> {
  await page.getByLabel("Nom").fill(name)
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(password)
  await page.getByLabel("Confirmer le mot de passe").fill(password)
  await page.getByRole("checkbox", { name: /J’accepte les conditions d’utilisation/ }).check()
  await page.getByRole("button", { name: "S'inscrire" }).click()
  await expect(page.getByRole("heading", { name: "Où a lieu votre événement" })).toBeVisible()
}

export async function giveAddress(page: Page, { street, zipCode, city } = address): Promise<void> {
  await page.getByLabel("Adresse", { exact: true }).fill(street)
  await page.getByLabel("Code postal").fill(zipCode)
  await page.getByLabel("Ville").fill(city)
}

/** Signs up on the way. */
export async function reachAddress(page: Page, shop: Shop, who: Account = account): Promise<Day[]> {
  await openWizard(page, shop)
  const days = await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Inscription")
  await signUpInWizard(page, who)
  return days
}

/** Stops before ordering. */
export async function reachDelivery(page: Page, shop: Shop, who: Account = account): Promise<Day[]> {
  const days = await reachAddress(page, shop, who)
  await giveAddress(page)
  await goOn(page, "Livraison ou retrait")
  return days
}

/** Signs the administrator in at once, everybody else by the form. */
export async function signIn(
  page: Page,
  shop: Shop,
  who: { email: string; password: string },
  then = "/",
): Promise<void> {
  if (who.email !== shop.administrator.email) return signInByForm(page, shop, who, then)
  await shop.admit(page.context())
  await page.goto(shop.url + then)
}

export async function signInByForm(
  page: Page,
  shop: Shop,
  who: { email: string; password: string },
  then = "/",
): Promise<void> {
  await page.goto(`${shop.url}/connexion?retour=${encodeURIComponent(then)}`)
  await page.getByLabel("Adresse e-mail").fill(who.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(who.password)
  await page.getByRole("button", { name: "Se connecter", exact: true }).click()
  await expect(page).not.toHaveURL(/connexion/)
}

export function readBookings(shop: Shop, email: string) {
  return shop.sql<{ id: string; total: number; status: string }>(
    "select b.id, b.total, b.status from bookings b join profiles p on p.id = b.user_id where p.email = $1",
    [email],
  )
}

/** Waits for the server's price. */
export async function fillPickUp(page: Page): Promise<void> {
  await page.getByLabel("Adresse", { exact: true }).fill(address.street)
  await page.getByLabel("Code postal").fill(address.zipCode)
  await page.getByLabel("Ville").fill(address.city)
  await page.getByRole("radio", { name: /Retrait/ }).check()
  const receipt = page.locator(".receipt")
  await expect(receipt).not.toContainText(/livraison|à calculer/i)
  await expect(page.getByRole("button", { name: "Enregistrer la réservation" })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  )
}

/** Shifts the device's clock from the next page on, but not its timers. */
export async function setClockWrong(page: Page, hours: number): Promise<void> {
  await page.addInitScript((off) => {
    const { now } = Date
    Date.now = () => now() + off
    globalThis.Date = new Proxy(Date, {
      construct: (target, args: [], made) =>
        Reflect.construct(target, args.length > 0 ? args : [Date.now()], made) as object,
    })
  }, hours * 3_600_000)
}
