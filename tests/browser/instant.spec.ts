import { expect, test } from "../harness/shop.ts"
import { bookInOneSitting, instantProduct } from "./one-sitting.ts"
import { readVisibleWords } from "./visible-words.ts"
import { account, address, readBookings } from "./wizard.ts"

test.use({ viewport: { width: 360, height: 740 } })

test("a new customer goes from the search to the paid down payment in twenty gestures, and the owner reads it at once", async ({
  page,
  shop,
  openWindow,
}) => {
  const words = new Map<string, number>()
  const gestures = await bookInOneSitting(page, shop, async (screen, last) => {
    words.set(screen, (await readVisibleWords(page, last)).length)
  })
  expect(gestures).toBeLessThanOrEqual(20)
  await test.step("the way has few words, on the pages that the shortest way leaves out too", async () => {
    const [sold] = await shop.sql<{ id: string }>("select id from products where name = $1", [instantProduct])
    for (const path of ["product", "book"]) {
      await page.goto(`${shop.url}/${path}/${sold?.id}?date=2027-06-11&cp=${address.zipCode}`)
      words.set(path, (await readVisibleWords(page)).length)
    }
    expect(
      [...words.values()].reduce((sum, count) => sum + count),
      JSON.stringify([...words]),
    ).toBeLessThanOrEqual(1_100)
    expect(words.get("contract")).toBeLessThanOrEqual(120)
  })
  expect(await readBookings(shop, account.email)).toMatchObject([{ status: "confirmed" }])
  const [paid] = await shop.sql<{ status: string }>(
    "select payment_status as status from bookings where is_instant and not is_example",
  )
  expect(paid?.status).toBe("down_payment_paid")
  const owner = await openWindow()
  await shop.admit(owner.context())
  await owner.goto(`${shop.url}/admin/aujourdhui`)
  await expect(owner.getByRole("heading", { name: "Confirmées immédiatement" })).toBeVisible()
  await owner.getByRole("link", { name: account.name }).first().click()
  await expect(owner.getByText("Réservation confirmée par le système")).toBeVisible()
})
