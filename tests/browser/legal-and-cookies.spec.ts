import type { Page } from "@playwright/test"
import { intercept } from "../harness/interception.ts"
import { expect, test } from "../harness/shop.ts"

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("cookiePreferences") ?? "null") as Record<string, unknown> | null)
const readCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "cookiePreferences")?.value.slice(0, 2)
const banner = (page: Page) => page.getByRole("region", { name: "Cookies" })

test("a first visit shows the cookie banner, which hides no focused field, and refusing takes one press @R-cookies-banner", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/faq`)
  const answers = banner(page).getByRole("button").or(banner(page).getByRole("link"))
  await expect(answers).toHaveText(["Tout accepter", "Tout refuser", "Personnaliser"])
  const looks = await answers.evaluateAll((all) =>
    all.map((each) => {
      const { backgroundColor, color, fontWeight, borderColor } = getComputedStyle(each)
      return JSON.stringify({
        backgroundColor,
        color,
        fontWeight,
        borderColor,
        height: each.clientHeight,
        width: Math.round(each.clientWidth),
      })
    }),
  )
  expect(new Set(looks).size).toBe(1)
  await page.setViewportSize({ width: 360, height: 640 })
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press("Tab")
    const hidden = await page.evaluate(() => {
      const focused = document.activeElement
      const over = document.querySelector(".cookie-banner")
      if (!focused || !over || over.contains(focused) || focused === document.body) return false
      return focused.getBoundingClientRect().top >= over.getBoundingClientRect().top
    })
    expect(hidden, `step ${step}`).toBe(false)
  }
  await banner(page).getByRole("button", { name: "Tout refuser" }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(page).toHaveURL(`${shop.url}/faq`)
  expect(await readCookie(page)).toBe("00")
  expect(await stored(page)).toMatchObject({
    necessary: true,
    analytics: false,
    marketing: false,
    date: expect.any(String),
  })
  await page.goto(shop.url)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
})

test("a visitor accepts one purpose alone, and changes the choice from the footer @R-cookies-panel @R-cookies-save", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/about`)
  await banner(page).getByRole("link", { name: "Personnaliser" }).click()
  const dialog = page.getByRole("dialog", { name: "Préférences cookies" })
  await expect(dialog.getByRole("switch", { name: "Nécessaires" })).toBeDisabled()
  await expect(dialog.getByRole("switch", { name: "Nécessaires" })).toBeChecked()
  await expect(dialog.getByRole("switch", { name: "Nouveautés" })).not.toBeChecked()
  await dialog.getByRole("switch", { name: "Mesure d’audience" }).check()
  await dialog.getByRole("button", { name: "Enregistrer mes choix" }).click()
  await expect(banner(page)).toHaveCount(0)
  expect(await readCookie(page)).toBe("10")
  expect(await stored(page)).toMatchObject({ necessary: true, analytics: true, marketing: false })

  await page.getByRole("contentinfo").getByRole("link", { name: "Préférences cookies" }).click()
  await expect(page.getByText(/^Votre choix du .* est gardé jusqu’au/)).toBeVisible()
  await expect(page.getByRole("switch", { name: "Mesure d’audience" })).toBeChecked()
  await page.getByRole("switch", { name: "Mesure d’audience" }).uncheck()
  await page.getByRole("button", { name: "Enregistrer mes choix" }).click()
  await expect.poll(() => readCookie(page)).toBe("00")
  await expect(page.getByRole("switch", { name: "Mesure d’audience" })).not.toBeChecked()
})

test("answering on the sign-in page keeps the page and its fields", async ({ page, shop }) => {
  const path = "/connexion?retour=%2Faccount"
  await page.goto(shop.url + path)
  const field = page.getByRole("main").getByLabel("Adresse e-mail")
  await expect(banner(page)).toHaveAttribute("data-awake", "true")
  await field.fill("aicha@exemple.example")
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await banner(page).getByRole("button", { name: "Tout accepter" }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(page).toHaveURL(shop.url + path)
  await expect(field).toHaveValue("aicha@exemple.example")
  expect(await page.evaluate(() => "samePage" in window)).toBe(true)
  expect(await readCookie(page)).toBe("11")
  expect(await stored(page)).toMatchObject({ analytics: true, marketing: true })
})

test("an answer keeps the typed text, once, even typed meanwhile, and a lost answer can be sent again", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/contact`)
  const message = page.getByRole("main").getByLabel("Message")
  const arrive = Promise.withResolvers<void>()
  const pass = await intercept(page, "**/legal/cookies", async (route) => {
    await arrive.promise
    await route.abort()
  })
  await expect(banner(page)).toHaveAttribute("data-awake", "true")
  await page.getByRole("main").getByLabel("Adresse e-mail").fill("aicha@exemple.example")
  await message.fill("Livrez-vous\n")
  await banner(page).getByRole("button", { name: "Tout refuser" }).click()
  await message.pressSequentially("à Sceaux ?")
  arrive.resolve()
  await expect(banner(page).getByRole("alert")).toContainText("Votre choix n’a pas pu être enregistré")
  await expect(message).toHaveValue("Livrez-vous\nà Sceaux ?")
  pass()
  await banner(page).getByRole("link", { name: "Personnaliser" }).click()
  const dialog = page.getByRole("dialog", { name: "Préférences cookies" })
  await dialog.getByRole("switch", { name: "Nouveautés" }).check()
  await dialog.getByRole("button", { name: "Enregistrer mes choix" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(banner(page)).toHaveCount(0)
  await expect(message).toHaveValue("Livrez-vous\nà Sceaux ?")
  await expect(page.getByRole("main").getByLabel("Adresse e-mail")).toHaveValue("aicha@exemple.example")
  expect(await readCookie(page)).toBe("01")
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("guinguette.draft"))),
  ).toEqual([])
  await page.goto(`${shop.url}/contact`)
  await expect(message).toHaveValue("")
})
