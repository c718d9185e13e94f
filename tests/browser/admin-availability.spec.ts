import { readFile } from "node:fs/promises"
import type { Locator, Page } from "@playwright/test"
import { addDays, dayInParis, weekday } from "../../domain/day.ts"
import { dayLong } from "../../domain/day-labels.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn } from "./wizard.ts"

const today = dayInParis(new Date())
/** A Monday far enough ahead for nothing of the demonstration to be on it. */
const monday = addDays(today, 8 - weekday(today) + 7 * 24)
const product = "Photomaton bois"

async function open(page: Page, shop: Shop, query = ""): Promise<void> {
  await signIn(page, shop, shop.administrator, `/admin/availability${query}`)
  await expect(page.getByRole("heading", { level: 1, name: "Disponibilités" })).toBeVisible()
}

async function productId(shop: Shop): Promise<string> {
  const [row] = await shop.sql<{ id: string }>("update products set stock = 3 where name = $1 returning id", [product])
  return row?.id ?? ""
}

async function book(shop: Shop, first: string, unit: number): Promise<{ id: string; client: string }> {
  const [row] = await shop.sql<{ id: string; client: string }>(
    `with someone as (select id, name from profiles where role = 'user' order by name offset $3 limit 1), placed as (
       insert into bookings (user_id, product_id, dates, first_day, last_day, returns_on, status, product_name, total, is_delivery, address, idempotency_key, requested_at, answer_due_at, price_lines, agreement)
       select someone.id, product.id, array[$1::date, $1::date + 1], $1::date, $1::date + 1, $1::date + 1, 'confirmed', product.name, 50000, false,
         '{"street": "12 quai de la Marne", "zipCode": "94130", "city": "Nogent-sur-Marne"}', gen_random_uuid(), now(), now(),
         jsonb_build_object('version', 1, 'lines', jsonb_build_array(jsonb_build_object('kind', 'product', 'label', product.name,
           'unitPrice', 25000, 'quantity', 1, 'days', 2, 'amount', 50000))), other.agreement
       from someone, products product, (select agreement from bookings where agreement is not null limit 1) other where product.name = $2 returning id, product_id, product_name, dates),
     rented as (insert into rentals (booking_id, position, product_id, product_name, dates, during, daily_price, photo_pack_price, photo_pack_quantity)
       select id, 1, product_id, product_name, dates, tstzmultirange(rental_range(dates[1], dates[2], 0)), 25000, 700, 18 from placed),
     taken as (insert into occupancy (unit_id, product_id, during, rented, kind, booking_id, rental)
       select units.id, product_id, rented, rented, 'booking', placed.id, 1
       from placed join units using (product_id), rental_range(dates[1], dates[2], 0) rented where units.number = $4)
     select placed.id, someone.name as client from placed, someone`,
    [first, product, unit - 1, unit],
  )
  if (!row) throw new Error("No booking was made")
  return row
}

async function readUnits(shop: Shop, booking: string): Promise<number[]> {
  const rows = await shop.sql<{ unit: number }>(
    "select unit from unit_days where booking_id = $1 and role = 'rental' order by day",
    [booking],
  )
  return rows.map(({ unit }) => unit)
}

async function closedDays(shop: Shop): Promise<{ date: string; reason: string | null }[]> {
  return shop.sql(
    "select date::text, reason from available_dates join products on products.id = product_id where name = $1 and not is_available and date >= $2 order by date",
    [product, monday],
  )
}

