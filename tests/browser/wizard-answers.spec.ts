import type { Page } from "@playwright/test"
import { intercept } from "../harness/interception.ts"
import { expect, test } from "../harness/shop.ts"
import { withCart } from "./fill-cart.ts"
import { account, chooseDays, giveAddress, goOn, openWizard, reachDelivery } from "./wizard.ts"

const summary = "aside[aria-label='Votre prix']"

async function pressOffline(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name })
  const intent = `intent=${await button.getAttribute("value")}`
  const cut = page.waitForEvent("requestfailed", (request) => request.postData()?.includes(intent) ?? false)
  await button.click()
  await cut
}

test("pick-up and address survive reload, Back, Forward and a network cut, and are ordered once @R-wizard-delivery @R-wizard-url", async ({
  page,
  shop,
  context,
}) => {
  await reachDelivery(page, shop)
  await test.step("a reload at once after the choice finds it in the address of the step", async () => {
    const pass = await intercept(page, "**/*", (route) =>
      route.request().postData()?.includes("intent=mode") ? route.abort() : route.continue(),
    )
    await page.getByRole("radio", { name: /Retrait/ }).check()
    await page.reload()
    await expect(page.getByRole("radio", { name: /Retrait/ })).toBeChecked()
    pass()
  })

  await test.step("after back, forward, a reload and another step", async () => {
    const pickUp = page.getByRole("radio", { name: /Retrait/ })
    for (const mode of ["Livraison", "Retrait"]) {
      const response = page.waitForResponse((answer) => answer.request().postData()?.includes("intent=mode") ?? false)
      await page.getByRole("radio", { name: new RegExp(`^${mode}`) }).check()
      await response
      const announcement = page.getByRole("status").filter({ hasText: new RegExp(`^${mode}, total\\s: `) })
      await expect(announcement).toBeAttached()
    }

    await page.reload()
    await expect(pickUp).toBeChecked()
    await page.goBack()
    await expect(page.getByRole("heading", { name: "Où a lieu votre événement" })).toBeVisible()
    await expect(page.locator(summary)).toContainText("au dépôt")
    await page.goForward()
    await expect(pickUp).toBeChecked()
    await page.goBack()
    await expect(page.getByRole("heading", { name: "Où a lieu votre événement" })).toBeVisible()
    await goOn(page, "Livraison ou retrait")
    await expect(pickUp).toBeChecked()
  })

  await test.step("a network that is cut keeps what is typed and the order, which is placed once", async () => {
    await page.goBack()
    await giveAddress(page, { street: "3 rue du Bal", zipCode: "94130", city: "Nogent-sur-Marne" })
    await context.setOffline(true)
    await page.getByLabel("Adresse", { exact: true }).fill("5 rue du Bal")
    await expect(page.getByText("Pas de réseau, vos choix sont gardés")).toBeVisible()
    await pressOffline(page, "Continuer")
    await expect(page.getByLabel("Adresse", { exact: true })).toHaveValue("5 rue du Bal")
    await context.setOffline(false)
    await goOn(page, "Livraison ou retrait")
    await context.setOffline(true)
    await pressOffline(page, "Confirmer la réservation")
    await expect(page.getByText("Pas de réseau, vos choix sont gardés")).toBeVisible()
    await context.setOffline(false)
    await page.getByRole("button", { name: "Confirmer la réservation" }).click()
    await expect(page).toHaveURL(/confirmation/)
    const placed = await shop.sql(
      "select b.is_delivery, b.address ->> 'street' as street from bookings b join profiles p on p.id = b.user_id where p.email = $1",
      [account.email],
    )
    expect(placed).toEqual([{ is_delivery: false, street: "5 rue du Bal" }])
  })
})

test("an immediate reload keeps the ticks of the cart and the typed sign-up form @R-wizard-url @S-cart-whole", async ({
  page,
  shop,
}) => {
  await withCart(page, shop)
  await page.getByRole("link", { name: "Valider" }).click()
  await giveAddress(page)
  await goOn(page, "Livraison ou retrait")
  await page.route("**/*", (route) =>
    route.request().postData()?.includes("intent=mode") ? route.abort() : route.continue(),
  )
  await page.getByRole("radio", { name: /Retrait/ }).check()
  await page.reload()
  await expect(page.getByRole("radio", { name: /Retrait/ })).toBeChecked()

  await page.context().clearCookies()
  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await page.getByRole("button", { name: "Continuer" }).click()
  await page.getByLabel("Nom").fill("Lila Morel")
  await page.getByLabel("Adresse e-mail").fill("lila@exemple.fr")
  await page.reload()
  await expect(page.getByLabel("Nom")).toHaveValue("Lila Morel")
  await expect(page.getByLabel("Adresse e-mail")).toHaveValue("lila@exemple.fr")
})

test("chosen and unsent options survive Back, a reload and a network cut @R-wizard-url", async ({
  page,
  shop,
  context,
}) => {
  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await test.step("the browser's back and a reload", async () => {
    await page.getByRole("switch", { name: "Livre d’or" }).check()
    await page.getByRole("spinbutton", { name: "Packs photo" }).fill("3")
    const total = await page.locator(summary).getByText(/€/).last().textContent()
    await page.goBack()
    await expect(page.getByRole("heading", { name: "Vos dates" })).toBeVisible()
    await expect(page).toHaveURL(/packs=3/)
    await page.reload()
    await expect(page.locator(summary).getByText(/€/).last()).toHaveText(total ?? "")
    await goOn(page, "Vos options")
    await expect(page.getByRole("switch", { name: "Livre d’or" })).toBeChecked()
    await expect(page.getByRole("spinbutton", { name: "Packs photo" })).toHaveValue("3")
  })

  await test.step("a network that is cut keeps the step and its choices, and the same button goes on afterwards", async () => {
    await context.setOffline(true)
    await page.getByRole("button", { name: "Continuer" }).click()
    await expect(page.getByRole("alert").filter({ hasText: "Pas de réseau, vos choix sont gardés" })).toBeVisible()
    await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
    await expect(page.getByRole("switch", { name: "Livre d’or" })).toBeChecked()
    await expect(page).toHaveURL(/o\./)

    await context.setOffline(false)
    await expect(page.getByText("Pas de réseau")).toHaveCount(0)
    await goOn(page, "Inscription")
  })

  await test.step("a step that was asked for opens by itself once the network is back", async () => {
    await page.goBack()
    await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole("link", { name: "Dates" }).last().click()
    await expect(page.getByText("Pas de réseau, vos choix sont gardés")).toBeVisible()
    await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole("heading", { name: "Vos dates" })).toBeVisible()
    await expect(page.getByText("Pas de réseau")).toHaveCount(0)
  })
})
