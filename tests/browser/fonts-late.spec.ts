import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { readPublicIds } from "./public-addresses.ts"
import { gridForEverybody } from "./rgaa.ts"

/** Pages with a layout of their own are checked at the outer widths, the others of the sample at one, in turn. */
const own = (product: string): readonly string[] => [
  "/",
  "/catalog",
  `/product/${product}`,
  "/faq",
  "/contact",
  "/services",
  "/about",
  "/legal/mentions-legales",
]
const widths = [360, 412, 768, 1350] as const

/* The display face's fallback has its average widths and exact line boxes, so that a title stays in place. No
   fallback keeps every paragraph's breaks: a late text face waits for the next page. */

test.describe.configure({ timeout: 240_000 })

test("no page of the sample moves when its fonts arrive late", async ({ browser, shop }) => {
  // The harness waits for scripts, which this window does not have.
  const page = await browser.newPage({ baseURL: shop.url })
  const { product } = await readPublicIds(shop)
  const layouts = own(product)
  const others = gridForEverybody(product).filter((path) => !layouts.includes(path))
  const looks = [
    ...layouts.flatMap((path) => [360, 1350].map((width) => ({ path, width }))),
    ...others.map((path, turn) => ({ path, width: widths[turn % widths.length] ?? 360 })),
  ]
  let letGo = () => {}
  let held = Promise.resolve()
  await page.route("**/*.woff2", async (route) => {
    await held
    await route.continue()
  })
  // Scripts may move the page too, and would take most of the test's time.
  await page.route("**/assets/*.js", (route) => route.abort())
  const moved: Record<string, number> = {}
  for (const { path, width } of looks) {
    held = new Promise((resolve) => (letGo = resolve))
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path, { waitUntil: "domcontentloaded" })
    expect(await fontState(page), `${path} without its letters`).toEqual({ isLoaded: false, preloads: 2 })
    letGo()
    await page.evaluate(() => document.fonts.ready)
    expect(await fontState(page), `${path} with its letters`).toEqual({ isLoaded: true, preloads: 2 })
    const shift = await layoutShift(page)
    if (shift > 0.02) moved[`${path} at ${width}`] = shift
  }
  await page.close()
  expect(moved).toEqual({})
})

/** Waits two frames, so that the page is painted. `preloads` counts the requested font files. */
function fontState(page: Page): Promise<{ isLoaded: boolean; preloads: number }> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const isLoaded = document.fonts.check("16px 'Bricolage Grotesque'")
    return { isLoaded, preloads: document.querySelectorAll("link[rel=preload][as=font]").length }
  })
}

/** The layout shift since the page began. */
function layoutShift(page: Page): Promise<number> {
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
