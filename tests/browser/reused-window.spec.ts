import { keepWindows } from "../harness/reused-window.ts"
import { expect, test } from "../harness/shop.ts"

const options = { javaScriptEnabled: true, viewport: { width: 360, height: 780 } }

test("a reused window keeps nothing of the last test, and one that cannot be reset is closed", async ({
  browser,
  shop,
}) => {
  const windows = keepWindows(browser, () => undefined)
  const page = await windows.open(shop.url, options)
  await page.goto("/faq")
  await page.goto("/contact")
  await page.evaluate(async () => {
    localStorage.setItem("kept", "yes")
    sessionStorage.setItem("kept", "yes")
    document.cookie = "kept=yes"
    await caches.open("kept")
    const opening = indexedDB.open("kept", 1)
    await new Promise((resolve) => (opening.onsuccess = resolve))
  })
  await page.context().newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: "dark" })
  await page.context().grantPermissions(["clipboard-read"])
  await page.context().setOffline(true)
  let requestCount = 0
  page.on("request", () => requestCount++)
  await windows.leave(page, true)
  requestCount = 0

  const second = await windows.open(shop.url, options)
  expect(second).toBe(page)
  expect(second.context().pages()).toEqual([page])
  expect(await second.context().cookies()).toEqual([])
  expect(page.viewportSize()).toEqual(options.viewport)
  await page.goto("/services")
  const leftovers = await page.evaluate(async () => ({
    local: localStorage.getItem("kept"),
    session: sessionStorage.getItem("kept"),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
    online: navigator.onLine,
    back: history.length,
  }))
  expect(leftovers).toEqual({
    local: null,
    session: null,
    caches: [],
    databases: [],
    dark: false,
    clipboard: "prompt",
    online: true,
    back: 2,
  })
  expect(requestCount).toBe(0)

  await page.route("**/nothing", (route) => route.abort())
  await windows.leave(second, true)
  const third = await windows.open(shop.url, options)
  expect(third).not.toBe(page)
  third.addListener("request", () => undefined)
  await windows.leave(third, true)
  const fourth = await windows.open(shop.url, options)
  expect(fourth).not.toBe(third)

  await fourth.goto("/faq")
  // Still pending while the window is returned.
  await fourth.evaluate(() => void navigator.serviceWorker.register("/manual-worker.js", { scope: "/manual/" }))
  await windows.leave(fourth, true)
  const fifth = await windows.open(shop.url, options)
  expect(fifth).not.toBe(fourth)
  await windows.leave(fifth, false)
  await windows.close()
})

test("a second person of a test has a separate window, with the test's own settings", async ({
  page,
  shop,
  openWindow,
}) => {
  await shop.admit(page.context())
  const other = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await other.goto("/account")
  await expect(other).toHaveURL(/\/connexion/)
  expect(await other.evaluate(() => [innerWidth, matchMedia("(scripting: none)").matches])).toEqual([360, true])
  await page.goto("/account")
  await expect(page).toHaveURL(/\/account/)
})
