import type { Page } from "@playwright/test"
import { type Day, addDays } from "../../domain/day.ts"
import { dayWithWeekday } from "../../domain/day-labels.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { type Account, account, giveAddress, goOn, signIn, signUpInWizard } from "./wizard.ts"

const booth = "Miroir magique"
const other: Account = { ...account, name: "Lila Morel", email: "lila.morel@exemple.example" }

async function openDay(page: Page, shop: Shop, day: Day): Promise<void> {
  const [product] = await shop.sql<{ id: string }>("select id from products where name = $1 and stock = 1", [booth])
  await page.goto(`${shop.url}/book/${product?.id}?dates=${day}`)
  await expect(page.getByRole("checkbox", { name: new RegExp(`^${Number(day.slice(8))} `) })).toBeChecked()
}

/** A Saturday whose Friday, Sunday and Monday are free as well. */
async function findFreeSaturday(shop: Shop): Promise<Day> {
  const [row] = await shop.sql<{ day: Day }>(
    `select days.day::date::text as day from products, generate_series(current_date + 14, current_date + 300, '1 day') days (day)
     where name = $1 and extract(isodow from days.day) = 6
       and not exists (select from unit_days where product_id = products.id and unit_days.day between days.day::date - 1 and days.day::date + 2)
       and not exists (select from available_dates where product_id = products.id and date between days.day and days.day + interval '2 days')
     order by 1 limit 1`,
    [booth],
  )
  if (!row) throw new Error("No Saturday is free")
  return row.day
}

/** On the day's page, and on every page until the booking stands. */
async function bookUntilNoon(page: Page, day: Day, who: Account): Promise<void> {
  const noonToNoon = `u ${dayWithWeekday(day)}, 12 h, au ${dayWithWeekday(addDays(day, 1))}, 12 h`
  await expect(page.getByRole("main")).toContainText(`Au dépôt : d${noonToNoon}`)
  await expect(page.getByRole("main")).toContainText(
    `livré ${dayWithWeekday(day)}, 14 h – 16 h, repris ${dayWithWeekday(addDays(day, 1))}, 9 h – 11 h`,
  )
  await goOn(page, "Vos options")
  await goOn(page, "Inscription")
  await signUpInWizard(page, who)
  await giveAddress(page)
  await goOn(page, "Livraison ou retrait")
  await page.getByRole("radio", { name: /Retrait/ }).check()
  await expect(page.locator(".recap:visible")).toContainText(`D${noonToNoon}`)
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
  await expect(page.getByRole("main")).toContainText(`D${noonToNoon}`)
  await page.getByRole("link", { name: "Voir ma réservation" }).click()
  await expect(page.getByRole("heading", { name: booth, level: 2 })).toBeVisible()
  await expect(page.getByRole("main")).toContainText(`D${noonToNoon}`)
}

test("with days until noon one booth is rented on Saturday and on Sunday by two customers", async ({
  page,
  openWindow,
  shop,
}) => {
  const owner = await openWindow()
  await signIn(owner, shop, shop.administrator, "/admin/finance")
  await owner.getByLabel("Heure de la boutique").fill("12")
  await owner.getByRole("button", { name: "Enregistrer" }).click()
  await expect.poll(() => shop.sql("select rental_day_starts_at as hour from finance_settings")).toEqual([{ hour: 12 }])

  const saturday = await findFreeSaturday(shop)
  await openDay(page, shop, saturday)
  await bookUntilNoon(page, saturday, account)
  const second = await openWindow()
  await openDay(second, shop, addDays(saturday, 1))
  await bookUntilNoon(second, addDays(saturday, 1), other)
  const placed = await shop.sql(
    "select last_day::text, returns_on::text from bookings where product_name = $1 and first_day >= $2 order by first_day limit 2",
    [booth, saturday],
  )
  expect(placed).toEqual([
    { last_day: saturday, returns_on: addDays(saturday, 1) },
    { last_day: addDays(saturday, 1), returns_on: addDays(saturday, 2) },
  ])
})
