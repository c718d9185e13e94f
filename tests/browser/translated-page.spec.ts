import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { chooseDays, goOn, openWizard } from "./wizard.ts"

/** Puts elements in the place of text nodes, as Chrome's translation and a telephone's number links do. */
function replaceTexts(page: Page, tag: "font" | "a"): Promise<void> {
  return page.evaluate((name) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && node.data.trim() && !node.parentElement?.closest("script, style")) texts.push(node)
    for (const text of texts) {
      const element = document.createElement(name)
      if (name === "a") element.setAttribute("href", "tel:0")
      element.textContent = text.data
      text.replaceWith(element)
    }
  }, tag)
}

test("a page translated by the browser, or with its numbers as links, keeps its amounts and throws nothing", async ({
  page,
  shop,
}) => {
  const errors: string[] = []
  page.on("pageerror", ({ message }) => errors.push(message))
  const total = (amount: string) => page.locator(".total").getByText(amount).locator("visible=true").first()
  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  const pack = page.getByRole("spinbutton", { name: "Packs photo" })
  for (const tag of ["font", "a"] as const) {
    await replaceTexts(page, tag)
    await page.getByRole("switch", { name: "Livre d’or" }).check()
    await page.getByRole("button", { name: "Ajouter un pack photo" }).click()
    await expect(total("287 €")).toBeVisible()
    await expect(page.getByText("18 photos en tout").first()).toBeVisible()
    await replaceTexts(page, tag)
    await page.getByRole("button", { name: "Retirer un pack photo" }).click()
    await page.getByRole("switch", { name: "Livre d’or" }).uncheck()
    await expect(total("250 €")).toBeVisible()
    await expect(page.getByText("287 €").locator("visible=true")).toHaveCount(0)
    await expect(pack).toHaveValue("0")
  }
  await replaceTexts(page, "font")
  await goOn(page, "Inscription")
  await page.goBack()
  await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
  expect(errors).toEqual([])
})
