import { keepWindows } from "../harness/kept-window.ts"
import { expect, test } from "../harness/shop.ts"

const options = { javaScriptEnabled: true, viewport: { width: 360, height: 780 } }

test("a window that stays for the next test has kept nothing of the last; one that cannot be made as new is closed", async ({
  browser,
  shop,
}) => {
  const windows = keepWindows(browser, () => undefined)
  const first = await windows.open(shop.url, options)
  const [page] = first.pages()
  if (!page) throw new Error("A window has no page")
  await page.goto(`${shop.url}/faq`)
  await page.goto(`${shop.url}/contact`)
  await page.evaluate(async () => {
    localStorage.setItem("kept", "yes")
    sessionStorage.setItem("kept", "yes")
    document.cookie = "kept=yes"
    await caches.open("kept")
    const opening = indexedDB.open("kept", 1)
    await new Promise((resolve) => (opening.onsuccess = resolve))
  })
  await first.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: "dark" })
  await windows.leave(first, true)

  const second = await windows.open(shop.url, options)
  expect(second).toBe(first)
  expect(second.pages()).toEqual([page])
  expect(await second.cookies()).toEqual([])
  expect(page.viewportSize()).toEqual(options.viewport)
  await page.goto(`${shop.url}/services`)
  const found = await page.evaluate(async () => ({
    local: localStorage.getItem("kept"),
    session: sessionStorage.getItem("kept"),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    back: history.length,
  }))
  expect(found).toEqual({ local: null, session: null, caches: [], databases: [], dark: false, back: 2 })

  await page.route("**/nothing", (route) => route.abort())
  await windows.leave(second, true)
  const third = await windows.open(shop.url, options)
  expect(third).not.toBe(first)
  third.on("request", () => undefined)
  await windows.leave(third, true)
  const fourth = await windows.open(shop.url, options)
  expect(fourth).not.toBe(third)
  await windows.leave(fourth, false)
  await windows.close()
})
