import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import sharp from "sharp"
import { dayInParis } from "../../domain/day.ts"
import { paymentReference } from "../../domain/finance/payment-reference.ts"
import { expect, test } from "../harness/shop.ts"
import { signIn } from "../browser/wizard.ts"
import { speakFrench } from "./speak-french.ts"

test.use({ variables: { SMTP_URL: "smtp://127.0.0.1:9" }, deviceScaleFactor: 1 })

const viewport = { width: 1100, height: 760 }
const MARGIN = 12
const MAX_HEIGHT = 760

type HelpPicture = {
  path: string
  part?: string
  press?: string
  awaits?: string
}

test("the help has its pictures", async ({ page, shop }) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(20_000)
  const one = async (text: string) => {
    const [row] = await shop.sql<{ value: string }>(text)
    if (!row) throw new Error(`Nothing in the demonstration: ${text}`)
    return row.value
  }
  const product = await one("select id as value from products where name = 'Photomaton bois'")
  const pending = await one("select min(number) as value from bookings where status = 'pending'")
  const sent = await one(
    "select min(number) as value from bookings join contracts on contracts.booking_id = bookings.id where contracts.status = 'sent'",
  )
  const ready = await one(
    "select min(number) as value from bookings where status = 'confirmed' and payment_status = 'paid' and first_day > current_date",
  )
  const begun = await one(
    "select min(number) as value from bookings where status = 'confirmed' and payment_status = 'down_payment_paid' and first_day > current_date",
  )
  const over = await one(
    "select max(number) as value from bookings where status = 'confirmed' and payment_status = 'paid' and returns_on < current_date",
  )
  const day = await one(
    "select first_day::text as value from bookings where status = 'confirmed' and first_day > current_date group by first_day order by count(*) desc, first_day limit 1",
  )
  const person = await one(
    "select profiles.id as value from profiles join bookings on bookings.user_id = profiles.id where role = 'user' group by profiles.id order by count(*) desc, profiles.id limit 1",
  )
  await shop.sql(
    `insert into contact_messages (name, email, message) values ('Samuel Petit', 'samuel.petit@exemple.example', 'Bonjour, votre photomaton passe-t-il par une porte de 80 cm ? Notre salle est au premier étage.')`,
  )
  const message = await one("select id as value from contact_messages limit 1")
  await shop.sql(
    `insert into deposits (booking_id, amount, opened_at) select id, 80000, now() from bookings where number = ${begun} on conflict do nothing`,
  )
  await shop.sql(
    "insert into newsletter_subscriptions (email, token, status, confirmed_at) select 'a' || n || '@exemple.example', lpad(n::text, 36, '0'), 'confirmed', now() from generate_series(1, 24) n",
  )
  const booking = (number: string) => `/admin/bookings/${number}`
  const pictures: Readonly<Record<string, HelpPicture>> = {
    "reservation-par-telephone": { path: "/admin/bookings/nouvelle?client=nouveau" },
    "repondre-a-une-demande": { path: booking(pending), part: "section:has(#la-suite)" },
    "changer-une-reservation": { path: booking(begun), press: "Changer les options", part: "dialog[open]" },
    remise: { path: booking(begun), press: "Remise, supplément ou prix convenu", part: "dialog[open]" },
    "annuler-une-reservation": { path: booking(begun), press: "Annuler la réservation", part: "dialog[open]" },
    "fiche-client": { path: `/admin/users/${person}` },
    "repondre-a-un-message": { path: `/admin/messages?message=${message}` },
    "fiche-du-jour": { path: `/admin/bookings/jour/${day}` },
    "etat-des-lieux": { path: `${booking(ready)}/etat-des-lieux/depart` },
    notices: { path: `/admin/manuals?produit=${product}` },
    "bloquer-des-jours": { path: "/admin/availability", part: "section:has(#bloquer-une-periode)" },
    "echanger-des-exemplaires": { path: "/admin/availability?vue=planning" },
    agendas: { path: "/admin/availability/agendas" },
    "faire-signer-un-contrat": { path: booking(sent), part: "section:has(#la-suite)" },
    "modele-de-contrat": { path: "/admin/contracts/modele" },
    "noter-un-paiement": { path: booking(begun), press: "Noter un paiement", part: "dialog[open]" },
    "releve-bancaire": { path: "/admin/finance/releves", part: "section:has(#lignes)" },
    "rendre-de-l-argent": { path: booking(over), press: "Rendre de l’argent", part: "dialog[open]" },
    caution: { path: booking(begun), part: "section:has(#caution)" },
    "factures-et-comptable": { path: "/admin/finance/factures" },
    "registre-des-encaissements": { path: "/admin/finance/encaissements", part: "section:has(#preuve)" },
    "nouveau-produit": { path: "/admin/products/nouveau" },
    "prix-et-options": { path: `/admin/options?produit=${product}` },
    images: { path: `/admin/products/${product}`, part: "section[aria-label='Image du produit']" },
    ranger: { path: "/admin/products/ordre" },
    "textes-du-site": { path: "/admin/about" },
    "lettre-aux-inscrits": { path: `/admin/products/${product}/lettre` },
    "ouvrir-la-boutique": { path: "/admin/site-config" },
    courriels: { path: "/admin/mails/modeles/booking-requested" },
    "second-administrateur": { path: "/admin/users?inviter", part: "dialog[open]" },
    "demandes-de-droits": { path: "/admin/droits" },
    "cle-api": { path: "/admin/cles-api", part: "form:has(#nouvelle-cle)" },
    webhooks: { path: "/admin/webhooks", part: "form:has(#nouveau-webhook)" },
    "sur-un-autre-site": { path: `/admin/products/${product}`, part: "section:has(#ailleurs)" },
    "revenir-en-arriere": { path: "/admin/journal" },
  }
  await page.setViewportSize(viewport)
  await signIn(page, shop, shop.administrator, "/admin/aujourdhui")
  await uploadStatement(
    page,
    shop.url,
    Number(sent),
    Number(await one(`select total as value from bookings where number = ${sent}`)),
  )
  await removeQuestion(page, shop.url)
  const folder = "public/aide"
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sizes: Record<string, { width: number; height: number }> = {}
  for (const [task, { path, part = "main", press, awaits }] of Object.entries(pictures)) {
    await page.goto(`${shop.url}${path}`)
    if (press) await page.getByRole("link", { name: press }).first().click()
    const element = page.locator(part).first()
    await expect(element, task).toBeVisible()
    if (awaits) await expect(element, task).toContainText(awaits)
    // An open page keeps its stream, so that the network is never idle.
    await page.waitForFunction(() =>
      [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
    )
    await speakFrench(page)
    const picture = await takePicture(page, part)
    const { info, data } = await sharp(picture).webp({ quality: 62, effort: 6 }).toBuffer({ resolveWithObject: true })
    writeFileSync(`${folder}/${task}.webp`, data)
    sizes[task] = { width: info.width, height: info.height }
    process.stdout.write(`${task}, ${info.width} × ${info.height}, ${data.length} B\n`)
  }
  writeFileSync("app/admin/help/task/pictures.json", `${JSON.stringify(sizes, null, 2)}\n`)
})

