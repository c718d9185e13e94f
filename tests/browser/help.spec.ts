import { expect, test } from "../harness/shop.ts"

const answerAboutDeposit = "C’est une empreinte de carte"

test("typing filters the help centre's questions at once, and each of them has a link @R-faq-questions @S-help-words", async ({
  page,
  shop,
  context,
}) => {
  await page.goto(`${shop.url}/faq`)
  expect(await page.getByRole("main").locator("details").count()).toBeGreaterThanOrEqual(20)
  await test.step("nothing found says what to do", async () => {
    const search = page.getByLabel("Chercher une réponse")
    await search.pressSequentially("empreinte carte")
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
