import type { Page } from "@playwright/test"
import { daysLong } from "../../domain/day-labels.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { type TestBooking, answerAsOwner, mailContract, sendRequest, signByLink } from "./bookings.ts"
import { account, readDay, signIn } from "./wizard.ts"

/** The customer reads every end on a phone without scripts; the owner has none either. */
test.use({ viewport: { width: 360, height: 780 }, javaScriptEnabled: false })

/** Takes over the demonstration's requests of whole days: the way of a request is another test's. */
async function moreRequests(shop: Shop, count: number): Promise<TestBooking[]> {
  await shop.sql("update users set email_verified = true where email = $1", [account.email])
  const rows = await shop.sql<TestBooking>(
    `update bookings set user_id = (select id from profiles where email = $1) where id in (
       select id from bookings where status = 'pending' and first_day > current_date + 3 and not distance_to_confirm
         and not exists (select from rentals where booking_id = bookings.id and plan is not null)
         and user_id <> (select id from profiles where email = $1) order by number limit $2)
     returning id, number`,
    [account.email, count],
  )
  if (rows.length < count) throw new Error(`The demonstration has only ${rows.length} such requests`)
  return rows
}

async function reads({
  page,
  shop,
  booking: { number },
  title,
  text,
}: {
  page: Page
  shop: Shop
  booking: TestBooking
  title: string
  text: string
}): Promise<void> {
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(page.getByRole("heading", { name: title })).toBeVisible()
  await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
  await expect(page.getByRole("link", { name: /Lire et signer|Annuler la réservation|Demander d’autres/ })).toHaveCount(
    0,
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
}

const statusIs = (shop: Shop, { id }: TestBooking, status: string) =>
  expect
    .poll(async () => (await shop.sql("select status from bookings where id = $1", [id]))[0]?.["status"], {
      timeout: 30_000,
    })
    .toBe(status)

test("other days are accepted, the new contract is signed, and the customer withdraws or cancels", async ({
  page,
  openWindow,
  shop,
  browser,
}) => {
  await sendRequest(page, shop)
  await shop.sql(
    "update profiles set home_street = '5 rue Bannier', home_zip_code = '45000', home_city = 'Orléans' where email = $1",
    [account.email],
  )
  const [changed, cancelled] = await moreRequests(shop, 2)
  if (!changed || !cancelled) return
  await page.goto(`${shop.url}/account/bookings/${cancelled.number}/annuler`)
  await page.getByRole("button", { name: /^Annuler ma/ }).click()
  await statusIs(shop, cancelled, "cancelled")
  await reads({
    page,
    shop,
    booking: cancelled,
    title: "Réservation annulée",
    text: "Comme demandé, elle est annulée.",
  })

  await answerAsOwner(browser, shop, changed.id, { intent: "confirmer" })
  await mailContract(shop)
  await page.goto(`${shop.url}/account/bookings/${changed.number}`)
  await page.getByRole("link", { name: "Demander d’autres dates" }).click()
  const free = page.getByRole("checkbox", { name: /^\d+ libre,/ }).first()
  const day = await readDay(free)
  for (const own of await page.getByRole("checkbox", { name: /^\d+ choisi,/ }).all()) await own.uncheck()
  await free.check()
  await page.getByRole("button", { name: "Demander ces dates" }).click()
  await expect(page.getByRole("region", { name: "Vous avez demandé d’autres dates" })).toContainText(daysLong([day]))
  const office = await openWindow()
  await signIn(office, shop, shop.administrator, `/admin/bookings/${changed.number}`)
  await office.getByRole("link", { name: "Voir et répondre" }).click()
  await office.getByRole("button", { name: "Accepter ces dates" }).click()
  await expect
    .poll(async () => (await shop.sql("select dates::text[] from bookings where id = $1", [changed.id]))[0])
    .toEqual({ dates: [day] })
  const secret = await mailContract(shop, "booking-changed")
  await page.goto(`${shop.url}/account/bookings/${changed.number}`)
  await expect(page.getByText(daysLong([day])).first()).toBeVisible()
  await signByLink(page, shop, secret)
  await page.goto(`${shop.url}/account/bookings/${changed.number}`)
  await page.getByRole("link", { name: "Renoncer au contrat ici" }).click()
  await page.getByRole("button", { name: "Confirmer la rétractation" }).click()
  await expect(page.getByText(/Votre rétractation est reçue/)).toBeVisible()
  await reads({ page, shop, booking: changed, title: "Vous avez renoncé au contrat", text: "Le contrat a pris fin" })
})