async function uploadStatement(page: Page, url: string, number: number, total: number): Promise<void> {
  const date = dayInParis(new Date()).split("-").toReversed().join("/")
  const paid = (total / 100).toFixed(2).replace(".", ",")
  const csv = `Date;Libellé de l’opération;Débit;Crédit\r\n${date};VIR SEPA ${paymentReference(number)};;${paid}`
  await page.goto(`${url}/admin/finance/releves`)
  await page
    .getByLabel("Le fichier de votre banque")
    .setInputFiles({ name: "releve.csv", mimeType: "text/csv", buffer: Buffer.from(csv, "latin1") })
  await page.getByRole("button", { name: "Importer le relevé" }).click()
  await page.getByRole("button", { name: "Retenir et importer" }).click()
  await expect(page.getByRole("heading", { name: "Lignes importées" })).toBeVisible()
}

async function removeQuestion(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/faq`)
  await page
    .getByRole("link", { name: /^Supprimer/ })
    .last()
    .click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Supprimer/ })
    .click()
  await expect(page.getByRole("dialog")).toBeHidden()
}

async function takePicture(page: Page, part: string): Promise<Buffer> {
  const over = part.startsWith("dialog")
  const box = await page
    .locator(part)
    .first()
    .evaluate((element, ofWindow) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y: ofWindow ? y : y + window.scrollY, width, height }
    }, over)
  const margin = over || part === "main" ? 0 : MARGIN
  const x = Math.max(0, box.x - margin)
  const y = Math.max(0, box.y - margin)
  const width = Math.min(viewport.width - x, box.width + 2 * margin)
  const height = Math.min(box.height + 2 * margin, over ? viewport.height - y : MAX_HEIGHT)
  return page.screenshot({ fullPage: !over, clip: { x, y, width, height } })
}
