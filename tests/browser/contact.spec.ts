import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"

const visitor = {
  name: "Élodie Essai",
  email: "elodie.essai@exemple.example",
  message: "Bonjour,\nle photomaton en bois est-il libre le 12 juin ?",
}

/** A first submission may be too fast for a person: the form then asks once more and keeps its values. */
async function press(page: Page, button: string, until: string): Promise<void> {
  const done = page.getByText(until)
  await expect(async () => {
    if (!(await done.isVisible())) await page.getByRole("button", { name: button }).click({ timeout: 2_000 })
    await expect(done).toBeVisible({ timeout: 2_500 })
  }).toPass({ intervals: [500], timeout: 30_000 })
}

async function write(page: Page): Promise<void> {
  await page.getByLabel("Nom").fill(visitor.name)
  await page.getByLabel("Adresse e-mail").fill(visitor.email)
  await page.getByLabel("Message", { exact: true }).fill(visitor.message)
}

async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel("Nom")).toHaveValue(visitor.name)
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(visitor.message)
}

test("a message that cannot be sent stays in the form until it can, and the button shows the progress @R-contact-states @M-ok-contact", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/contact`)
  await write(page)
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "Envoyer le message" }).click()
  await expect(page.getByRole("alert")).toHaveText("Une erreur est survenue")
  await expectTyped(page)
  await page.context().setOffline(false)
  const held = Promise.withResolvers<void>()
  await page.route(/\/contact(\.data)?(\?|$)/, async (route) => {
    if (route.request().method() === "POST") await held.promise
    await route.continue()
  })
  await page.getByRole("button", { name: "Envoyer le message" }).click()
  await expect(page.getByRole("button", { name: "Envoi en cours..." })).toBeVisible()
  held.resolve()
  await press(page, "Envoyer le message", "Message envoyé !")
})
