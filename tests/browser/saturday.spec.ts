import { addDays, dayInParis } from "../../domain/day.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn } from "./wizard.ts"

type Booked = { id: string; number: number }

/** A signed delivery for today, collected today; its address is one that the offline gazetteer knows. */
async function deliveryForToday(shop: Shop): Promise<Booked> {
  const [booked] = await shop.sql<Booked>(
    `with chosen as (
      select b.id from bookings b join contracts c on c.booking_id = b.id
      where b.status = 'confirmed' and c.status = 'signed' and b.first_day > $1::date order by b.first_day limit 1),
     moved as (
      update rentals set dates = array[$1::date], during = tstzmultirange(rental_range($1::date, $1::date, 0))
      where booking_id = (select id from chosen)),
     occupied as (
      update occupancy set during = rental_range($2::date, $2::date, 0), rented = rental_range($2::date, $2::date, 0)
      where booking_id = (select id from chosen))
     update bookings set is_delivery = true, distance = 24, is_example = false,
       address = address || '{"street": "12 quai de la Marne", "zipCode": "94130", "city": "Nogent-sur-Marne"}',
       dates = array[$1::date], first_day = $1::date, last_day = $1::date, returns_on = $1::date
     where id = (select id from chosen) returning id, number`,
    [dayInParis(new Date()), addDays(dayInParis(new Date()), 400)],
  )
  if (!booked) throw new Error("The demonstration has no signed booking ahead")
  return booked
}

test("two people share one Saturday: each sees the other's presses, and a press without network is sent later", async ({
  page,
  openWindow,
  shop,
}) => {
  const { id, number } = await deliveryForToday(shop)
  const today = dayInParis(new Date())
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, shop, shop.administrator, `/admin/bookings/jour/${today}`)
  const stop = page.getByRole("article", { name: new RegExp(`Livraison, .*n° ${number}`) })
  await stop.getByLabel("Arrivée prévue").fill("23:58")
  await stop.getByRole("button", { name: /^Parti/ }).dblclick()
  await expect(page.getByText("C’est noté").first()).toBeVisible()
  await expect(stop).toContainText("Arrivée prévue vers 23 h 58")

  const other = await openWindow({ viewport: { width: 1440, height: 900 } })
  await signIn(other, shop, shop.administrator, `/admin/bookings/jour/${today}`)
  const sameStop = other.getByRole("article", { name: new RegExp(`Livraison, .*n° ${number}`) })
  await expect(sameStop.getByRole("button", { name: /^Arrivé/ })).toBeVisible()

  await page.context().setOffline(true)
  await stop.getByRole("button", { name: /^Arrivé/ }).click()
  await expect(stop.getByText("« Arrivé » partira dès le retour du réseau.")).toBeVisible()
  await page.context().setOffline(false)
  await expect(stop.getByText(/partira dès/)).toBeHidden()
  await expect(sameStop.getByRole("button", { name: /^Installé/ })).toBeVisible()
  await sameStop.getByRole("button", { name: /^Installé/ }).click()
  await expect(stop.getByText(/^Installé/).first()).toBeVisible()

  await page.getByRole("link", { name: "À charger" }).click()
  await other.goto(`${shop.url}/admin/bookings/jour/${today}?liste=chargement`)
  const box = page.getByRole("checkbox").first()
  await box.click()
  await expect(page.getByText(/^1 coché sur/)).toBeVisible()
  await expect(other.getByText(/^1 coché sur/)).toBeVisible()
  await expectAccessible(page)
  const [row] = await shop.sql<{ steps: number }>(
    "select num_nonnulls(left_at, arrived_at, done_at) as steps from stop_times where booking_id = $1",
    [id],
  )
  expect(row).toEqual({ steps: 3 })
})

test("the stops of a day are marked without a script", async ({ openWindow, shop }) => {
  const { number } = await deliveryForToday(shop)
  const plain = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await signIn(plain, shop, shop.administrator, `/admin/bookings/jour/${dayInParis(new Date())}`)
  expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const stop = plain.getByRole("article", { name: new RegExp(`Livraison, .*n° ${number}`) })
  await stop.getByLabel("Arrivée prévue").fill("")
  await stop.getByRole("button", { name: /^Parti/ }).click()
  await expect(plain.getByText("C’est noté").first()).toBeVisible()
  await stop.getByRole("button", { name: /^Annuler « Parti »/ }).click()
  await expect(stop.getByRole("button", { name: /^Parti/ })).toBeVisible()
  await plain.getByRole("link", { name: "À charger" }).click()
  await plain.getByRole("checkbox").first().click()
  await expect(plain.getByText(/^1 coché sur/)).toBeVisible()
})
