import type { Page } from "@playwright/test"
import { expect, readOnlyTest as test } from "../harness/shop.ts"

const pages = ["/", "/catalog", "/product", "/about", "/legal/cgv"]
const widths = [360, 1350]

/*
 * The faces that stand in for ours have their widths on average and their line boxes exactly. So a title, a button or a
 * card keeps its place. A paragraph may have a line more or less than before: no stand-in can promise the breaks of every
 * text. On pages of running text, what must not move is the title and all above it.
 */
const runningText: readonly string[] = ["/about", "/legal/cgv"]

test.describe.configure({ timeout: 120_000 })

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
      expect(await hasOurLetters(page), `${path} without its letters`).toBe(false)
      const before = await endOfTitle(page)
      letGo()
      await page.evaluate(() => document.fonts.ready)
      await painted(page)
      expect(await hasOurLetters(page), `${path} with its letters`).toBe(true)
      const shift = runningText.includes(path) ? Math.abs((await endOfTitle(page)) - before) : await shiftOf(page)
      if (shift > (runningText.includes(path) ? 1 : 0.02)) moved[`${path} at ${width}`] = shift
    }
  }
  await page.close()
  expect(moved).toEqual({})
})

function hasOurLetters(page: Page): Promise<boolean> {
  return page.evaluate(() => document.fonts.check("16px Figtree"))
}

/** Where the page's title ends, in pixels from the top. */
function endOfTitle(page: Page): Promise<number> {
  return page.locator("h1").evaluate((title) => title.getBoundingClientRect().bottom)
}

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
