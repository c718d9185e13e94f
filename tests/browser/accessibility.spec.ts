import type { Page } from "@playwright/test"
import { holdScripts } from "../harness/awake.ts"
import { expect, test } from "../harness/shop.ts"
import { desktop, expectAccessibleEverywhere, violationsEverywhere } from "./axe.ts"
import { publicAddressesByRoute, readPublicIds, publicRoutes } from "./public-addresses.ts"
import { expectRequiredMarked } from "./required-fields.ts"
import { expectEveryStopMarked, expectGrid, gridForEverybody } from "./rgaa.ts"
import { openWatchingForms } from "./still-forms.ts"
import { account, address, chooseDays, giveAddress, goOn, openWizard, signIn, signUpInWizard } from "./wizard.ts"

test("no public page is left out", async () => {
  expect(Object.keys(publicAddressesByRoute).toSorted()).toEqual((await publicRoutes()).toSorted())
})

test("axe finds what breaks a rule in one window or in one theme alone", async ({ page, shop }) => {
  await page.goto(`${shop.url}/contact`)
  expect(await violationsEverywhere(page)).toEqual([])
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet()
    await sheet.replace(`
      @media (width < 60rem) { .wide { display: none } }
      @media (width >= 60rem) { .narrow { display: none } }
      @media (prefers-color-scheme: dark) { .pale-dark { color: #333 } }`)
    document.adoptedStyleSheets = [sheet]
    document
      .querySelector("main")
      ?.insertAdjacentHTML(
        "beforeend",
        `<input class="narrow"><button class="wide"></button><p class="pale-dark">sombre</p>`,
      )
  })
  const violations = await violationsEverywhere(page)
  expect(violations.map((each) => each.split(":")[0])).toEqual([
    "320 px, label",
    "desktop dark, button-name",
    "desktop dark, color-contrast",
  ])
})

/** The cookie banner covers the page below: checks it once, then answers it. */
async function answerAboutCookies(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Cookies" }).getByRole("button", { name: "Tout refuser" }).click()
  await expect(page.getByRole("region", { name: "Cookies" })).toHaveCount(0)
}

/** Leaves out responses that are errors by intent. */
function complaints(page: Page): string[] {
  const messages: string[] = []
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/status of [45]\d\d/.test(message.text()))
      messages.push(message.text())
  })
  page.on("pageerror", (error) => messages.push(error.message))
  return messages
}

