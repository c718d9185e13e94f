import { readFile } from "node:fs/promises"
import { unzipSync } from "fflate"
import type { Page } from "@playwright/test"
import { intercept } from "../harness/interception.ts"
import { expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { signByLink, bookingToSign } from "./bookings.ts"
import { signIn } from "./wizard.ts"

const path = "/admin/finance/factures"

test("a recorded payment creates and mails the invoice, which only its entitled readers can open", async ({
  page,
  openWindow,
  shop,
  browser,
}) => {
  const { secret, id, number } = await bookingToSign(page, browser, shop)
  const nobody = await openWindow()
  await signByLink(nobody, shop, secret)
  const desk = await openWindow()
  await signIn(desk, shop, shop.administrator, `/admin/bookings/${number}?geste=paiement`)
  const form = desk.locator("form:has([name=montant])").first()
  await form.getByLabel("Montant reçu").fill("80")
  await form.locator("[name=moyen]").selectOption("cheque")
  await form.getByRole("button", { name: "Noter le paiement" }).click()
  await desk.locator("summary", { hasText: "Documents" }).click()
  const invoices = desk.getByRole("region", { name: "Factures" })
  await expect(invoices).toContainText(/Facture d’acompte F-\d{4}-\d{4}/)
  const [invoice] = await shop.sql<{ number: string }>("select number from invoices where booking_id = $1", [id])
  const name = invoice?.number ?? ""
  await expect(async () => {
    const mails = await shop.sql(
      "select from mails join mail_details on mail_id = mails.id where template = 'invoice' and concat(data, subject, body) like $1",
      [`%${name}%`],
    )
    expect(mails).toHaveLength(1)
  }).toPass({ timeout: 30_000 })

  await page.goto(`${shop.url}/account/bookings/${number}`)
  const documents = page.getByRole("region", { name: "Documents" })
  await expect(documents).toContainText(name)
  await expectAccessibleEverywhere(page, "a booking with an invoice")
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    documents.getByRole("link", { name: /^Facture \(PDF\)/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`facture-${name}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-")

  const own = `/account/bookings/${number}/factures/${name}/pdf`
  const linked = `/signer/${secret}/factures/${name}/pdf`
  const [other] = await shop.sql<{ number: string }>("select number from invoices where booking_id <> $1 limit 1", [id])
  const status = async (at: string, by = nobody) => (await by.request.get(shop.url + at, { maxRedirects: 0 })).status()
  expect(await status(linked)).toBe(200)
  expect(await status(linked.replace(name, other?.number ?? ""))).toBe(404)
  expect(await status(`/signer/${"0".repeat(36)}/factures/${name}/pdf`)).toBe(404)
  expect(await status(own)).toBe(302)
  expect(await status(own, page)).toBe(200)
  expect(await status(own.replace(name, other?.number ?? ""), page)).toBe(404)
  expect(await status(own.replace(name, "F-1"), page)).toBe(404)
  expect(await status(`${path}/${name}/pdf`, page)).toBe(302)
  expect(await status(`${path}/${name}/pdf`)).toBe(302)
  expect(await status(`${path}/${name}/pdf`, desk)).toBe(200)
  expect(await status(own, desk)).toBe(404)
  await shop.sql(
    "insert into shared_accounts (owner_id, shared_with_id, permissions) select user_id, $2, '{view}' from bookings where id = $1",
    [id, (await shop.sql<{ id: string }>("select id from profiles where role = 'admin'"))[0]?.id],
  )
  // A grant is to an address: it counts once the address is confirmed.
  expect(await status(own, desk)).toBe(404)
  await shop.sql("update users set email_verified = true")
  expect(await status(own, desk)).toBe(200)
  await shop.sql("update booking_links set revoked_at = now() where booking_id = $1", [id])
  expect(await status(linked)).toBe(410)

  await desk.goto(`${shop.url}${path}?q=${name}`)
  await desk.getByRole("button", { name: `Renvoyer ${name}` }).click()
  // Without a mail server no message promises that a mail leaves.
  await expect(desk.getByText(`Nouvel envoi de ${name}`)).toBeVisible()
  await expect(desk.getByText(/Aucun serveur de messagerie n’est réglé.*la facture ne part pas à /)).toBeVisible()
})

/** A search typed while a reply is pending is kept, and sent afterwards. */
async function expectTypedIsSearched(page: Page): Promise<void> {
  const search = page.getByLabel("Numéro, nom ou montant")
  const arrive = Promise.withResolvers<void>()
  await intercept(page, /q=premier/, async (route) => {
    await arrive.promise
    await route.continue()
  })
  const searchRequest = page.waitForRequest(/q=premier/)
  await search.fill("premier")
  await searchRequest
  await page.evaluate(() => {
    const later = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (run: () => void, wait?: number) =>
        wait === 300 ? later(() => Object.assign(window, { send: run })) : later(run, wait),
    })
  })
  await search.fill("second")
  await search.blur()
  arrive.resolve()
  await expect(page).toHaveURL(/q=premier/)
  await expect(page.getByText("Rien ne correspond").first()).toBeVisible()
  await expect(search).toHaveValue("second")
  await page.evaluate(() => (window as unknown as { send: () => void }).send())
  await expect(page).toHaveURL(/q=second/)
  await expect(search).toHaveValue("second")
  await page.goto(page.url().replace(/\?.*/, ""))
}

test("the owner searches, filters and exports the invoices", async ({ openWindow, shop }) => {
  const page = await openWindow()
  await signIn(page, shop, shop.administrator, path)
  await expect(page.getByRole("heading", { name: "Factures", level: 1 })).toBeVisible()
  const [one] = await shop.sql<{ number: string; name: string; total: number }>(
    "select number, content #>> '{buyer,name}' as name, total from invoices where kind = 'down-payment' order by issued_at desc limit 1",
  )
  if (!one) throw new Error("The demonstration has no invoice")
  const search = page.getByLabel("Numéro, nom ou montant")
  for (const words of [one.number, one.name.split(" ").at(-1) ?? "", String(one.total / 100).replace(".", ",")]) {
    await search.fill(words)
    await page.getByRole("button", { name: "Filtrer" }).click()
    await expect(page.getByRole("row").filter({ hasText: one.number }).first()).toBeVisible()
  }
  await expectTypedIsSearched(page)
  await search.fill("introuvable")
  await page.getByRole("button", { name: "Filtrer" }).click()
  await expect(page.getByText("Rien ne correspond").first()).toBeVisible()
  await expectAccessibleEverywhere(page, "no invoice found")
  await page.goto(shop.url + path)
  await expectAccessibleEverywhere(page, "the invoices")

  const download = async (button: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent("download"), button()])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const csv = await download(() => page.getByRole("link", { name: /^Exporter tout/ }).click())
  expect(csv.name).toMatch(/^factures-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(csv.bytes.toString("utf8")).toContain(one.number)
  const fec = await download(() => page.getByRole("link", { name: /^Journal des ventes/ }).click())
  expect(fec.name).toMatch(/^JournalVentes-\d{9}-\d{4}-\d{2}-\d{2}\.txt$/)
  const rows = fec.bytes
    .toString("utf8")
    .replace(/\r\n$/, "")
    .split("\r\n")
    .map((row) => row.split("\t"))
  expect(rows.every((row) => row.length === 18)).toBe(true)
  const cents = (text = "") => Math.round(Number(text.replace(",", ".")) * 100)
  const sum = (column: number) => rows.slice(1).reduce((all, row) => all + cents(row[column]), 0)
  expect(sum(11)).toBe(sum(12))
  const zip = await download(() => page.getByRole("button", { name: "Télécharger (ZIP)" }).click())
  const files = unzipSync(new Uint8Array(zip.bytes))
  const [month] = await shop.sql<{ n: number }>(
    "select count(*)::int as n from invoices where date_trunc('month', issued_on) = (select date_trunc('month', max(issued_on)) from invoices)",
  )
  expect(Object.keys(files)).toHaveLength(month?.n ?? 0)
  for (const bytes of Object.values(files)) expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-")
  const exports = await shop.sql<{ format: string }>(
    "select details ->> 'format' as format from events where action = 'invoice.exported' order by id",
  )
  expect(exports.map(({ format }) => format)).toEqual(["csv", "fec", "zip"])
})
