import { expect, readOnlyTest as test } from "../harness/shop.ts"

const answerAboutDeposit = "Il s’agit d’une autorisation sur votre carte"

test("the help centre shows the eight steps, a telephone, and the ways to write and to book; typing narrows its questions, each of which has a link @R-faq @R-faq-process @R-faq-links @R-faq-questions @S-help-words", async ({
  page,
  shop,
  context,
}) => {
  await page.goto(`${shop.url}/faq`)
  await expect(page.getByRole("heading", { level: 1, name: "Centre d'aide" })).toBeVisible()
  const steps = page.getByRole("region", { name: "Votre réservation en 8 étapes" }).getByRole("listitem")
  await expect(steps).toHaveCount(8)
  await expect(steps.filter({ hasText: /«\s(en attente|confirmé|complété)\s»/ })).toHaveCount(3)
  const main = page.getByRole("main")
  await expect(main.getByRole("link", { name: "01 99 00 47 12" })).toHaveAttribute("href", "tel:+33199004712")
  await expect(main.getByRole("link", { name: "Nous écrire" })).toHaveAttribute("href", "/contact")
  await expect(main.getByRole("link", { name: "Voir le catalogue" })).toHaveAttribute("href", "/catalog")
  expect(await main.locator("details").count()).toBeGreaterThanOrEqual(20)

  await test.step("typing narrows the questions at once, and nothing found says what to do", async () => {
    const search = page.getByLabel("Chercher une réponse")
    await search.pressSequentially("autorisation carte")
    await expect(page.getByRole("status").filter({ hasText: "1 réponse pour" })).toBeVisible()
    await expect(page.getByText(answerAboutDeposit)).toBeVisible()
    await search.fill("licorne")
    await expect(page.getByRole("heading", { name: "Aucune réponse pour « licorne »" })).toBeVisible()
    await page.getByRole("link", { name: "Voir toutes les questions" }).click()
    expect(await page.getByRole("main").locator("details").count()).toBeGreaterThanOrEqual(20)
    await expect(search).toHaveValue("")
  })

  await test.step("a question has a link of its own, that opens it and can be copied", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await page.goto(`${shop.url}/faq#caution`)
    await expect(page.getByText(answerAboutDeposit)).toBeInViewport()
    await page.getByRole("link", { name: "Lien vers cette réponse : Y a-t-il une caution ?" }).click()
    await expect(page.getByText("Lien copié")).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.url}/faq#caution`)
  })
})

test("search engines read the questions with their answers", async ({ request, shop }) => {
  const html = await (await request.get(`${shop.url}/faq`)).text()
  const blocks = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
  const faq: unknown = blocks
    .map(([, text = ""]): unknown => JSON.parse(text))
    .find((data) => Object(data)["@type"] === "FAQPage")
  const questions = Object(faq).mainEntity as {
    "@type": string
    name: string
    acceptedAnswer: { "@type": string; text: string }
  }[]
  expect(questions.length).toBeGreaterThanOrEqual(20)
  for (const { "@type": type, name, acceptedAnswer } of questions) {
    expect([type, acceptedAnswer["@type"]]).toEqual(["Question", "Answer"])
    expect(name.length * acceptedAnswer.text.length).toBeGreaterThan(0)
  }
})

test.describe("Without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("a search is sent, and the link of a question opens it", async ({ page, shop }) => {
    await page.goto(`${shop.url}/faq`)
    await page.getByLabel("Chercher une réponse").fill("autorisation carte")
    await page.getByRole("button", { name: "Chercher" }).click()
    await expect(page).toHaveURL(/\/faq\?q=autorisation/)
    await expect(page.getByRole("main").locator("details")).toHaveCount(1)
    await expect(page.getByText(answerAboutDeposit)).toBeVisible()
    await page.goto(`${shop.url}/faq?q=#caution`)
    await expect(page.getByText(answerAboutDeposit)).toBeInViewport()
  })
})
