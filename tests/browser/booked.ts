import type { Browser, BrowserContext, Page } from "@playwright/test"
import { addMonths, dayInParis, monthOf } from "../../domain/day.ts"
import { type Shop, expect } from "../harness/shop.ts"
import { mailed } from "./mailed.ts"
import { type Account, account, address } from "./wizard.ts"
import { makeDue } from "../harness/jobs.ts"

export type Booked = { id: string; number: number }

export const iban = "FR7630006000011234567890189"

/**
 * A request for the first free day of the month after next, from a visitor who has never been here and whose browser knows the new
 * account from now on: what the wizard's forms send, without a page for each. The way through its screens is held by
 * wizard.spec.ts and booking-way.spec.ts.
 */
export async function sendRequest(page: Page, shop: Shop): Promise<Booked> {
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
  return bookingOf(shop)
}

/** Makes an account for this browser, which knows it from then on, by what the form of `/inscription` sends. */
export async function signUp(page: Page, shop: Shop, { name, email, password }: Account = account): Promise<void> {
  await sendForm(page.context(), `${shop.url}/inscription`, { name, email, password })
}

/** Sends what a form of that page would, without a script and without the page; the answer leads on. */
async function sendForm({ request }: BrowserContext, url: string, form: Record<string, string>): Promise<void> {
  const answer = await request.post(url, {
    form,
    headers: { Origin: new URL(url).origin },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`${url} answered ${answer.status()}: ${await answer.text()}`)
}

/** The booking of the one who sent it. */
export async function bookingOf(shop: Shop): Promise<Booked> {
  const [booking] = await shop.sql<Booked>(
    "select b.id, b.number from bookings b join profiles p on p.id = b.user_id where p.email = $1 order by b.number desc",
    [account.email],
  )
  if (!booking) throw new Error("Nothing was placed")
  return booking
}

/** The owner says yes, in a browser of their own. */
export async function confirmAsOwner(browser: Browser, shop: Shop): Promise<void> {
  await answerAsOwner(browser, shop, (await bookingOf(shop)).id, { intent: "confirmer" })
}

/** The owner confirms or refuses a request, in a browser of their own. */
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

/** Lets the contract go now instead of after the undo, and answers the secret of the link that was mailed. */
export async function contractMailed(shop: Shop, template = "booking-confirmed"): Promise<string> {
  await shop.sql(makeDue("send-contract"))
  return mailed(shop, template, /\/signer\/([0-9a-f]{36})/)
}

/** The six figures of the last code that was mailed. */
export function codeMailed(shop: Shop, template = "signing-code"): Promise<string> {
  return mailed(shop, template, /(?:"token":"|^)(\d{3})\s?(\d{3})(?:"|$)/m)
}

/** A request, confirmed, whose contract waits for a signature. */
export async function toSign(page: Page, browser: Browser, shop: Shop): Promise<Booked & { secret: string }> {
  const booked = await sendRequest(page, shop)
  await confirmAsOwner(browser, shop)
  return { ...booked, secret: await contractMailed(shop) }
}

/** A booking whose contract is signed: what is due is to be paid. */
export async function toPay(page: Page, browser: Browser, shop: Shop): Promise<Booked & { secret: string }> {
  const made = await toSign(page, browser, shop)
  await signWithoutPage(page, shop, made.secret)
  return made
}

/** Sends what the page of the mailed link would, with a typed name and every tick, without the page. */
export async function signWithoutPage(page: Page, shop: Shop, secret: string): Promise<void> {
  const link = `${shop.url}/signer/${secret}`
  const shown = await (await page.context().request.get(link)).text()
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(shown)?.[1] ?? ""
  const read = { contractId: hidden("contractId"), sha256: hidden("sha256"), termsVersion: hidden("termsVersion") }
  const typed = { name: account.name, kind: "typed", typed: account.name }
  await sendForm(page.context(), link, { intent: "signer", ...read, ...typed, terms: "oui", early: "oui", loss: "oui" })
}

/** Signs by the mailed link, with a typed name. */
export async function signByLink(page: Page, shop: Shop, secret: string): Promise<void> {
  await page.goto(`${shop.url}/signer/${secret}`)
  const typed = page.getByRole("radio", { name: "Taper mon nom" })
  if (await typed.isVisible()) await typed.check()
  await page.getByLabel("Votre nom, pour signature").fill(account.name)
  await page.getByRole("checkbox", { name: /J’ai lu et j’accepte/ }).check()
  for (const box of await page.getByRole("checkbox", { name: /^Je (demande|reconnais)/ }).all()) await box.check()
  await page.getByRole("button", { name: "Signer, commande avec obligation de paiement" }).click()
  await expect(page.getByText("Contrat signé par ce lien", { exact: false })).toBeVisible()
}

/** Draws two strokes of the mouse where one signs. */
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