test.describe("accessibility, by axe and the browser's console", () => {
  /** One load serves every automatic check of a page. */
  const lookAt = async (page: Page, path: string) => {
    await expect(page.getByRole("main")).toBeVisible()
    await expectRequiredMarked(page, path)
    await expectAccessibleEverywhere(page, path)
    await page.setViewportSize({ width: 180, height: 640 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(width, `${path} scrolls sideways at 180 px`).toBe(180)
    await page.setViewportSize(desktop)
  }

  test("the pages of the RGAA grid pass, with their structure, spaced and enlarged texts, and focus marks @R-every-screen", async ({
    page,
    shop,
  }) => {
    const messages = complaints(page)
    const ids = await readPublicIds(shop)
    const titles = new Map<string, string>()
    await page.goto(shop.url)
    await expectGrid(page, "the question about cookies")
    await expectAccessibleEverywhere(page, "the question about cookies")
    await expectEveryStopMarked(page, "/")
    await answerAboutCookies(page)
    const stopped = ["/contact", "/catalog", `/product/${ids.product}`, `/book/${ids.product}`, "/connexion"]
    const sample = gridForEverybody(ids.product)
    expect(sample).toEqual(expect.arrayContaining(stopped))
    const scripts = await holdScripts(page)
    for (const path of sample) {
      await openWatchingForms(page, scripts, shop.url + path)
      const title = await page.title()
      expect.soft(titles.get(title), `the title of ${path}`).toBeUndefined()
      titles.set(title, path)
      await expectGrid(page, path)
      await lookAt(page, path)
      if (stopped.includes(path)) await expectEveryStopMarked(page, path)
    }
    expect(messages).toEqual([])
  })

  for (const half of [0, 1]) {
    test(`on any other public page, full, empty or unknown (${half + 1} of 2) @R-every-screen`, async ({
      page,
      shop,
    }) => {
      const messages = complaints(page)
      const ids = await readPublicIds(shop)
      const all = Object.values(publicAddressesByRoute).flatMap((of) => of(ids))
      const sample = gridForEverybody(ids.product)
      expect(all).toEqual(expect.arrayContaining([...sample]))
      const others = all.filter((path) => !sample.includes(path)).filter((_, index) => index % 2 === half)
      const scripts = await holdScripts(page)
      for (const [index, path] of others.entries()) {
        await openWatchingForms(page, scripts, shop.url + path)
        if (index === 0) await answerAboutCookies(page)
        await lookAt(page, path)
      }
      expect(messages).toEqual([])
    })
  }

  test("every step of the wizard passes, with its refusals, and so does the new account", async ({ page, shop }) => {
    const messages = complaints(page)
    const look = (what: string) => expectAccessibleEverywhere(page, what)
    await openWizard(page, shop)
    await answerAboutCookies(page)
    await chooseDays(page, 2)
    await look("dates chosen")
    await goOn(page, "Vos options")
    await page.getByRole("switch", { name: "Livre d’or" }).check()
    await page.getByRole("button", { name: "Ajouter un pack photo" }).click()
    await look("options chosen")
    await goOn(page, "Inscription")
    await look("register step")
    await page.getByLabel("Nom").fill("Camille")
    await page.getByLabel("E-mail").fill("camille@exemple.example")
    await page.getByLabel("Mot de passe", { exact: true }).fill("abcdef")
    await page.getByLabel("Confirmer le mot de passe").fill("abcdeg")
    await page.getByRole("button", { name: "S'inscrire" }).click()
    await expect(page.getByText("Les mots de passe ne correspondent pas").first()).toBeVisible()
    await look("register step refused")
    await signUpInWizard(page)
    await look("address step")
    await giveAddress(page, { ...address, zipCode: "" })
    await page.getByRole("button", { name: "Enregistrer cette adresse" }).click()
    await expect(page.getByText("Indiquez le code postal")).toBeVisible()
    await look("address step refused")
    await giveAddress(page)
    await page.getByRole("button", { name: "Enregistrer cette adresse" }).click()
    await goOn(page, "Livraison ou retrait")
    await look("delivery step")
    await page.getByRole("radio", { name: /Retrait/ }).check()
    await shop.sql("update products set price = 30000 where name = 'Photomaton bois'")
    await page.getByRole("button", { name: "Confirmer la réservation" }).click()
    await expect(page.getByText(/Le total est maintenant de/).first()).toBeVisible()
    await look("price changed")
    await page.getByRole("button", { name: "Confirmer la réservation" }).click()
    await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
    await look("confirmation")
    await page.goto(`${shop.url}/account`)
    await expect(page.getByRole("heading", { name: "Mes réservations" })).toBeVisible()
    await look("account with a booking")
    await page.goto(`${shop.url}/deconnexion`)
    await look("signing out")
    expect(messages).toEqual([])
  })

  test("refused, sent and answered forms, open dialogs and menus, and error pages pass", async ({ page, shop }) => {
    const messages = complaints(page)
    const look = (what: string) => expectAccessibleEverywhere(page, what)
    const { requestToken, token } = await readPublicIds(shop)
    await page.goto(shop.url)
    await page.getByRole("region", { name: "Cookies" }).getByRole("link", { name: "Personnaliser" }).click()
    await expect(page.getByRole("dialog", { name: "Préférences cookies" })).toBeVisible()
    await look("cookie preferences")
    await page.keyboard.press("Escape")
    await answerAboutCookies(page)

    await page.setViewportSize({ width: 320, height: 800 })
    await page.getByRole("banner").locator("summary[aria-label=Menu]").click()
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible()
    await look("side menu")
    await page.goto(`${shop.url}/catalog`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole("banner").getByRole("link", { name: "Connexion" }).click()
    const dialog = page.getByRole("dialog", { name: "Connexion" })
    await dialog.getByLabel("Adresse e-mail").fill(account.email)
    await dialog.getByLabel("Mot de passe", { exact: true }).fill("pas le bon mot de passe")
    await dialog.getByRole("button", { name: "Se connecter" }).click()
    await expect(dialog.getByText("Adresse e-mail ou mot de passe incorrect")).toBeVisible()
    await look("sign-in refused")

    await page.goto(`${shop.url}/contact`)
    await page.getByLabel("Nom").fill("Élodie")
    await page.getByLabel("Adresse e-mail").fill("elodie@exemple")
    await page.getByLabel("Message", { exact: true }).fill("Bonjour")
    await page.getByRole("button", { name: "Envoyer le message" }).click()
    await expect(page.getByRole("alert")).toBeVisible()
    await look("contact refused")
    await page.getByLabel("Adresse e-mail").fill("elodie@exemple.example")
    await page.getByRole("button", { name: "Envoyer le message" }).click()
    await expect(page.getByText("Message envoyé !")).toBeVisible()
    await look("message sent")
    await page.goto(`${shop.url}/newsletter`)
    await page.getByLabel("Adresse e-mail").fill("elodie@exemple")
    await page.getByRole("button", { name: "Être notifié des nouveautés" }).click()
    await expect(page.getByRole("alert")).toBeVisible()
    await look("newsletter refused")
    await page.getByLabel("Adresse e-mail").fill("elodie@exemple.example")
    await page.getByRole("button", { name: "Être notifié des nouveautés" }).click()
    await expect(page.getByText("Votre adresse est notée")).toBeVisible()
    await look("newsletter asked")
    await page.goto(`${shop.url}/newsletter/confirmer/${requestToken}`)
    await page.getByRole("button", { name: "Confirmer mon inscription" }).click()
    await expect(page.getByRole("heading", { name: "Votre inscription est enregistrée" })).toBeVisible()
    await look("newsletter confirmed")
    await page.goto(`${shop.url}/newsletter/desinscription/${token}`)
    await page.getByRole("button", { name: "Me désinscrire" }).click()
    await expect(page.getByRole("heading", { name: "Désinscription enregistrée" })).toBeVisible()
    await look("newsletter left")

    await signIn(page, shop, shop.administrator)
    await page
      .getByRole("banner")
      .locator("summary, button")
      .filter({ hasText: /Administrat|Mon compte|admin/i })
      .first()
      .click()
    await expect(page.getByRole("button", { name: "Déconnexion" })).toBeVisible()
    await look("account menu")
    await page.goto(`${shop.url}/account`)
    await look("account without bookings")

    await shop.sql("update products set is_active = false")
    await shop.sql("delete from faq_entries")
    for (const path of ["/", "/catalog", "/book", "/faq"]) {
      await page.goto(shop.url + path)
      await look(`${path}, empty`)
    }
    for (const [path, table] of [
      ["/services", "services_page_content"],
      ["/about", "about_page_content"],
      ["/faq", "faq_entries"],
      ["/catalog", "products"],
    ] as const) {
      await shop.sql(`alter table ${table} rename to away`)
      await page.goto(shop.url + path)
      await look(`${path}, which cannot be loaded`)
      if (path === "/catalog") {
        await page.goto(shop.url)
        await look("home, whose products cannot be loaded")
      }
      await shop.sql(`alter table away rename to ${table}`)
    }
    expect(messages).toEqual([])
  })
})
