import { test, expect } from "../harness/shop.ts"
import { contractMailed, confirmAsOwner, sendRequest, signByLink, codeMailed } from "./booked.ts"

const shots = process.env["SHOTS"] ?? "/tmp/shots"
test.setTimeout(180_000)
test("look", async ({ page, shop, browser }) => {
  const shoot = async (name: string) => {
    for (const [width, scheme] of [
      [360, "light"],
      [768, "light"],
      [1440, "light"],
      [1440, "dark"],
      [360, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" })
      await page.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png`, fullPage: true })
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: "light" })
  }
  page.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text()))
  page.on("pageerror", (e) => console.log("PAGEERROR", e.message))
  const { number } = await sendRequest(page, shop)
  const base = `${shop.url}/account/bookings/${number}`
  await page.goto(base)
  await shoot("1-pending")
  await confirmAsOwner(browser, shop)
  await page.goto(base)
  const secret = await contractMailed(shop)
  await page.goto(base)
  await shoot("2-sign")
  await page.goto(`${base}/signer`)
  await page.getByRole("button", { name: "Recevoir un code" }).click()
  await expect(page.getByText(/Le code est parti/)).toBeVisible()
  console.log(await codeMailed(shop))
  await page.getByRole("radio", { name: "Dessiner" }).check({ force: true })
  await page.getByRole("button", { name: /^Signer, commande/ }).click()
  await expect(page.getByRole("alert")).toBeVisible()
  await shoot("3-signing-errors")
  await signByLink(page, shop, secret)
  await shoot("4-link-signed")
  await page.goto(base)
  await shoot("5-due")
  await page.goto(`${base}/annuler`)
  await shoot("6-cancel")
  await page.goto(`${base}/retractation`)
  await shoot("7-withdraw")
  await page.goto(`${base}/dates`)
  await shoot("8-dates")
  await page.goto(`${shop.url}/account`)
  await shoot("9-account")
  await page.goto(`${base}/retractation`)
  await page.getByRole("button", { name: "Confirmer la rétractation" }).click()
  await expect(page.getByText(/Votre rétractation est reçue/)).toBeVisible()
  await shoot("10-ended")
})
