import { readdir, readFile } from "node:fs/promises"
import path from "node:path"
import type { Page } from "@playwright/test"
import { daysLong } from "../../domain/day-labels.ts"
import { type Day, addDays } from "../../domain/day.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn, turnMonth } from "./wizard.ts"

type Booking = {
  id: string
  number: number
  total: number
  status: string
  dates: Day[]
  product_id: string
  user_id: string
  name: string
}

async function open(page: Page, shop: Shop, address: string, heading: string): Promise<void> {
  await signIn(page, shop, shop.administrator, address)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
}

async function readExampleBooking(shop: Shop, status: string): Promise<Booking> {
  const [example] = await shop.sql<Booking>(
    `select b.id, b.number, b.total, b.status, b.dates::text[] as dates, b.product_id, b.user_id, p.name
     from bookings b join profiles p on p.id = b.user_id where b.status = $1 and b.first_day > current_date + 2 order by b.number limit 1`,
    [status],
  )
  if (!example) throw new Error(`No booking is ${status}`)
  return example
}

const stored = async (shop: Shop, id: string) =>
  (
    await shop.sql<Booking & { placed_by: string | null }>(
      "select id, number, total, status, dates::text[] as dates, product_id, user_id, placed_by from bookings where id = $1",
      [id],
    )
  )[0]

async function freeDay(shop: Shop): Promise<Day> {
  const [row] = await shop.sql<{ day: Day }>("select (current_date + 200)::text as day")
  if (!row) throw new Error("The database has no day")
  return row.day
}

