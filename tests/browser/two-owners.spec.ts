import type { Page } from "@playwright/test"
import { ABSENT_AFTER_SECONDS, HEARTBEAT_MS } from "../../isomorphic/presence.ts"
import { expect, test } from "../harness/shop.ts"
import { signUp } from "./bookings.ts"
import { signIn } from "./wizard.ts"

const today = "/admin/aujourdhui"

test("two owners on one booking see each other, until one of them leaves", async ({ page, openWindow, shop }) => {
  const [booking] = await shop.sql<{ number: number }>("select number from bookings order by number desc limit 1")
  const path = `/admin/bookings/${booking?.number}`
  const other = await openWindow()
  const louise = { name: "Louise Colin", email: "louise@exemple.example", password: "un bal au bord de l’eau" }
  await signUp(other, shop, louise)
  await shop.sql("update profiles set role = 'admin' where email = $1", [louise.email])

  await page.clock.install()
  await signIn(page, shop, shop.administrator, path)
  const note = (of: Page) => of.locator(".presence")
  /** Makes the open page check now who else is here, instead of in some seconds. */
  const sees = (text: string) =>
    expect(async () => {
      await page.clock.fastForward(HEARTBEAT_MS)
      await expect(note(page)).toHaveText(text, { timeout: 500 })
    }).toPass({ intervals: [0] })
  await other.goto(path)
  await expect(note(other)).toContainText("est aussi sur cette page")
  await sees("Louise Colin est aussi sur cette page")
  await expect(note(page).locator("span")).toBeInViewport()
  await other.getByRole("link", { name: "Aujourd’hui" }).first().click()
  await sees("")
  await other.goBack()
  await sees("Louise Colin est aussi sur cette page")
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(note(page).locator("span")).toBeInViewport({ ratio: 1 })
  await other.close()
  await shop.sql("update presences set seen_at = seen_at - $1 * interval '1 second'", [ABSENT_AFTER_SECONDS])
  await sees("")
})

test("an answer keeps the next request in place, no request is confirmed without its distance, gaps are listed", async ({
  page,
  shop,
}) => {
  await page.clock.install()
  await signIn(page, shop, shop.administrator, today)
  const requests = page.getByRole("region", { name: /Demandes en attente/ })
  const confirm = requests.getByRole("button", { name: /^Confirmer pour/ })

  await test.step("after an answer the next request stays where it was, until the message goes", async () => {
    const first = confirm.first()
    const place = await first.boundingBox()
    const rows = await requests.getByRole("listitem").count()
    const waiting = () => shop.sql("select 1 from bookings where status = 'pending'")
    const before = await waiting()
    await first.click()
    await expect(page.getByText("Réservation confirmée").first()).toBeVisible()
    await expect(requests.getByRole("listitem")).toHaveCount(rows)
    // A second tap at the same place hits nothing.
    const posted: string[] = []
    page.on("request", (request) => request.method() === "POST" && posted.push(request.postData() ?? ""))
    await page.mouse.click((place?.x ?? 0) + 10, (place?.y ?? 0) + 10)
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))))
    expect(posted.filter((body) => body.includes("confirmer"))).toEqual([])
    expect(await waiting()).toHaveLength(before.length - 1)
    await page.mouse.move(0, 0)
    await page.clock.fastForward(15_000)
    await expect(requests.getByText("Traitée")).toHaveCount(0)
  })

  await test.step("a delivery without a distance is not confirmed in one click", async () => {
    await shop.sql("update bookings set is_delivery = true, distance_to_confirm = true where status = 'pending'")
    await page.goto(shop.url + today)
    await expect(confirm).toHaveCount(0)
    await requests
      .getByRole("link", { name: /^Indiquer la distance pour/ })
      .first()
      .click()
    const sheet = page.getByRole("dialog")
    await expect(sheet.getByRole("button", { name: /^Confirmer/ })).toHaveCount(0)
    await sheet.getByRole("button", { name: "Offrir la livraison" }).click()
    await expect(page.getByText("Livraison offerte").first()).toBeVisible()
    await sheet.getByRole("button", { name: /^Confirmer/ }).click()
    await expect(page.getByText("Réservation confirmée").first()).toBeVisible()
  })

  await test.step("the owner is told what the shop lacks: its depot first, then what only the operator can set", async () => {
    await shop.sql("update finance_settings set warehouse_lat = null, warehouse_lng = null, warehouse_city = ''")
    await shop.sql("delete from about_page_content")
    await page.goto(shop.url + today)
    await expect(page.getByText("Aucune livraison n’a de prix")).toBeVisible()
    const missing = page.getByRole("region", { name: /À compléter/ })
    await expect(missing).toContainText("Aucun e-mail ne part")
    await expect(missing.getByRole("link", { name: "Texte de la page À propos" })).toBeVisible()
  })
})
