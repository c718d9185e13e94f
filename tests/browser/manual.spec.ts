import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"

async function createManual(shop: Shop, product = "Photomaton bois"): Promise<{ id: string; url: string }> {
  const [row] = await shop.sql<{ id: string }>("select id from products where name = $1", [product])
  return { id: row?.id ?? "", url: `${shop.url}/manual/${row?.id}` }
}

/** Waits until the worker has cached everything of the page. */
async function cachedFiles(page: Page, path: string): Promise<string[]> {
  const names = () =>
    page.evaluate(async () => {
      const requests = (await caches.has("manuals-1")) ? await (await caches.open("manuals-1")).keys() : []
      return requests.map(({ url }) => new URL(url).pathname)
    })
  let before = ""
  await expect
    .poll(
      async () => {
        const files = await names()
        const whole = [path, ".css", ".woff2", ".avif"].every((end) => files.some((name) => name.endsWith(end)))
        const settled = files.join() === before
        before = files.join()
        return whole && settled
      },
      { intervals: [500] },
    )
    .toBe(true)
  return names()
}

test("the worker serves manuals alone, and an opened one reads offline with its pictures and fonts", async ({
  page,
  shop,
  context,
}) => {
  const { id, url } = await createManual(shop)
  await shop.admit(context)
  await page.goto(url)
  await expect(page.getByRole("banner")).not.toContainText("Connexion")
  const names = await cachedFiles(page, `/manual/${id}`)
  expect(names.filter((name) => !/^\/(manual|assets|fonts|files|illustrations|logo)\//.test(name))).toEqual([])
  const stored = await page.evaluate(
    async (path) => (await (await caches.open("manuals-1")).match(path))?.text(),
    `/manual/${id}`,
  )
  expect(stored).toContain("Connexion")
  expect(stored).not.toContain(shop.administrator.email)
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  )
  expect(scopes).toEqual(["/manual/"])

  await test.step("without a network it has its pictures and letters; other pages do not pretend to", async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole("heading", { level: 2, name: "Changer le rouleau de papier" })).toBeVisible()
    const state = await page.evaluate(() => ({
      face: getComputedStyle(document.querySelector("h1") as Element).fontFamily,
      loaded: document.fonts.check('1rem "Bricolage Grotesque"'),
      broken: [...document.querySelectorAll("main img")].filter(
        (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth === 0,
      ).length,
    }))
    expect(state).toEqual({ face: expect.stringContaining("Bricolage"), loaded: true, broken: 0 })
    await expect(page.goto(`${shop.url}/catalog`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  })

  await context.setOffline(false)
  await page.goto(`${shop.url}/catalog`)
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})
