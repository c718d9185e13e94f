import type { APIRequestContext } from "@playwright/test"
import { addDays, dayInParis } from "../../domain/day.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { waitUntilAwake } from "../harness/awake.ts"
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

const driver = { name: "Nadir Roulin", email: "nadir@exemple.example", password: "un bal au bord de l’eau" }

/** The driver's only stop is the delivery. */
async function hireDriver(shop: Shop, request: APIRequestContext, bookingId: string): Promise<void> {
  const signedUp = await request.post(`${shop.url}/inscription`, {
    form: driver,
    headers: { origin: shop.url },
    maxRedirects: 0,
  })
  expect(signedUp.status()).toBe(303)
  await shop.sql("update profiles set staff_role = 'crew' where email = $1", [driver.email])
  await shop.sql(
    `insert into shifts (booking_id, kind, starts_at, ends_at, person_id, answer, token_digest)
     select $1, 'delivery', now(), now() + interval '1 hour', id, 'accepted', 'none' from profiles where email = $2`,
    [bookingId, driver.email],
  )
}

test("two people share one Saturday: each sees the other's presses, and a press without network survives its tab", async ({
  page,
  openWindow,
  shop,
}) => {
  const { id, number } = await deliveryForToday(shop)
  const today = dayInParis(new Date())
  const dayPath = `/admin/bookings/jour/${today}`
  const name = new RegExp(`Livraison, .*n° ${number}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await hireDriver(shop, page.request, id)
  await page.goto(shop.url + dayPath)
  const stop = page.getByRole("article", { name })
  await stop.getByLabel("Arrivée prévue").fill("23:58")
  await stop.getByRole("button", { name: /^Parti/ }).dblclick()
  await expect(page.getByText("C’est noté").first()).toBeVisible()
  await expect(stop).toContainText("Arrivée prévue vers 23 h 58")
  await expect(page.getByRole("article")).toHaveCount(1)
  await expectAccessible(page)

  const office = await openWindow({ viewport: { width: 1440, height: 900 } })
  await signIn(office, shop, shop.administrator, dayPath)
  const sameStop = office.getByRole("article", { name })
  await expect(sameStop.getByText(/^Parti \d/)).toBeVisible()

  await page.context().setOffline(true)
  await stop.getByRole("button", { name: /^Arrivé/ }).click()
  await expect(stop.getByText("« Arrivé » partira dès le retour du réseau.")).toBeVisible()
  const later = await page.context().newPage()
  waitUntilAwake(later)
  await page.close()
  await page.context().setOffline(false)
  // The server is away when the tab opens again, on another page.
  let tries = 0
  await later.route("**/admin/bookings/jour/*.data*", (route) =>
    route.request().method() === "POST" && tries++ === 0 ? route.fulfill({ status: 503 }) : route.fallback(),
  )
  await later.goto(`${shop.url}/admin/missions`)
  await expect.poll(() => tries).toBe(1)
  await expect(async () => {
    await later.evaluate(() => window.dispatchEvent(new Event("online")))
    await expect(sameStop.getByText(/^Arrivé \d/)).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await later.goto(shop.url + dayPath)
  await shop.sql("delete from shifts")
  await later.context().setOffline(true)
  await later.getByRole("button", { name: /^Installé/ }).click()
  await expect(later.getByText("« Installé » partira dès le retour du réseau.")).toBeVisible()
  await later.context().setOffline(false)
  await expect(later.getByText("« Installé » n’est pas noté")).toHaveCount(1)
  expect(await later.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("presses")))).toEqual([])
  await sameStop.getByRole("button", { name: /^Installé/ }).click()
  await expect(office.getByText("C’est noté").first()).toBeVisible()
  const [row] = await shop.sql<{ steps: number }>(
    "select num_nonnulls(left_at, arrived_at, done_at) as steps from stop_times where booking_id = $1",
    [id],
  )
  expect(row).toEqual({ steps: 3 })

  await office.goto(`${shop.url}${dayPath}?liste=chargement`)
  const other = await openWindow({ viewport: { width: 390, height: 844 } })
  await signIn(other, shop, shop.administrator, `${dayPath}?liste=chargement`)
  await office.getByRole("checkbox").first().click()
  await expect(office.getByText(/^1 coché sur/)).toBeVisible()
  await expect(other.getByText(/^1 coché sur/)).toBeVisible()
  await expectAccessible(other)
})