test.describe("the list of all bookings", () => {
  test("the list searches, filters, sorts, opens a booking, returns unchanged and exports its filter @R-bookings-detail @R-bookings-csv @C-csv", async ({
    page,
    shop,
  }) => {
    const booking = await readExampleBooking(shop, "confirmed")
    await open(page, shop, "/admin/bookings", "Réservations")
    await page.getByRole("link", { name: "Toutes les réservations" }).click()
    await page
      .getByRole("searchbox", { name: "Nom, e-mail, téléphone, ville, produit ou numéro" })
      .fill(booking.name.toUpperCase().normalize("NFD").replace(/\p{M}/gu, ""))
    await page.getByLabel("État").selectOption("Confirmée")
    await expect(page).toHaveURL(/q=.*etat=confirmee|etat=confirmee.*q=/)
    await expect(page.getByRole("cell", { name: "Confirmée" }).first()).toBeVisible()
    await expect(page.getByRole("cell", { name: "En attente" })).toHaveCount(0)
    await page.getByRole("columnheader", { name: "Total" }).getByRole("link").click()
    await expect(page.getByRole("columnheader", { name: "Total" })).toHaveAttribute("aria-sort", "ascending")
    await expectAccessible(page)
    await page
      .getByRole("row")
      .filter({ hasText: `n° ${booking.number}` })
      .getByRole("link", { name: booking.name })
      .click()
    await expect(page.getByRole("dialog", { name: `Réservation n° ${booking.number}` })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("dialog").getByRole("button", { name: "Fermer" }).click()
    await expect(page).toHaveURL(/\/admin\/bookings\/liste\?.*tri=total/)
    await page.goto(`${shop.url}/admin/bookings/liste?q=personne-de-ce-nom`)
    await expect(page.getByRole("heading", { name: "Rien ne correspond" })).toBeVisible()

    await test.step("is exported for a French spreadsheet as it is filtered", async () => {
      await shop.sql("update profiles set name = '=HYPERLINK(1)', phone = '+33612345678' where id = $1", [
        booking.user_id,
      ])
      await shop.sql(
        `update bookings set total = 63650, price_lines = jsonb_build_object('version', 1, 'lines', jsonb_build_array(jsonb_build_object(
           'kind', 'product', 'label', product_name, 'unitPrice', 63650, 'quantity', 1, 'days', 1, 'amount', 63650))) where id = $1`,
        [booking.id],
      )
      await page.goto(`${shop.url}/admin/bookings/liste?q=hyperlink&etat=confirmee`)
      const arriving = page.waitForEvent("download")
      await page.getByRole("link", { name: "Exporter ce qui est affiché (CSV)" }).click()
      const download = await arriving
      expect(download.suggestedFilename()).toMatch(/^reservations-\d{4}-\d{2}-\d{2}\.csv$/)
      const csv = await readFile(await download.path(), "utf8")
      const lines = csv.split("\r\n")
      expect(lines[0]).toBe(
        "\uFEFFDate;Client;E-mail;Téléphone;Produit;Statut;Total (€);Numéro;Locations;Dernier jour;Ville;Payé (€);Reste (€)",
      )
      const dates = booking.dates.map((day) => day.split("-").reverse().join("/")).join(", ")
      expect(lines.find((line) => line.startsWith(dates))).toMatch(
        /;'=HYPERLINK\(1\);[^;]+;'\+33612345678;[^;]+;Confirmée;636,50;\d+;1;[\d/]{10};[^;]+;[\d,]+;[\d,]+$/,
      )
      for (const line of lines.slice(1, -1)) expect(line).toContain(";Confirmée;")
      const all = await (await page.request.get(`${shop.url}/admin/bookings.csv`)).text()
      expect(all.split("\r\n").length - 2).toBe((await shop.sql("select 1 from bookings")).length)
    })
  })
})

test("a phone booking shows its price before it is saved, and names its author", async ({ page, shop }) => {
  await open(page, shop, "/admin/bookings/nouvelle", "Nouvelle réservation")
  await page.getByRole("searchbox", { name: "Nom, e-mail ou téléphone du client" }).fill("Zoé Appel")
  await expect(page.getByText("Aucun client ne correspond.")).toBeVisible()
  await page.getByRole("link", { name: "Nouveau client" }).click()
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Zoé Appel")
  await page.getByLabel("Adresse e-mail").fill("pas une adresse")
  await page.getByLabel("Téléphone").fill("06 12 34 56 78")

  await page.getByLabel("Produit").selectOption({ label: "Photomaton bois" })
  await turnMonth(page, () => page.getByRole("button", { name: "Mois suivant" }).click())
  const free = page.getByRole("checkbox", { name: /^\d+ libre,/ }).first()
  const day = await free.inputValue()
  await free.check()
  const receipt = page.locator(".receipt")
  await expect(receipt).toContainText("Hors livraison")
  await page.getByRole("spinbutton", { name: "Packs photo" }).fill("2")
  await page.getByRole("switch", { name: "Livre d’or" }).check()
  await expect(receipt).toContainText("Pack photo × 2")
  await page.getByRole("button", { name: "Enregistrer la réservation" }).click()
  await expect(page.getByText("Indiquez le numéro et la rue").last()).toBeVisible()
  await expect(page.getByText("Indiquez une adresse e-mail valable, par exemple lila@exemple.fr").last()).toBeVisible()
  // The customer is created with the booking, not before.
  expect(await shop.sql("select 1 from profiles where name = 'Zoé Appel'")).toEqual([])
  await page.getByLabel("Adresse e-mail").fill("zoe.appel@exemple.example")
  await expect(page.getByRole("spinbutton", { name: "Packs photo" })).toHaveValue("2")
  await expectAccessible(page)
  await page.getByLabel("Adresse", { exact: true }).fill("12 quai de la Marne")
  await page.getByLabel("Code postal").fill("94130")
  await page.getByLabel("Ville").fill("Nogent-sur-Marne")
  await expect(receipt).toContainText("km aller-retour")
  const total = (await receipt.locator(".total strong").textContent()) ?? ""
  await page.getByRole("button", { name: "Enregistrer la réservation" }).click()
  await expect(page.getByText("Réservation confirmée").first()).toBeVisible()
  await expect(page.getByText(/Demande saisie par .* pour Zoé Appel/)).toBeVisible()
  const [placed, ...others] = await shop.sql<Booking & { by: string; contract: Date | null; credentials: number }>(
    `select b.id, b.total, b.status, b.dates::text[] as dates, a.email as by, b.contract_due_at as contract, (select count(*) from credentials c where c.user_id = p.id) as credentials
     from bookings b join profiles p on p.id = b.user_id join profiles a on a.id = b.placed_by where p.email = 'zoe.appel@exemple.example'`,
  )
  expect(others).toEqual([])
  expect(placed).toMatchObject({ status: "confirmed", dates: [day], by: shop.administrator.email, credentials: 0 })
  // The 48 hours begin when the contract is sent (D12).
  expect(placed?.contract).toBeNull()
  expect(total.replace(/\D/g, "")).toBe(String((placed?.total ?? 0) / 100))
})

async function expectRoomOnPhone(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const inside = await page.evaluate(() =>
    [...document.querySelectorAll("dialog[open]")].every((dialog) => dialog.scrollWidth <= dialog.clientWidth),
  )
  expect(inside).toBe(true)
  await expectAccessible(page)
  if (before) await page.setViewportSize(before)
}

test.describe("changing a booking", () => {
  test("a change asks again on conflict, shows the difference, mails the client, keeps unavailable days", async ({
    page,
    shop,
  }) => {
    const pending = await readExampleBooking(shop, "pending")
    // Customers of the demonstration get no mail.
    await shop.sql("update profiles set is_example = false where id = $1", [pending.user_id])
    await open(page, shop, `/admin/bookings?reservation=${pending.id}&modifier=options`, "Réservations")
    await test.step("asks again once a second administrator changed another part of the booking", async () => {
      const sheet = page.getByRole("dialog", { name: /^Changer les options/ })
      await sheet.getByRole("spinbutton", { name: "Packs photo" }).fill("9")
      await expect(sheet.getByRole("region", { name: "Ce que cela change" })).toContainText("Pack photo")
      await expectRoomOnPhone(page)
      await shop.sql(
        `with event as (
          insert into events (actor_kind, action, subject_kind, subject_id, booking_id, details)
          values ('administrator', 'booking.distance-set', 'booking', $1::text, $1::uuid, '{"distanceKm": 12}') returning id)
          insert into event_details (event_id, actor_name) select id, 'Sasha' from event`,
        [pending.id],
      )
      await sheet.getByRole("checkbox", { name: /^Prévenir/ }).uncheck()
      await sheet.getByRole("button", { name: "Enregistrer les changements" }).click()
      await expect(page.locator("#entre-temps")).toBeFocused()
      await expect(sheet.getByRole("radiogroup", { name: "Packs photo" })).toBeInViewport()
      await expect(sheet.getByRole("button", { name: "Enregistrer les changements" })).toBeInViewport()
      await expectRoomOnPhone(page)
      await sheet
        .getByRole("radiogroup", { name: "Packs photo" })
        .getByRole("radio", { name: /^Garder la mienne/ })
        .check()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await sheet.getByRole("button", { name: "Enregistrer les changements" }).click()
      await expect(page.getByText("Réservation modifiée", { exact: true }).first()).toBeVisible()
      expect((await stored(shop, pending.id))?.total).not.toBe(pending.total)
      expect(await outbox(shop)).toEqual([])
    })

    const day = await freeDay(shop)
    await shop.sql("insert into available_dates (product_id, date, is_available) values ($1, $2, false)", [
      pending.product_id,
      addDays(day, 1),
    ])
    await page.goto(`${shop.url}/admin/bookings?reservation=${pending.id}&modifier=dates&jours=${addDays(day, 1)}`)
    const sheet = page.getByRole("dialog", { name: `Changer les dates, n° ${pending.number}` })
    await expect(sheet.getByText(/^Certaines dates sélectionnées ne sont plus disponibles/)).toBeVisible()
    await expect(sheet.getByRole("button", { name: "Enregistrer les changements" })).toHaveCount(0)
    const press = (day: string) => sheet.locator("label.day", { has: page.locator(`input[value="${day}"]`) }).click()
    await expect(sheet.getByRole("checkbox", { name: /^\d+ choisi, .*, mais fermé$/ })).toBeChecked()
    const month = sheet.locator(".calendar-head").getByRole("heading")
    const monthLabel = (await month.textContent()) ?? ""
    await press(addDays(day, 1))
    await expect(sheet.getByText(/^Certaines dates sélectionnées ne sont plus disponibles/)).toHaveCount(0)
    await expect(month).toHaveText(monthLabel)
    await press(day)
    await expect(sheet.getByText(daysLong([day])).first()).toBeVisible()
    await expect(sheet.getByRole("region", { name: "Ce que cela change" })).toContainText("Différence")
    await expect(sheet.getByRole("textbox", { name: /^Message/ })).toHaveValue(new RegExp(daysLong([day])))
    await expectAccessible(page)
    await expectRoomOnPhone(page)
    await sheet
      .getByRole("textbox", { name: /^Message/ })
      .fill("Bonjour, nous décalons à la date convenue au téléphone.")
    await sheet.getByRole("button", { name: "Enregistrer les changements" }).click()
    await expect(page.getByText("Réservation modifiée", { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/^Réservation modifiée par .*: dates/)).toBeVisible()
    expect((await stored(shop, pending.id))?.dates).toEqual([day])
    expect(
      await shop.sql("select 1 from unit_days where booking_id = $1 and role = 'rental'", [pending.id]),
    ).toHaveLength(1)
    await expect
      .poll(async () =>
        (await outbox(shop)).some((mail) => mail.includes("booking-message") || mail.includes("convenue")),
      )
      .toBe(true)
  })
})

async function outbox(shop: Shop): Promise<string[]> {
  const folder = path.join(shop.dataDir, "outbox")
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.filter((name) => name.endsWith(".eml")).map((name) => readFile(path.join(folder, name), "utf8")),
  )
}

test("a confirmed booking is noted, cancelled with its reason, restored in ten seconds, and made pending", async ({
  page,
  shop,
  browser,
}) => {
  const confirmed = await readExampleBooking(shop, "confirmed")
  await open(page, shop, `/admin/bookings?reservation=${confirmed.id}`, "Réservations")
  await test.step("notes are dated and signed, refused when empty, and no customer ever sees them", async () => {
    await expectRoomOnPhone(page)
    await page.getByLabel("Ajouter une note").evaluate((area) => area.removeAttribute("required"))
    await page.getByRole("button", { name: "Ajouter la note" }).click()
    await expect(page.getByText("Écrivez quelque chose avant d’ajouter la note.")).toBeVisible()
    await page.getByLabel("Ajouter une note").fill("Chien méchant, sonner deux fois")
    await page.getByRole("button", { name: "Ajouter la note" }).click()
    await expect(page.getByText("Note ajoutée", { exact: true }).first()).toBeVisible()
    await expect(page.getByText("Chien méchant, sonner deux fois")).toBeVisible()
    await expect(page.getByText(/^Note ajoutée par /)).toBeVisible()
    await expect(page.getByLabel("Ajouter une note")).toHaveValue("")
    const stranger = await browser.newContext()
    for (const address of [`/product/${confirmed.product_id}`, "/account", "/booking/confirmation"]) {
      expect(await (await stranger.request.get(shop.url + address)).text()).not.toContain("Chien méchant")
    }
    await stranger.close()
    const [event] = await shop.sql<{ details: string }>(
      "select details::text || personal::text as details from recorded_events where action = 'booking.noted'",
    )
    expect(event?.details).toBe("{}{}")
  })

  await page.getByRole("link", { name: /^Annuler la réservation/ }).click()
  await page.getByRole("dialog", { name: "Qui met fin à la réservation ?" }).getByRole("link", { name: "Nous" }).click()
  const sheet = page.getByRole("dialog", { name: "Annuler cette réservation ?" })
  await expect(sheet.getByText("L’argent")).toBeVisible()
  await expectAccessible(page)
  await sheet.getByLabel("Motif").fill("x".repeat(501))
  await sheet.getByLabel("Motif").evaluate((area) => area.removeAttribute("maxlength"))
  await sheet.getByLabel("Motif").fill("x".repeat(501))
  await sheet.getByRole("button", { name: "Annuler la réservation" }).click()
  await expect(sheet.getByText("Le motif ne peut pas dépasser 500 caractères.")).toBeVisible()
  await sheet.getByLabel("Motif").fill("Orage annoncé")
  await sheet.getByRole("button", { name: "Annuler la réservation" }).click()
  await expect(page.getByText("Réservation annulée", { exact: true }).first()).toBeVisible()
  expect((await stored(shop, confirmed.id))?.status).toBe("cancelled")
  await page.getByRole("button", { name: "Annuler", exact: true }).click()
  await expect(page.getByText("La réservation n’est plus annulée").first()).toBeVisible()
  expect((await stored(shop, confirmed.id))?.status).toBe("confirmed")
  await page.goto(`${shop.url}/admin/bookings/${confirmed.number}?geste=annuler&cible=nous`)
  await page.getByRole("dialog").getByRole("button", { name: "Annuler la réservation" }).click()
  await expect(page.getByText("Réservation annulée", { exact: true }).first()).toBeVisible()
  await page.locator("summary", { hasText: "Historique" }).click()
  await expect(page.getByText(/Orage annoncé/).first()).toBeVisible()
  await page.getByRole("button", { name: /^Remettre en attente/ }).click()
  await expect(page.getByText("Réservation remise en attente", { exact: true }).first()).toBeVisible()
  expect((await stored(shop, confirmed.id))?.status).toBe("pending")
})

test("the day's sheet fits one page of A4, and its departures follow one another", async ({ page, shop }) => {
  const confirmed = await readExampleBooking(shop, "confirmed")
  await open(page, shop, `/admin/bookings?reservation=${confirmed.id}`, "Réservations")
  await page.getByRole("link", { name: "Fiche à imprimer" }).click()
  await expect(page.getByRole("heading", { level: 1, name: `n° ${confirmed.number}` })).toBeVisible()
  for (const part of ["Qui", "Quand", "Location", "Paiement"])
    await expect(page.locator("dt", { hasText: part }).first()).toBeVisible()
  await expect(page.getByRole("button", { name: "Imprimer la fiche" })).toBeVisible()
  await expectAccessible(page)
  // A4 within its margins of 14 mm, at 96 dots an inch.
  await page.setViewportSize({ width: 688, height: 1016 })
  await page.emulateMedia({ media: "print" })
  await expect(page.getByRole("button", { name: "Imprimer la fiche" })).toBeHidden()
  await expect(page.getByRole("navigation", { name: "Administration" }).first()).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1016)
  await page.emulateMedia({ media: "screen" })
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(`${shop.url}/admin/bookings/jour/${confirmed.dates[0]}`)
  await expect(page.getByRole("article", { name: new RegExp(confirmed.name) }).first()).toBeVisible()
  await expectAccessible(page)
  await expectRoomOnPhone(page)
  await page.getByRole("link", { name: "La veille" }).click()
  await expect(page).toHaveURL(new RegExp(addDays(confirmed.dates[0] as Day, -1)))
  expect((await page.goto(`${shop.url}/admin/bookings/jour/demain`))?.status()).toBe(404)
  await page.getByRole("link", { name: "Voir aujourd’hui" }).click()
  await expect(page).toHaveURL(/\/admin\/bookings\/jour\/\d{4}-\d{2}-\d{2}$/)
  const nobody = `${shop.url}/admin/bookings/00000000-0000-4000-8000-000000000000/fiche`
  expect((await page.request.get(nobody)).status()).toBe(404)
})
