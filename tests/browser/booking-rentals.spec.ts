import { expect, test } from "../harness/shop.ts"
import { bookingPageHref } from "../../app/admin/kit/booking/booking-url.ts"
import { signIn } from "./wizard.ts"

/** A signed booking of one machine, with its first day far enough away. */
const signedBooking = `
  select number::integer as number, total, product_name as product from bookings
  where status = 'confirmed' and first_day > current_date + 20
    and exists (select from contracts where booking_id = bookings.id and status = 'signed')
    and product_name in ('Photomaton bois', 'Borne de table') order by number limit 1`

test("the owner adds a rental, moves it to another product, and ends one of two", async ({ page, shop }) => {
  const [booking] = await shop.sql<{ number: number; total: number; product: string }>(signedBooking)
  if (!booking) throw new Error("The demonstration has no such booking")
  await shop.sql("delete from occupancy where product_id = (select id from products where name = 'Miroir magique')")
  const href = shop.url + bookingPageHref(booking.number)
  const totalNow = async () => {
    const [row] = await shop.sql<{ total: number }>("select total from bookings where number = $1", [booking.number])
    return row?.total
  }
  await signIn(page, shop, shop.administrator, bookingPageHref(booking.number))

  await page.goto(href)
  await page.getByRole("link", { name: "Ajouter une location" }).click()
  const sheet = page.getByRole("dialog", { name: /^Ajouter une location/ })
  await sheet.getByLabel("Produit").selectOption({ label: "Anneau de lumière" })
  await expect(sheet.getByRole("row", { name: /Anneau de lumière/ })).toBeVisible()
  await sheet.getByRole("button", { name: "Enregistrer les changements" }).click()
  await expect(page.getByText("Réservation modifiée", { exact: true })).toBeVisible()
  const withRing = await totalNow()
  expect(withRing).toBeGreaterThan(booking.total)

  await page.goto(href)
  await page.getByRole("link", { name: "Changer de produit pour Anneau de lumière" }).click()
  const replacing = page.getByRole("dialog", { name: /^Changer de produit/ })
  await replacing.getByLabel("Produit").selectOption({ label: "Miroir magique" })
  await expect(replacing.getByRole("row", { name: /Miroir magique/ })).toBeVisible()
  await replacing.getByRole("checkbox", { name: "Sans supplément" }).check()
  await expect(replacing.getByText(/^Total inchangé/)).toBeVisible()
  await replacing.getByRole("button", { name: "Enregistrer les changements" }).click()
  await expect(page.getByText("Réservation modifiée", { exact: true })).toBeVisible()
  expect(await totalNow()).toBe(withRing)

  // Signed for is only the first machine: it ends with its figures, the other is removed plainly.
  await page.goto(href)
  await page.getByRole("link", { name: `Retirer la location pour ${booking.product}` }).click()
  const ending = page.getByRole("dialog")
  await ending.getByRole("link", { name: "Le client" }).click()
  await expect(ending.getByText("Nouveau total")).toBeVisible()
  await ending.getByRole("button", { name: "Retirer la location" }).click()
  await expect(page.getByText("Location retirée", { exact: true })).toBeVisible()
  const names = await shop.sql<{ name: string }>(
    "select rentals.product_name as name from rentals join bookings on bookings.id = booking_id where number = $1",
    [booking.number],
  )
  expect(names).toEqual([{ name: "Miroir magique" }])
})
