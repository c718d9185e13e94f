import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { findBrowser } from "../harness/browser.ts"
import { withCart } from "./fill-cart.ts"
import { findLargeTextFaults } from "./large-text.ts"
import { bookInOneSitting } from "./one-sitting.ts"
import { readPublicIds } from "./public-addresses.ts"
import { gridForEverybody } from "./rgaa.ts"
import { readBooking } from "./bookings.ts"
import { openWizard } from "./wizard.ts"

const { executablePath, args, env } = await findBrowser({ paints: false })
test.use({
  launchOptions: { executablePath, args: [...args, "--blink-settings=defaultFontSize=32"], env },
  viewport: { width: 320, height: 740 },
})

async function expectWhole(page: Page, screen: string) {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 740 })
    expect.soft(await page.evaluate(findLargeTextFaults), `${screen} at ${width} px`).toEqual([])
  }
}

test("a phone with its text at 200 % shows each kind of public page whole", async ({ page, shop }) => {
  const { product } = await readPublicIds(shop)
  const answered = `/product/${product}?date=${new Date().getFullYear() + 1}-06-19&cp=77300`
  for (const address of [answered, "/services", "/about", ...gridForEverybody(product)]) {
    await page.goto(shop.url + address)
    await expectWhole(page, address)
  }
  await openWizard(page, shop)
  await expectWhole(page, "dates")
})

test("a phone with its text at 200 % shows every step to the paid down payment whole", async ({ page, shop }) => {
  await bookInOneSitting(page, shop, (screen) => expectWhole(page, screen))
  const { number } = await readBooking(shop)
  for (const path of ["/account", `/account/bookings/${number}`, `/account/bookings/${number}/lieu`]) {
    await page.goto(shop.url + path)
    await expectWhole(page, path)
  }
})

test("a phone with its text at 200 % shows a filled cart and its checkout whole", async ({ page, shop }) => {
  await withCart(page, shop)
  await expectWhole(page, "cart")
  await page.goto(`${shop.url}/cart/valider`)
  await expectWhole(page, "checkout")
})
