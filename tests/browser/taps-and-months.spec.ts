import { expect, test } from "../harness/shop.ts"
import { readPublicIds } from "./public-addresses.ts"

test("a tap on a link shows that it was heard before any answer arrives", async ({ page, shop }) => {
  const { product } = await readPublicIds(shop)
  await page.goto(`${shop.url}/product/${product}`)
  const answer = Promise.withResolvers<void>()
  await page.route("**/*.data*", async (route) => {
    await answer.promise
    await route.continue()
  })
  const link = page.locator(`a[href^="/book/${product}"]`).first()
  await link.click({ noWaitAfter: true })
  await expect(page.locator(".navigation-progress")).toBeVisible()
  await expect(link).toHaveAttribute("data-pending")
  expect(new URL(page.url()).pathname).toBe(`/product/${product}`)
  answer.resolve()
  await page.waitForURL(`**/book/${product}**`)
  await expect(page.locator(".navigation-progress")).toHaveCount(0)
})

test("a month far away is one choice", async ({ page, shop }) => {
  const [sold] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
  const product = sold?.id
  for (const address of [`/product/${product}`, `/book/${product}?step=calendar`]) {
    await page.goto(address)
    await page.getByText("Choisir le mois").click()
    const month = page.locator(".calendar-months").locator("a, button").nth(7)
    const name = (await month.innerText()).toLowerCase()
    await month.click()
    await expect(page.locator(".calendar-head")).toHaveText(name)
    await expect(page.locator(".calendar-months")).not.toHaveAttribute("open")
  }
})
