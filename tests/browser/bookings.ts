import type { Browser, BrowserContext, Page } from "@playwright/test"
import { addMonths, dayInParis, monthOf } from "../../domain/day.ts"
import { type Shop, expect } from "../harness/shop.ts"
import { matchInMail } from "./read-mail.ts"
import { type Account, account, address } from "./wizard.ts"
import { makeDue } from "../harness/jobs.ts"

export type TestBooking = { id: string; number: number }

export const iban = "FR7630006000011234567890189"

/**
 * Sends the wizard's forms without its pages, which wizard.spec.ts and booking-way.spec.ts cover. Leaves the browser
 * signed in.
 */
export async function sendRequest(page: Page, shop: Shop): Promise<TestBooking> {
  await shop.sql("update finance_settings set iban = $1", [iban])
  const [product] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
  const wizard = `${shop.url}/book/${product?.id}`
  const { request } = page.context()
  const month = addMonths(monthOf(dayInParis(new Date())), 2)
  const calendar = await (await request.get(`${wizard}?mois=${month}`)).text()
  const boxes = calendar.match(/<input [^>]*name="date"[^>]*>/g) ?? []
  const free = boxes.find((box) => box.includes(`value="${month}`) && !/\bdisabled\b/.test(box))
  const day = /value="([^"]+)"/.exec(free ?? "")?.[1] ?? ""
  const { name, email, password } = account
  const send = async (step: string, form: Record<string, string>) =>
    sendForm(page.context(), `${wizard}?step=${step}&date=${day}`, { date: day, ...form })
  await send("options", { intent: "options" })
  await send("register", { intent: "sign-up", name, email, password, confirmation: password, terms: "on" })
  await send("address", { intent: "address", ...address })
  await send("delivery", { intent: "delivery", mode: "pickup" })
  return readBooking(shop)
}

/** Posts the form of `/inscription`, so that this browser is signed in afterwards. */
export async function signUp(page: Page, shop: Shop, { name, email, password }: Account = account): Promise<void> {
  await sendForm(page.context(), `${shop.url}/inscription`, { name, email, password })
}

async function sendForm({ request }: BrowserContext, url: string, form: Record<string, string>): Promise<void> {
  const answer = await request.post(url, {
    form,
    headers: { Origin: new URL(url).origin },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`${url} answered ${answer.status()}: ${await answer.text()}`)
}

export async function readBooking(shop: Shop): Promise<TestBooking> {
  const [booking] = await shop.sql<TestBooking>(
    "select b.id, b.number from bookings b join profiles p on p.id = b.user_id where p.email = $1 order by b.number desc",
    [account.email],
  )
  if (!booking) throw new Error("Nothing was placed")
  return booking
}

export async function confirmAsOwner(browser: Browser, shop: Shop): Promise<void> {
  await answerAsOwner(browser, shop, (await readBooking(shop)).id, { intent: "confirmer" })
}

export async function answerAsOwner(
  browser: Browser,
  shop: Shop,
  id: string,
  answer: { intent: "confirmer" } | { intent: "refuser"; motif: string },
): Promise<void> {
  const context = await browser.newContext()
  await shop.admit(context)
  const sent = await context.request.post(`${shop.url}/admin/bookings`, {
    form: { ...answer, reservation: id, statut: "pending" },
    headers: { Origin: shop.url },
  })
  expect(sent.ok()).toBe(true)
  const status = answer.intent === "confirmer" ? "confirmed" : "refused"
  expect(await shop.sql("select status from bookings where id = $1", [id])).toEqual([{ status }])
  await context.close()
}

/** Skips the undo delay, and returns the mailed link's secret. */
export async function mailContract(shop: Shop, template = "booking-confirmed"): Promise<string> {
  await shop.sql(makeDue("send-contract"))
  return matchInMail(shop, template, /\/signer\/([0-9a-f]{36})/)
}

export function readMailedCode(shop: Shop, template = "signing-code"): Promise<string> {
  return matchInMail(shop, template, /(?:"token":"|^)(\d{3})\s?(\d{3})(?:"|$)/m)
}

export async function bookingToSign(
  page: Page,
  browser: Browser,
  shop: Shop,
): Promise<TestBooking & { secret: string }> {
  const booked = await sendRequest(page, shop)
  await confirmAsOwner(browser, shop)
  return { ...booked, secret: await mailContract(shop) }
}

export async function bookingToPay(
  page: Page,
  browser: Browser,
  shop: Shop,
): Promise<TestBooking & { secret: string }> {
  const made = await bookingToSign(page, browser, shop)
  await signWithoutPage(page, shop, made.secret)
  return made
}

export async function signWithoutPage(page: Page, shop: Shop, secret: string): Promise<void> {
  const link = `${shop.url}/signer/${secret}`
  const html = await (await page.context().request.get(link)).text()
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ""
  const read = { contractId: hidden("contractId"), sha256: hidden("sha256"), termsVersion: hidden("termsVersion") }
  const typed = { name: account.name, kind: "typed", typed: account.name }
  await sendForm(page.context(), link, { intent: "signer", ...read, ...typed, terms: "oui", early: "oui", loss: "oui" })
}

export async function signByLink(page: Page, shop: Shop, secret: string): Promise<void> {
  await page.goto(`${shop.url}/signer/${secret}`)
  const typed = page.getByRole("radio", { name: "Taper mon nom" })
  if (await typed.isVisible()) await typed.check()
  await page.getByLabel("Votre nom, pour signature").fill(account.name)
  await page.getByRole("checkbox", { name: /J’ai lu et j’accepte/ }).check()
  for (const box of await page.getByRole("checkbox", { name: /^Je (demande|reconnais)/ }).all()) await box.check()
  await page.getByRole("button", { name: "Signer, commande avec obligation de paiement" }).click()
  await expect(page.getByText("Merci, votre contrat est signé", { exact: false })).toBeVisible()
}

export async function drawSignature(page: Page): Promise<void> {
  const pad = page.getByRole("img", { name: "Cadre où dessiner votre signature" })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error("There is no pad")
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 140, box.y + 100, { steps: 8 })
  await page.mouse.move(box.x + 220, box.y + 40, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByRole("img", { name: "Votre signature dessinée" })).toBeVisible()
}
