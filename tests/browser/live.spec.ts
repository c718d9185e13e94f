import type { Page, Request } from "@playwright/test"
import { failNext } from "../harness/interception.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { confirmAsOwner, sendRequest } from "./bookings.ts"
import { withCart } from "./fill-cart.ts"
import { account, signIn } from "./wizard.ts"

// These tests mostly wait: in parallel, every worker would wait at once.
test.describe.configure({ mode: "default" })

async function closeDay(shop: Shop, product: string, day: string): Promise<void> {
  await shop.sql(
    `insert into occupancy (unit_id, product_id, during, kind)
     select id, product_id, rental_range($2::date, $2::date, 0), 'repair' from units where product_id = $1`,
    [product, day],
  )
}

declare global {
  var changeCount: number
}

async function countEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.changeCount = 0
    const { fetch } = globalThis
    globalThis.fetch = async (...args) => {
      const answer = await fetch(...args)
      if (!String(args[0]).includes("/api/live") || !answer.body) return answer
      const [own, counted] = answer.body.tee()
      void (async () => {
        for await (const text of counted.pipeThrough(new TextDecoderStream()))
          globalThis.changeCount += text.split("event: changed").length - 1
      })().catch(() => undefined)
      return new Response(own, answer)
    }
  })
}

/** Requests within so many milliseconds of the page's clock. */
async function requestsWithin(page: Page, milliseconds: number, act?: () => Promise<void>): Promise<string[]> {
  const urls: string[] = []
  const note = (request: Request) => urls.push(request.url())
  page.on("request", note)
  await act?.()
  await page.clock.runFor(milliseconds)
  // Earlier requests are recorded once this one is answered.
  await page.evaluate(() => fetch("/healthz"))
  page.off("request", note)
  return urls.filter((url) => url.includes(".data"))
}

/** Leaves the page enough time to reload its data, which it must not do. */
async function expectNoReload(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(() => globalThis.changeCount)
  const reads = await requestsWithin(page, 5_000, async () => {
    await act()
    await page.waitForFunction((earlierCount) => globalThis.changeCount > earlierCount, before)
  })
  expect(reads).toEqual([])
}

const freeDays = (page: Page) => page.locator("button[name=dates]:not([disabled])")

test("a day booked elsewhere turns grey in the open calendar, also after a disconnection @C-realtime", async ({
  page,
  shop,
}) => {
  const [product] = await shop.sql<{ id: string }>("select id from products where is_active and stock = 1 limit 1")
  const id = product?.id ?? ""
  await countEvents(page)
  await page.clock.install()
  const opened = page.waitForRequest(/\/api\/live\?/)
  // A whole month, whatever today is.
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2)).toISOString().slice(0, 7)
  await page.goto(`/product/${id}?mois=${month}`)
  await opened
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = await freeDays(page).evaluateAll((days) =>
    days.map((day) => (day as HTMLButtonElement).value),
  )
  const cell = (day: string) => page.locator(`button[name=dates][value="${day}"]:not([disabled])`)
  await closeDay(shop, id, first)
  await expect(cell(first)).toHaveCount(0)
  await expect(cell(second)).toHaveCount(1)

  // A failed revalidation is silent and retried.
  const failed = page.waitForRequest(/\.data/)
  await failNext(page, /\.data/)
  await closeDay(shop, id, second)
  await failed
  await expect(cell(second)).toHaveCount(0, { timeout: 10_000 })
  await expect(page.getByText(/ne répond pas|Pas de réseau/)).toHaveCount(0)

  // The focus stays on its day until it leaves it.
  await page.keyboard.press("Tab")
  await cell(third).focus()
  await expect(cell(third)).toBeFocused()
  await expectNoReload(page, () => closeDay(shop, id, third))
  await expect(cell(third)).toBeFocused()
  await cell(third).blur()
  await expect(cell(third)).toHaveCount(0)

  // After a working day without input, the page waits for some.
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 9 * 3_600_000
  })
  await expectNoReload(page, () => closeDay(shop, id, fourth))
  await expect(cell(fourth)).toHaveCount(1)
  await page.mouse.move(20, 20)
  await expect(cell(fourth)).toHaveCount(0)

  // The connected process dies, and the page catches up with the changes meanwhile.
  await shop.restart("SIGKILL")
  await closeDay(shop, id, fifth)
  await expect(cell(fifth)).toHaveCount(0, { timeout: 30_000 })
})

