import { globSync } from "node:fs"
import path from "node:path"
import { expect, test } from "../harness/shop.ts"
import { expectAccessible, expectAccessibleEverywhere } from "./axe.ts"

const address = "/elements"

test("every part of app/ui is on the page of all elements, in light, dark and on a phone", async ({ page }) => {
  await page.goto(address)
  const named = await page
    .locator("[data-element]")
    .evaluateAll((sections) => sections.flatMap((section) => section.getAttribute("data-element")?.split(" ") ?? []))
  const files = globSync("app/ui/*.tsx", { exclude: ["**/*.test.tsx"] }).map((file) => path.basename(file, ".tsx"))
  expect(named.toSorted()).toEqual(files.toSorted())
  await expectAccessibleEverywhere(page, address)
})

test("what opens on a press is accessible while it is open", async ({ page }) => {
  await page.goto(address)
  await page.getByText("Actions").click()
  await page.getByRole("button", { name: "Refuser le formulaire" }).click()
  for (const name of ["Échec", "Succès à annuler"]) await page.getByRole("button", { name, exact: true }).click()
  await expect(page.getByText("Produit supprimé")).toBeVisible()
  await expectAccessible(page)
  for (const shape of ["sheet", "card", "wide", "side", "confirm", "harmless"]) {
    await page.getByRole("button", { name: `Ouvrir ${shape}` }).click()
    await expectAccessible(page, "dialog[open]")
    await page.keyboard.press("Escape")
    await expect(page.getByRole("button", { name: `Ouvrir ${shape}` })).toBeFocused()
  }
})
