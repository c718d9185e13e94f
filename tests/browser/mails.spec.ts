import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible, expectAccessibleEverywhere } from "./axe.ts"
import { signIn } from "./wizard.ts"

const template = "/admin/mails/modeles/booking-refused"

async function open(page: Page, shop: Shop, path: string, heading: string): Promise<void> {
  await signIn(page, shop, shop.administrator, path)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
}

test("every mail has an example that runs nothing, and the owner edits its texts", async ({ page, shop }) => {
  expect((await page.request.get(`${shop.url}${template}/apercu`, { maxRedirects: 0 })).status()).toBe(302)
  await open(page, shop, "/admin/mails/modeles", "Modèles d’e-mails")
  await page.getByRole("link", { name: "Demande refusée" }).click()
  const mail = page.frameLocator("iframe")
  await expect(mail.getByText("Bonjour Camille Exemple,")).toBeVisible()

  await test.step("a preview runs nothing, and no other site may frame it", async () => {
    const answer = await page.request.get(
      `${shop.url}${template}/apercu?intro=${encodeURIComponent("<script>alert(1)</script>")}`,
    )
    expect(answer.headers()["content-security-policy"]).toContain("sandbox")
    expect(answer.headers()["x-frame-options"]).toBe("SAMEORIGIN")
    expect(await answer.text()).not.toContain("<script>alert")
    expect((await page.request.get(`${shop.url}/admin/mails/modeles/nothing/apercu`)).status()).toBe(404)
  })

  await page.getByLabel("Salutation").fill("Chère {client},")
  await expect(mail.getByText("Chère Camille Exemple,")).toBeVisible()
  await page.getByLabel("Introduction").fill("Nous sommes complets, {prenom}.")
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
  await expect(page.getByText("Ces mots entre accolades ne sont pas connus").first()).toBeVisible()
  await expect(page.getByLabel("Introduction")).toHaveValue("Nous sommes complets, {prenom}.")
  await page.getByLabel("Introduction").fill("Nous sommes complets {dates}.")
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
  await expect(page.getByText("Phrases enregistrées").first()).toBeVisible()
  await expect(mail.getByText("Nous sommes complets du 12 au 13 juin 2027.", { exact: true }).last()).toBeVisible()
  // The texts required by law stay.
  await expect(mail.getByText("Vous ne devez rien.")).toBeVisible()
  await expectAccessibleEverywhere(page, "a mail's sentences")

  await page.getByText("Reprendre les phrases d’origine").click()
  await page.getByRole("button", { name: "Reprendre ces phrases" }).click()
  await expect(page.getByText("Phrases d’origine reprises").first()).toBeVisible()
  expect(await shop.sql("select * from mail_sentences")).toEqual([])
  const acts = await shop.sql<{ action: string }>("select action from events order by id desc limit 2")
  expect(acts.map(({ action }) => action)).toEqual(["mail.sentences-reset", "mail.sentences-saved"])
})

test("every mail fits 320, 600 and 1024 pixels without sideways scrolling, for each recipient", async ({
  page,
  shop,
}) => {
  await open(page, shop, "/admin/mails/modeles", "Modèles d’e-mails")
  const paths = await page
    .locator('main a[href*="/admin/mails/modeles/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(paths.length).toBeGreaterThan(40)
  const wide: string[] = []
  const knownLooks = new Set<string>()
  // The back office's content policy would refuse the styles of an injected page.
  await page.goto("about:blank")
  for (const path of new Set(paths)) {
    const answer = await page.request.get(`${shop.url}${path}/apercu`)
    // Renders it outside its sandbox, in which no script could measure it.
    await page.setContent(await answer.text())
    for (const width of [320, 1024, 600]) {
      await page.setViewportSize({ width, height: 900 })
      const usedWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      if (usedWidth > width) wide.push(`${path}: ${usedWidth} at ${width}`)
    }
    const looks = await page.evaluate(() =>
      [...document.querySelectorAll("body *")].map((each) => `${each.localName} ${each.getAttribute("style")}`),
    )
    if (looks.every((each) => knownLooks.has(each))) continue
    for (const each of looks) knownLooks.add(each)
    await expectAccessible(page, "body > table")
  }
  expect(wide).toEqual([])
})
