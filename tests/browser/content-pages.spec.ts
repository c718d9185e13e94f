import { expect, test } from "../harness/shop.ts"

test("the services carousel advances by itself, and stops under pointer or focus or for reduced motion @R-services-carousel @K-carousel-5", async ({
  page,
  shop,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await page.clock.install()
  await page.goto(`${shop.url}/services`)
  await expect(page.getByRole("heading", { level: 1, name: "Services" })).toBeVisible()
  const expectSlide = (number: number) =>
    expect(page.getByRole("button", { name: `Image ${number} sur 5` })).toHaveAttribute("aria-current", "true")
  const carousel = page.getByRole("region", { name: "Services" })
  await page.mouse.move(2, 2)
  await expectSlide(1)
  await page.clock.runFor(5_000)
  await expectSlide(2)
  await carousel.hover()
  await page.clock.runFor(11_000)
  await expectSlide(2)
  await carousel.getByRole("button", { name: "Image suivante" }).click()
  await expectSlide(3)
  await carousel.getByRole("button", { name: "Image précédente" }).click()
  await expectSlide(2)
  await carousel.getByRole("button", { name: "Image 5 sur 5" }).click()
  await expectSlide(5)
  await carousel.getByRole("button", { name: "Image suivante" }).click()
  await expectSlide(1)
  await carousel.getByRole("button", { name: "Mettre le défilement en pause" }).click()
  await page.mouse.move(2, 2)
  await page.locator("h1").click()
  await page.clock.runFor(11_000)
  await expectSlide(1)
  await carousel.getByRole("button", { name: "Reprendre le défilement" }).click()
  await page.mouse.move(2, 2)
  await page.locator("h1").click()
  await page.clock.runFor(5_000)
  await expectSlide(2)

  await test.step("nothing turns for who has asked for less motion", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" })
    await page.reload()
    await expect(page.getByRole("button", { name: "Image suivante" })).toBeVisible()
    await page.mouse.move(2, 2)
    await page.clock.runFor(16_000)
    await expectSlide(1)
    await expect(page.getByRole("button", { name: "Mettre le défilement en pause" })).toBeHidden()
  })
})

test("the words of the about page are a list and a cloud without overlaps, however wide the screen", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/about`)
  const cloud = page.getByRole("region", { name: "Notre ADN en quelques mots" })
  const words = await cloud.getByRole("listitem").allTextContents()
  expect(words.length).toBeGreaterThan(60)
  expect(await cloud.locator("svg:visible text").allTextContents()).toEqual(words)

  for (const width of [360, 768, 1440])
    await test.step(`no two words of the cloud overlap, and none is cut, on a screen of ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => document.fonts.ready)
      const { width: wide, height: high, boxes } = await page.locator("svg.word-cloud:visible").evaluate(measureInk)
      expect(boxes.length).toBeGreaterThan(50)
      for (const { text, left, top, right, bottom } of boxes) {
        expect(left >= 0 && top >= 0 && right <= wide && bottom <= high, text).toBe(true)
      }
      const meeting = boxes.flatMap((a, index) =>
        boxes
          .slice(index + 1)
          .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          .map((b) => `${a.text} ${b.text}`),
      )
      expect(meeting).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
})

test.describe("the content pages without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("the services pictures scroll as a list, the help is searched by a form, a link opens its question", async ({
    page,
    shop,
  }) => {
    await page.goto(`${shop.url}/services`)
    await expect(page.getByRole("list", { name: "Images" }).getByRole("figure")).toHaveCount(5)
    await expect(page.getByText("Nous livrons à l’heure dite, jusqu’au bord de l’eau.")).toBeVisible()
    await expect(page.getByRole("button", { name: "Image suivante" })).toBeHidden()

    const answer = page.getByText("C’est une empreinte de carte")
    await page.goto(`${shop.url}/faq`)
    await page.getByLabel("Chercher une réponse").fill("empreinte carte")
    await page.getByRole("button", { name: "Chercher" }).click()
    await expect(page).toHaveURL(/\/faq\?q=empreinte/)
    await expect(page.getByRole("main").locator("details")).toHaveCount(1)
    await expect(answer).toBeVisible()
    await page.goto(`${shop.url}/faq?q=#caution`)
    await expect(answer).toBeInViewport()
  })
})

/** The area that each word's letters really cover, in the drawing's units. */
function measureInk(svg: SVGElement) {
  const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D
  const { fontWeight, fontFamily } = getComputedStyle(svg)
  const [, , width = 0, height = 0] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number)
  const boxes = [...svg.querySelectorAll("text")].map((word) => {
    const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(word.getAttribute(name))) as [
      number,
      number,
      number,
    ]
    const text = word.textContent ?? ""
    canvas.font = `${fontWeight} ${size}px ${fontFamily}`
    const drawn = canvas.measureText(text)
    const [before, after] = [
      drawn.width / 2 + drawn.actualBoundingBoxLeft,
      drawn.actualBoundingBoxRight - drawn.width / 2,
    ]
    const [up, down] = [drawn.actualBoundingBoxAscent, drawn.actualBoundingBoxDescent]
    // Turned clockwise about the middle of its baseline: the former bottom is the left.
    return word.hasAttribute("transform")
      ? { text, left: x - down, right: x + up, top: y - before, bottom: y + after }
      : { text, left: x - before, right: x + after, top: y - up, bottom: y + down }
  })
  return { width, height, boxes }
}
