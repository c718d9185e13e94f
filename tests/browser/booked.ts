import type { APIRequestContext, Browser, Page } from "@playwright/test"
import { type Shop, expect } from "../harness/shop.ts"
import { type Account, account, address } from "./wizard.ts"

export type Booked = { id: string; number: number }

export const iban = "FR7630006000011234567890189"

/** A form of the shop's, posted by whoever is signed in here, as a page without a script would. */
async function post(request: APIRequestContext, shop: Shop, path: string, form: Record<string, string>): Promise<void> {
  const answer = await request.post(shop.url + path, { form, headers: { origin: shop.url }, maxRedirects: 0 })
  if (answer.status() >= 400 || answer.status() < 300)
    throw new Error(`${path} answered ${answer.status()} to ${JSON.stringify(form)}: ${await answer.text()}`)
}

/** Makes an account for the visitor of this context, who is signed in by it, as the form of `/inscription` does. */
export async function signUp(request: APIRequestContext, shop: Shop, who: Account = account): Promise<void> {
  await post(request, shop, "/inscription", { ...who })
}

/**
 * A request to fetch the machine on the first free day from six weeks on, when nothing but the deposit is due at the
 * signature whatever today is, from a visitor who has never been here. It posts what the steps of the wizard post, whose
 * own way booking-way.spec.ts and wizard.spec.ts go.
 */
export async function sendRequest(page: Page, shop: Shop): Promise<Booked> {
  await shop.sql("update finance_settings set iban = $1", [iban])
  await signUp(page.request, shop)
  const [free] = await shop.sql<{ product: string; date: string }>(
    `select products.id as product, wanted::date as date
       from products, generate_series(current_date + 42, current_date + 120, interval '1 day') wanted
       where name = 'Photomaton bois'
         and not exists (select from occupancy where product_id = products.id and day between wanted::date - 1 and wanted::date + 1)
         and not exists (select from available_dates where product_id = products.id and date = wanted::date and not is_available)
       order by wanted limit 1`,
  )
  if (!free) throw new Error("No day is free")
  const [path, date] = [`/book/${free.product}`, free.date]
  await post(page.request, shop, path, { intent: "address", date, ...address })
  await post(page.request, shop, path, { intent: "delivery", date, mode: "pickup" })
  return bookingOf(shop)
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

/** The owner says yes, without a page. */
export async function confirmAsOwner(browser: Browser, shop: Shop): Promise<void> {
  await answerAsOwner(browser, shop, (await bookingOf(shop)).id, { intent: "confirmer" })
}

/** A request is confirmed or refused by what the owner's button posts. */
export async function answerAsOwner(
  browser: Browser,
  shop: Shop,
  id: string,
  answer: { intent: "confirmer" } | { intent: "refuser"; motif: string },
): Promise<void> {
  const office = await browser.newContext()
  await shop.admit(office)
  await post(office.request, shop, "/admin/bookings", { ...answer, reservation: id, statut: "pending" })
  await office.close()
  const status = answer.intent === "confirmer" ? "confirmed" : "refused"
  expect(await shop.sql("select status from bookings where id = $1", [id])).toEqual([{ status }])
}

/** Lets the contract go now instead of after the undo, and answers the secret of the link that was mailed. */
export async function contractMailed(shop: Shop, template = "booking-confirmed"): Promise<string> {
  await shop.sql("update pgboss.job set start_after = now() where name = 'send-contract' and state = 'created'")
  let secret = ""
  await expect(async () => {
    const mails = await shop.sql<{ data: unknown }>(
      "select data from pgboss.job where name = 'send-mail' and data ->> 'template' = $1 order by created_on desc",
      [template],
    )
    secret = /\/signer\/([0-9a-f]{36})/.exec(JSON.stringify(mails[0]?.data))?.[1] ?? ""
    expect(secret).not.toBe("")
  }).toPass({ timeout: 30_000, intervals: [100] })
  return secret
}

/** The six figures of the last code that was mailed. */
export async function codeMailed(shop: Shop, template = "signing-code"): Promise<string> {
  const [mail] = await shop.sql<{ code: string }>(
    "select data -> 'data' ->> 'token' as code from pgboss.job where name = 'send-mail' and data ->> 'template' = $1 order by created_on desc limit 1",
    [template],
  )
  if (!mail) throw new Error("No code was mailed")
  return mail.code
}

/** A request, confirmed, whose contract waits for a signature. */
export async function toSign(page: Page, browser: Browser, shop: Shop): Promise<Booked & { secret: string }> {
  const booked = await sendRequest(page, shop)
  await confirmAsOwner(browser, shop)
  return { ...booked, secret: await contractMailed(shop) }
}

/** A contract that waits for nothing any more: signed by its link, without the page that booking-links.spec.ts signs on. */
export async function toPay(page: Page, browser: Browser, shop: Shop): Promise<Booked & { secret: string }> {
  const made = await toSign(page, browser, shop)
  await signWithoutPage(page, shop, made.secret)
  return made
}

/** Posts what the page of the link would, with a typed name and every tick. */
export async function signWithoutPage(page: Page, shop: Shop, secret: string): Promise<void> {
  const path = `/signer/${secret}`
  const shown = await (await page.request.get(shop.url + path)).text()
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(shown)?.[1] ?? ""
  const read = { contractId: hidden("contractId"), sha256: hidden("sha256"), termsVersion: hidden("termsVersion") }
  const ticks = { terms: "oui", early: "oui", loss: "oui" }
  const typed = { name: account.name, kind: "typed", typed: account.name }
  await post(page.request, shop, path, { intent: "signer", ...read, ...typed, ...ticks })
}

/** Signs by the mailed link, with a typed name. */
export async function signByLink(page: Page, shop: Shop, secret: string): Promise<void> {
  await page.goto(`${shop.url}/signer/${secret}`)
  const typed = page.getByRole("radio", { name: "Taper mon nom" })
  if (await typed.isVisible()) await typed.check({ force: true })
  await page.getByLabel("Votre nom, pour signature").fill(account.name)
  await page.getByRole("checkbox", { name: /J’ai lu et j’accepte/ }).check({ force: true })
  for (const box of await page.getByRole("checkbox", { name: /^Je (demande|reconnais)/ }).all())
    await box.check({ force: true })
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
