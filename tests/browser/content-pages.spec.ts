import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"

async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
}

const failure = "Une erreur est survenue lors du chargement de la page"

test("the services page turns its pictures by itself, and stands still for who looks, reads or wants no motion", async ({ page, shop }) => {
  await page.clock.install()
  await page.goto(`${shop.url}/services`)
  await expect(page.getByRole("heading", { level: 1, name: "Services" })).toBeVisible()
  const shown = (number: number) => expect(page.getByRole("button", { name: `Image ${number} sur 5` })).toHaveAttribute("aria-current", "true")
  const carousel = page.getByRole("region", { name: "Services" })
  await page.mouse.move(2, 2)
  await shown(1)
  await page.clock.runFor(5_000)
  await shown(2)
  await carousel.hover()
  await page.clock.runFor(11_000)
  await shown(2)
  await carousel.getByRole("button", { name: "Image suivante" }).click()
  await shown(3)
  await carousel.getByRole("button", { name: "Image précédente" }).click()
  await shown(2)
  await carousel.getByRole("button", { name: "Image 5 sur 5" }).click()
  await shown(5)
  await carousel.getByRole("button", { name: "Image suivante" }).click()
  await shown(1)
  await carousel.getByRole("button", { name: "Mettre le défilement en pause" }).click()
  await page.mouse.move(2, 2)
  await page.locator("h1").click()
  await page.clock.runFor(11_000)
  await shown(1)
  await carousel.getByRole("button", { name: "Reprendre le défilement" }).click()
  await page.mouse.move(2, 2)
  await page.locator("h1").click()
  await page.clock.runFor(5_000)
  await shown(2)
})

test("nothing turns for who has asked for less motion", async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.clock.install()
  await page.goto(`${shop.url}/services`)
  await expect(page.getByRole("button", { name: "Image suivante" })).toBeVisible()
  await page.mouse.move(2, 2)
  await page.clock.runFor(16_000)
  await expect(page.getByRole("button", { name: "Image 1 sur 5" })).toHaveAttribute("aria-current", "true")
  await expect(page.getByRole("button", { name: "Mettre le défilement en pause" })).toBeHidden()
  await expectAccessible(page)
})

test("the services page leads to a booking and to a message", async ({ page, shop }) => {
  await page.goto(`${shop.url}/services`)
  await expect(page.getByRole("main").getByRole("link", { name: "Réserver" })).toHaveAttribute("href", "/book")
  await expect(page.getByRole("main").getByRole("link", { name: "Me contacter" })).toHaveAttribute("href", "/contact")
  await expect(page.getByRole("heading", { level: 2, name: "Livraison à l’heure dite" })).toBeVisible()
  await expect(page.getByText("Nous livrons à l’heure dite, jusqu’au bord de l’eau.")).toBeVisible()
})

test("the about page shows what it is made of, as a cloud and as a list of words", async ({ page, shop }) => {
  await page.goto(`${shop.url}/about`)
  await expect(page.getByRole("heading", { level: 1, name: "À propos" })).toBeVisible()
  const cloud = page.getByRole("region", { name: "Notre ADN en quelques mots" })
  const words = await cloud.getByRole("listitem").allTextContents()
  expect(words.length).toBeGreaterThan(80)
  expect(await cloud.locator("svg:visible text").allTextContents()).toEqual(words)
  await expect(page.getByRole("main").getByRole("link", { name: "Me contacter" })).toHaveAttribute("href", "mailto:bonjour@guinguette.example")
  await expect(page.getByRole("main").getByRole("link", { name: "Réserver" })).toHaveAttribute("href", "/book")
  await expectAccessible(page)
})

for (const width of [360, 768, 1440]) {
  test(`no two words of the cloud overlap, and none is cut, on a screen of ${width} pixels`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${shop.url}/about`)
    await page.evaluate(() => document.fonts.ready)
    const { frame, boxes } = await page.locator("svg.word-cloud:visible").evaluate((svg) => {
      const boxOf = (element: Element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        return { text: element.textContent ?? "", left, top, right, bottom }
      }
      return { frame: boxOf(svg), boxes: [...svg.querySelectorAll("text")].map(boxOf) }
    })
    expect(boxes.length).toBeGreaterThan(50)
    // A line box is higher than what is drawn: the widths along the line are what may not meet.
    for (const { text, left, right } of boxes) expect(left >= frame.left - 1 && right <= frame.right + 1, text).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
}

for (const [path, table] of [["/services", "services_page_content"], ["/about", "about_page_content"]] as const) {
  test(`${path} says so, inside the site, when it cannot be loaded`, async ({ page, shop }) => {
    await shop.sql(`alter table ${table} rename to away`)
    const answer = await page.goto(shop.url + path)
    expect(answer?.status()).toBe(500)
    await expect(page.getByRole("heading", { name: failure })).toBeVisible()
    await expect(page.getByRole("banner")).toBeVisible()
    await page.getByRole("link", { name: "Retour à l'accueil" }).click()
    await expect(page).toHaveURL(`${shop.url}/`)
  })
}

test.describe("Without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("the pictures of the services are a list that one scrolls", async ({ page, shop }) => {
    await page.goto(`${shop.url}/services`)
    await expect(page.getByRole("list", { name: "Images" }).getByRole("figure")).toHaveCount(5)
    await expect(page.getByRole("button", { name: "Image suivante" })).toBeHidden()
  })
})
