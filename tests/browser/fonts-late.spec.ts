import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { addressesOf, knownIn } from "./public-addresses.ts"

/** The routes that are laid out in their own way: looked at in each width, all others in one of them, in turn. */
const own = new Set(["/", "catalog", "product/:id", "faq", "contact", "services", "about", "legal/:page"])
const widths = [360, 412, 768, 1350] as const

/*
 * The face that stands in for the display face has its widths on average and its line boxes exactly, so that a title keeps
 * its place. No stand-in has the breaks of every paragraph: the text face, when it is late, waits for the next page.
 */

test.describe.configure({ timeout: 240_000 })

test("no page moves when its letters arrive late", async ({ browser, shop }) => {
  // A window of its own: the harness waits until scripts run, and here there are none.
  const page = await browser.newPage({ baseURL: shop.url })
  const known = await knownIn(shop)
  const looks = Object.entries(addressesOf).flatMap(([route, addresses], turn) =>
    addresses(known).flatMap((path, index) =>
      own.has(route) && index === 0
        ? widths.map((width) => ({ path, width }))
        : [{ path, width: widths[(turn + index) % widths.length] ?? 360 }],
    ),
  )
  let letGo = () => {}
  let held = Promise.resolve()
  await page.route("**/*.woff2", async (route) => {
    await held
    await route.continue()
  })
  // What moves when scripts begin is another matter, and they cost the test most of its time.
  await page.route("**/assets/*.js", (route) => route.abort())
  const moved: Record<string, number> = {}
  for (const { path, width } of looks) {
    held = new Promise((resolve) => (letGo = resolve))
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path, { waitUntil: "domcontentloaded" })
    // Asked for at once, both: late is what the network makes them.
    expect(await letters(page), `${path} without its letters`).toEqual({ shown: false, askedFor: 2 })
    letGo()
    await page.evaluate(() => document.fonts.ready)
    expect(await letters(page), `${path} with its letters`).toEqual({ shown: true, askedFor: 2 })
    const shift = await shiftOf(page)
    if (shift > 0.02) moved[`${path} at ${width}`] = shift
  }
  await page.close()
  expect(moved).toEqual({})
})

/** Whether our letters are there, after two frames: what was to be painted is. And how many the page asks for at once. */
function letters(page: Page): Promise<{ shown: boolean; askedFor: number }> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const shown = document.fonts.check("16px 'Bricolage Grotesque'")
    return { shown, askedFor: document.querySelectorAll("link[rel=preload][as=font]").length }
  })
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