test("an incident with a photograph, a check and paper are noted on a unit's page", async ({ page, shop }) => {
  const id = await productId(shop)
  const unitPath = `/admin/products/${id}/exemplaires/3`
  await signIn(page, shop, shop.administrator, unitPath)
  await page.getByText("Noter un incident", { exact: true }).click()
  await page.getByLabel("Ce qui est arrivé").fill("Le rideau est déchiré.")
  await page.getByLabel(/^Coût/).fill("beaucoup")
  await page.getByRole("button", { name: "Noter l’incident" }).click()
  await expect(page.getByText("Indiquez un montant, par exemple 85 ou 85,50.").first()).toBeVisible()
  await page.getByLabel(/^Coût/).fill("85,50")
  const buffer = await readFile("docs/images/accueil.png")
  await page.getByLabel("Photographie 1").setInputFiles({ name: "rideau.png", mimeType: "image/png", buffer })
  await page.getByRole("button", { name: "Noter l’incident" }).click()
  const photo = page.getByRole("img", { name: /^Photographie 1 de l’incident/ })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole("region", { name: /^L’année/ })).toContainText("85,50")

  await page.getByText("Ajouter un contrôle", { exact: true }).click()
  await page.getByLabel("Contrôle", { exact: true }).fill("Nettoyer l’imprimante")
  await page.getByLabel("Intervalle en mois").fill("3")
  await page.getByLabel("Fait le").fill(addDays(today, -100))
  await page.getByRole("button", { name: "Ajouter le contrôle" }).click()
  await expect(page.getByText("dû", { exact: true })).toBeVisible()
  await page.getByLabel(/^Tirages/).fill("120")
  await page.getByRole("button", { name: "Corriger le stock" }).click()
  await expect(page.getByText("à commander")).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${shop.url}/admin/aujourdhui`)
  const machines = page.getByRole("region", { name: /^Machines/ })
  await expect(machines).toContainText(/Papier à commander\s: Photomaton bois n°\s3/)
  await machines.getByRole("link", { name: /^Contrôle dû\s: Photomaton bois n°\s3/ }).click()
  await page.getByRole("button", { name: /^Fait\s: Nettoyer/ }).click()
  await expect(page.getByText("dû", { exact: true })).toBeHidden()
})

test("a booked unit is put in repair, and its rental takes the next unit that is free", async ({ page, shop }) => {
  const id = await productId(shop)
  await shop.sql("update products set stock = 1 where id = $1", [id])
  const { id: booking, client } = await book(shop, monday, 1)
  await open(page, shop, `?produit=${id}&debut=${monday}`)
  const form = await fillPeriod(page, monday, addDays(monday, 1))
  await form.getByLabel("Pour").selectOption(`${id}/1`)
  await form.getByRole("button", { name: "Mettre en réparation" }).click()
  const sheet = page.getByRole("dialog", { name: new RegExp(`Réparer ${product}`) })
  await sheet.getByRole("button", { name: "Noter la réparation" }).click()
  await expect(sheet.getByText("Une réservation devient à reloger")).toBeVisible()
  await sheet.getByRole("button", { name: "Noter quand même" }).click()
  const card = page.getByRole("region", { name: "Une réservation à reloger" })
  await expect(card).toContainText(client)
  await expect(bar(page, client)).toHaveAccessibleName(/À reloger, lundi /)
  await expectAccessible(page, "main")
  await card.getByRole("link", { name: /^Reloger/ }).click()
  await expect(page.getByRole("dialog", { name: new RegExp(client) })).toContainText("Aucun exemplaire n’est libre")
  await page.goto(`${shop.url}/admin/products/${id}/exemplaires/1`)
  await page.getByRole("button", { name: /^Annuler la réparation/ }).click()
  await expect(page.getByText("Réparation terminée").first()).toBeVisible()
  expect(await readUnits(shop, booking)).toEqual([1, 1])
  await page.goto(`${shop.url}/admin/availability?produit=${id}&debut=${monday}`)
  await expect(page.getByText("À reloger", { exact: true }).locator("visible=true")).toHaveCount(1)
})

const firstText = (page: Page, text: string | RegExp): Locator => page.getByText(text).first()
const bar = (page: Page, client: string): Locator =>
  page
    .getByRole("region", { name: "Planning des exemplaires" })
    .getByRole("link", { name: new RegExp(`${client}, (Confirmée|À reloger)`) })
    .first()
const planningAt = (id: string, day = monday) => `?produit=${id}&debut=${day}&semaines=2`

async function fillPeriod(page: Page, from: string, to: string, ...weekdays: string[]): Promise<Locator> {
  const form = page.getByRole("region", { name: "Bloquer, libérer ou réparer" })
  await form.getByLabel("Du", { exact: true }).fill(from)
  await form.getByLabel("Au", { exact: true }).fill(to)
  for (const name of weekdays) await form.getByLabel(name).check()
  return form
}

test.describe("the planning", () => {
  test("a booking moves and swaps units by keyboard alone, is refused a booked one, and is journalled", async ({
    page,
    shop,
  }) => {
    const id = await productId(shop)
    const first = await book(shop, monday, 1)
    const second = await book(shop, addDays(monday, 1), 2)
    const sheet = page.getByRole("dialog", { name: new RegExp(first.client) })
    await open(page, shop, planningAt(id))

    await test.step("a unit is chosen by keyboard; which one is taken, and by whom, is said", async () => {
      await bar(page, first.client).focus()
      await page.keyboard.press("Enter")
      await expect(sheet).toContainText("exemplaire 1")
      await expect(sheet.getByRole("radio", { name: /Exemplaire 2/ })).toBeDisabled()
      await expect(sheet).toContainText(`pris par ${second.client}`)
      await sheet.getByRole("radio", { name: /Exemplaire 3/ }).focus()
      await page.keyboard.press("Space")
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await expect(firstText(page, "Réservation déplacée sur l’exemplaire 3")).toBeVisible()
      expect(await readUnits(shop, first.id)).toEqual([3, 3])
      const events = await shop.sql(
        "select details from events where booking_id = $1 and action = 'booking.unit-moved'",
        [first.id],
      )
      expect(events).toMatchObject([{ details: { fromUnit: 1, toUnit: 3, days: [monday, addDays(monday, 1)] } }])
      await shop.sql(
        "update occupancy set unit_id = (select id from units where units.product_id = occupancy.product_id and number = 1) where booking_id = $1",
        [first.id],
      )
      await page.reload()
    })

    await test.step("a unit that was taken meanwhile is refused, with who took it", async () => {
      await bar(page, first.client).click()
      await sheet.getByRole("radio", { name: /Exemplaire 3/ }).check()
      const occupant = await book(shop, addDays(monday, 1), 3)
      await sheet.getByRole("button", { name: "Déplacer" }).click()
      await expect(firstText(page, "L’autre exemplaire est pris")).toBeVisible()
      await expect(firstText(page, new RegExp(`(de |d’)${occupant.client}`))).toBeVisible()
      expect(await readUnits(shop, first.id)).toEqual([1, 1])
      await shop.sql("delete from occupancy where booking_id = $1", [occupant.id])
      await shop.sql("delete from bookings where id = $1", [occupant.id])
      await shop.sql("update products set stock = 2 where id = $1", [id])
    })

    await test.step("where no unit is free two bookings are swapped, in the record of both", async () => {
      const [last] = await shop.sql<{ id: number }>("select max(id) as id from events")
      await page.goto(`${shop.url}/admin/availability${planningAt(id)}`)
      await bar(page, first.client).click()
      await expect(sheet).toContainText("Aucun autre exemplaire n’est libre ces jours-là")
      await expect(sheet.getByRole("radio", { name: /Exemplaire 2/ })).toBeChecked()
      await expect(sheet).toContainText(`contre ${second.client}`)
      await sheet.getByRole("button", { name: "Échanger" }).click()
      await expect(firstText(page, "Exemplaires échangés")).toBeVisible()
      expect([await readUnits(shop, first.id), await readUnits(shop, second.id)]).toEqual([
        [2, 2],
        [1, 1],
      ])
      expect(
        await shop.sql("select action from events where booking_id = any($1::uuid[]) and id > $2 order by action", [
          [first.id, second.id],
          last?.id,
        ]),
      ).toEqual([{ action: "booking.unit-moved" }, { action: "booking.units-swapped" }])
    })
  })

  test("the planning is accessible at any width, moves a bar by mouse, and pages through weeks", async ({
    page,
    shop,
  }) => {
    const id = await productId(shop)
    const { id: booking, client } = await book(shop, addDays(monday, 1), 1)
    await open(page, shop, planningAt(id))
    await expect(page.getByRole("button", { name: "Afficher" })).toBeHidden()
    const drag = async (unit: number, days: number) => {
      const lane = page.locator(`[data-unit="${unit}"] .timeline-lane`)
      const [from, there] = [await bar(page, client).boundingBox(), await lane.boundingBox()]
      if (!from || !there) throw new Error("Nothing to drag")
      const x = from.x + from.width / 4
      await page.mouse.move(x, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(x + (days * there.width) / 14, there.y + there.height / 2, { steps: 6 })
      await page.mouse.up()
    }

    await test.step("a bar is taken by the mouse to another unit", async () => {
      await drag(3, 0)
      await expect(firstText(page, "Réservation déplacée sur l’exemplaire 3")).toBeVisible()
      expect(await readUnits(shop, booking)).toEqual([3, 3])
    })

    await test.step("let go on other days it leads to the booking's form, and moves nothing", async () => {
      await drag(3, 4)
      await page.waitForURL(/\/admin\/bookings\?/)
      const query = new URL(page.url()).searchParams
      expect([query.get("reservation"), query.get("modifier"), query.getAll("jours")]).toEqual([
        booking,
        "dates",
        [addDays(monday, 5), addDays(monday, 6)],
      ])
      expect(await readUnits(shop, booking)).toEqual([3, 3])
      await page.goBack()
      await expect(page.getByRole("heading", { level: 1, name: "Disponibilités" })).toBeVisible()
    })

    await test.step("a table with a list beside it, without an obstacle at any width", async () => {
      await page.getByText("Les réservations en liste").click()
      await expect(
        page.getByRole("table", { name: "Réservations du planning" }).getByRole("link", { name: client }),
      ).toBeVisible()
      await expectAccessible(page, "main")
      await page.setViewportSize({ width: 320, height: 800 })
      await expectAccessible(page, "main")
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0)
      await bar(page, client).click()
      await expect(page.getByRole("dialog")).toBeVisible()
      await expectAccessible(page, "[role=dialog], dialog")
      await page.keyboard.press("Escape")
    })

    await test.step("the weeks are walked through by the address", async () => {
      await page.getByRole("link", { name: "Semaines suivantes" }).click()
      await expect(page).toHaveURL(new RegExp(`debut=${addDays(monday, 14)}`))
      await page.getByRole("link", { name: "Aujourd’hui" }).click()
      await expect(page).not.toHaveURL(/debut=/)
      await page.getByLabel("Durée").selectOption("6 semaines")
      await expect(page).toHaveURL(/semaines=6/)
    })
  })
})

test.describe("closing days", () => {
  test("a pattern is previewed, refused over a booking made since, closed with its reason, and undone", async ({
    page,
    shop,
  }) => {
    const id = await productId(shop)
    await open(page, shop, planningAt(id))
    await test.step("every Monday is closed with its reason, and taken back", async () => {
      const form = await fillPeriod(page, monday, addDays(monday, 20), "lundi")
      await form.getByLabel("Motif").fill("Fermé le lundi")
      await form.getByRole("button", { name: "Voir avant de bloquer" }).click()
      const sheet = page.getByRole("dialog", { name: "Bloquer 3 jours ?" })
      await expect(sheet.getByLabel("Motif")).toHaveValue("Fermé le lundi")
      await expectAccessible(page, "[role=dialog], dialog")
      await sheet.getByRole("button", { name: "Bloquer", exact: true }).click()
      await expect(firstText(page, "3 jours bloqués")).toBeVisible()
      expect(await closedDays(shop)).toEqual(
        [0, 7, 14].map((offset) => ({ date: addDays(monday, offset), reason: "Fermé le lundi" })),
      )
      await expect(page.getByRole("region", { name: "Jours bloqués" })).toContainText("Fermé le lundi")
      await page.getByRole("button", { name: "Annuler" }).click()
      await expect(firstText(page, "Les jours sont de nouveau comme avant")).toBeVisible()
      expect(await closedDays(shop)).toEqual([])
    })

    await test.step("a booking that arrives between the preview and the press", async () => {
      const form = await fillPeriod(page, monday, monday)
      await form.getByRole("button", { name: "Voir avant de bloquer" }).click()
      const sheet = page.getByRole("dialog", { name: "Bloquer 1 jour ?" })
      await sheet.getByLabel("Motif").fill("Révision")
      const { client } = await book(shop, monday, 1)
      const refused = page.waitForResponse((response) => response.request().method() === "POST")
      await sheet.getByRole("button", { name: "Bloquer", exact: true }).click()
      expect((await refused).status()).toBe(409)
      await expect(firstText(page, /Rien n’a été bloqué/)).toBeVisible()
      await expect(sheet.getByRole("link", { name: new RegExp(client) })).toBeVisible()
      await expect(sheet.getByLabel("Motif")).toHaveValue("Révision")
      expect(await closedDays(shop)).toEqual([])
    })
  })

  test("a closure requires a valid period, and is refused over bookings until only free days are chosen", async ({
    page,
    shop,
  }) => {
    await productId(shop)
    const { id: booking, client } = await book(shop, monday, 1)
    await open(page, shop)
    await test.step("what is wrong is said beside the field", async () => {
      const form = await fillPeriod(page, monday, addDays(monday, -1))
      await form.getByRole("button", { name: "Voir avant de bloquer" }).click()
      await expect(form.getByLabel("Au", { exact: true })).toHaveAccessibleDescription(
        "Le dernier jour vient avant le premier.",
      )
      await expect(form.getByLabel("Du", { exact: true })).toHaveValue(monday)
      await expectAccessible(page, "main")
      await fillPeriod(page, monday, monday, "dimanche")
      await form.getByRole("button", { name: "Voir avant de libérer" }).click()
      await expect(form.getByText(/Aucun de ces jours de la semaine/).last()).toBeVisible()
      expect(await closedDays(shop)).toEqual([])
      await form.getByLabel("dimanche").uncheck()
    })

    await test.step("what is booked is named and left", async () => {
      const form = await fillPeriod(page, monday, addDays(monday, 2))
      await form.getByRole("button", { name: "Voir avant de bloquer" }).click()
      const sheet = page.getByRole("dialog", { name: "Bloquer 3 jours ?" })
      await expect(sheet.getByText("Une réservation occupe ces jours")).toBeVisible()
      await expect(sheet.getByRole("link", { name: new RegExp(client) })).toHaveAttribute(
        "href",
        `/admin/bookings?reservation=${booking}`,
      )
      await expect(sheet.getByRole("button", { name: "Bloquer", exact: true })).toHaveCount(0)
      await sheet.getByRole("button", { name: "Bloquer seulement ce qui est libre" }).click()
      await expect(firstText(page, "3 jours bloqués")).toBeVisible()
      expect(await closedDays(shop)).toHaveLength(3)
      expect(await readUnits(shop, booking)).toEqual([1, 1])
      const [everywhere] = await shop.sql<{ closed: number }>(
        "select count(distinct product_id)::int as closed from available_dates where date = $1 and not is_available",
        [monday],
      )
      expect(everywhere?.closed).toBeGreaterThan(3)
    })
  })
})

test("a year shows each day's availability by shade and words, by arrow keys too, and leads to the planning", async ({
  page,
  shop,
}) => {
  const id = await productId(shop)
  await book(shop, monday, 1)
  const year = monday.slice(0, 4)
  await open(page, shop, `?vue=annee&annee=${year}&produit=${id}`)
  const day1 = `${dayLong(monday)}, 2 exemplaires libres sur 3`
  const day = page.getByRole("link", { name: day1 })
  await expect(day).toHaveClass(/room-1/)
  await expectAccessible(page, "main")
  await day.focus()
  await page.keyboard.press("ArrowRight")
  await expect(
    page.getByRole("link", { name: `${dayLong(addDays(monday, 1))}, 2 exemplaires libres sur 3` }),
  ).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`debut=${addDays(monday, 1)}`))
})
