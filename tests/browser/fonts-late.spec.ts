import type { Page } from "@playwright/test"
import { expect, readOnlyTest as test } from "../harness/shop.ts"

const pages = ["/", "/catalog", "/product", "/faq", "/services", "/about", "/contact", "/legal/cgv"]
const widths = [360, 412, 768, 1350]

// Thirty-two pages, one after the other.
test.describe.configure({ timeout: 180_000 })

test("no page moves when its letters arrive late", async ({ browser, shop }) => {
  // A window of its own: the harness waits until scripts run, and here there are none.
  const page = await browser.newPage({ baseURL: shop.url })
  const [product] = await shop.sql<{ id: string }>("select id from products where is_active order by name limit 1")
  let letGo = () => {}
  let held = Promise.resolve()
  await page.route("**/*.woff2", async (route) => {
    await held
    await route.continue()
  })
  // What moves when scripts begin is another matter, and they cost the test most of its time.
  await page.route("**/assets/*.js", (route) => route.abort())
  const moved: Record<string, number> = {}
  for (const path of pages) {
    for (const width of widths) {
      held = new Promise((resolve) => (letGo = resolve))
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path === "/product" ? `/product/${product?.id}` : path, { waitUntil: "domcontentloaded" })
      await painted(page)
      expect(await page.evaluate(() => document.fonts.check("16px Figtree")), `${path} without its letters`).toBe(false)
      letGo()
      await page.evaluate(() => document.fonts.ready)
      await painted(page)
      expect(await page.evaluate(() => document.fonts.check("16px Figtree")), `${path} with its letters`).toBe(true)
      const shift = await shiftOf(page)
      if (shift > 0.02) moved[`${path} at ${width}`] = shift
    }
  }
  await page.close()
  expect(moved).toEqual({})
})

/** Two frames: what was to be painted is. */
function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** How much the page has moved since it began. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, "value"))
        })
        observer.observe({ type: "layout-shift", buffered: true })
        setTimeout(() => resolve(sum), 50)
      }),
  )
}