test("a ticked day booked elsewhere is unticked, and the others stay ticked", async ({ page, shop }) => {
  const [product] = await shop.sql<{ id: string }>("select id from products where is_active and stock = 1 limit 1")
  const id = product?.id ?? ""
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2)).toISOString().slice(0, 7)
  const opened = page.waitForRequest(/\/api\/live\?/)
  await page.goto(`/book/${id}?mois=${month}`)
  await opened
  const free = page.locator(`input[name=date][value^="${month}"]:not([disabled])`)
  const days = await free.evaluateAll((boxes) => boxes.map((day) => (day as HTMLInputElement).value))
  const [first = "", second = ""] = days
  const box = (day: string) => page.locator(`input[name=date][value="${day}"]`)
  await box(first).check()
  await box(second).check()
  await page.mouse.click(5, 5)
  await closeDay(shop, id, first)
  await expect(page.getByRole("alert").filter({ hasText: "ne sont plus disponibles" })).toBeVisible()
  await expect(box(first)).toHaveCount(0)
  await expect(box(second)).toBeChecked()
  await expect.poll(() => new URL(page.url()).searchParams.getAll("date")).toEqual([second])

  // A failed revalidation of the router is silent here too. The day is far from the others: a free day between two
  // booked ones is unavailable.
  const third = days[10] ?? ""
  const failed = page.waitForResponse((response) => response.url().includes(".data") && response.status() === 503)
  await failNext(page, /\.data/)
  await closeDay(shop, id, third)
  await failed
  await expect(page.locator(`input[name=date][value="${third}"]:not([disabled])`)).toHaveCount(0)
  await expect(page.getByText(/ne répond pas|Pas de réseau/)).toHaveCount(0)
  await expect(box(second)).toBeChecked()

  // A withdrawn product keeps its ticks, and can be booked again when it returns.
  const withdrawn = page.getByRole("alert").filter({ hasText: "n’est plus proposé à la location" })
  await shop.sql("update products set is_active = false where id = $1", [id])
  await expect(withdrawn).toBeVisible()
  await expect(box(second)).toBeChecked()
  await shop.sql("update products set is_active = true where id = $1", [id])
  await expect(withdrawn).toHaveCount(0)
  await expect(box(second)).toBeChecked()
})

test("a cart changed elsewhere keeps the focus, and drops its outdated message", async ({ page, shop }) => {
  await withCart(page, shop)
  await page
    .getByRole("button", { name: /^Retirer/ })
    .first()
    .click()
  const announcement = page.getByText("La location est retirée du panier")
  await expect(announcement).toBeVisible()
  await expect(page.getByRole("heading", { name: "Votre panier" })).toBeFocused()
  await expect(page.locator(".cart-line")).toHaveCount(2)

  const menu = page.getByRole("banner").getByRole("link").first()
  await menu.focus()
  await page.mouse.move(2, 2)
  await shop.sql("delete from cart_items where id = (select id from cart_items order by created_at limit 1)")
  await expect(page.locator(".cart-line")).toHaveCount(1)
  await expect(menu).toBeFocused()
  await expect(announcement).toHaveCount(0)
})

test("a request enters the owner's list, except under a pointer, and an answered one names who answered", async ({
  page,
  browser,
  openWindow,
  shop,
}) => {
  await countEvents(page)
  await page.clock.install()
  await signIn(page, shop, shop.administrator, "/admin/aujourdhui")
  const requests = page.getByRole("region", { name: /Demandes en attente/ })
  const row = requests.getByRole("listitem").filter({ hasText: account.name })
  const rows = await requests.getByRole("listitem").count()
  // A moving pointer is about to press.
  await page.evaluate(() => {
    const hand = setInterval(() => document.dispatchEvent(new Event("pointermove")), 200)
    window.addEventListener("hand-rests", () => clearInterval(hand), { once: true })
  })

  const customer = await openWindow()
  let number = 0
  await expectNoReload(page, async () => {
    number = (await sendRequest(customer, shop)).number
  })
  await expect(requests.getByRole("listitem")).toHaveCount(rows)
  await page.evaluate(() => window.dispatchEvent(new Event("hand-rests")))
  await expect(row).toHaveCount(1)
  await customer.goto(`${shop.url}/account/bookings/${number}`)
  await expect(customer.getByText("En attente").first()).toBeVisible()
  const list = await page.context().newPage()
  await list.goto(`${shop.url}/admin/bookings/liste?q=${number}`)
  await expect(list.getByRole("row").filter({ hasText: account.name })).toContainText("En attente")

  await page.mouse.move(0, 0)
  await confirmAsOwner(browser, shop)
  await expect(row).toContainText("Confirmée par vous")
  // A row that took the focus would count as in use, and stay.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await expect(row).toHaveCount(0, { timeout: 15_000 })
  await expect(customer.getByText("Confirmée").first()).toBeVisible()
  await expect(list.getByRole("row").filter({ hasText: account.name })).toContainText("Confirmée")
  await list.close()
  // Ten seconds after the answer the contract's mail fails at its invented address: waits for these two changes first.
  await expect
    .poll(
      () =>
        shop.sql(
          "select 1 from events e join bookings b on b.id = e.booking_id where b.number = $1 and e.action in ('booking.contract-sent', 'booking.contract-undelivered')",
          [number],
        ),
      { timeout: 30_000 },
    )
    .toHaveLength(2)
  await page.reload()

  // The answering page reloads once, although the stream announces the answer too.
  const before = await page.evaluate(() => globalThis.changeCount)
  const read = page.waitForResponse(
    (response) => /aujourdhui.*\.data/.test(response.url()) && response.request().method() === "GET",
  )
  await requests
    .getByRole("button", { name: /^Confirmer pour/ })
    .first()
    .click()
  await read
  await page.waitForFunction((earlierCount) => globalThis.changeCount > earlierCount, before)
  expect(await requestsWithin(page, 5_000)).toEqual([])
})
