import { createHash } from "node:crypto"
import { type Shop, expect, test } from "../harness/shop.ts"

const token = "f".repeat(36)

async function openLink(shop: Shop): Promise<string> {
  await shop.sql("update profiles set role = 'user' where role = 'admin'")
  const digest = createHash("sha256").update(token).digest("base64url")
  await shop.sql("insert into first_administrator_link (digest, expires_at) values ($1, now() + interval '1 hour')", [
    digest,
  ])
  return `${shop.url}/premier-administrateur/${token}`
}

for (const javaScriptEnabled of [true, false]) {
  test(`the owner chooses address and password at the first start's link ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    openWindow,
    shop,
  }) => {
    const page = await openWindow({ javaScriptEnabled })
    const link = await openLink(shop)
    await page.goto(link)
    const main = page.getByRole("main")
    await main.getByLabel("Adresse e-mail").fill("patronne@exemple.example")
    await main.getByLabel("Mot de passe", { exact: true }).fill("qwertyuiop123")
    await main.getByRole("button", { name: "Créer mon compte" }).click()
    await expect(page.getByText(/il serait deviné tout de suite/).first()).toBeVisible()
    await expect(main.getByLabel("Adresse e-mail")).toHaveValue("patronne@exemple.example")
    await main.getByLabel("Mot de passe", { exact: true }).fill("guirlandes et accordéon")
    await main.getByRole("button", { name: "Créer mon compte" }).click()
    await expect(page).toHaveURL(/\/admin\/aujourdhui/)

    expect((await page.request.get(link)).status()).toBe(404)
    await page.goto(link)
    await expect(page.getByRole("heading", { name: "Ce lien n’est plus valable" })).toBeVisible()
    await expect(page.getByText(/redémarrez la boutique/)).toBeVisible()
  })
}

test("an expired link says what to do", async ({ page, shop }) => {
  const link = await openLink(shop)
  await shop.sql("update first_administrator_link set expires_at = now() - interval '1 minute'")
  expect((await page.request.get(link)).status()).toBe(410)
  await page.goto(link)
  await expect(page.getByText(/un nouveau lien s’affiche/)).toBeVisible()
})
