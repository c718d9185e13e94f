import { expect, test } from "../harness/shop.ts"
import { signIn } from "./wizard.ts"

test("the owner makes a key without a script, a program reads with it, and it ends when it is revoked", async ({
  openWindow,
  shop,
  request,
}) => {
  const screen = await openWindow({ javaScriptEnabled: false })
  await signIn(screen, shop, shop.administrator, "/admin/cles-api")
  await expect(screen.getByText("Aucune clé pour l’instant.")).toBeVisible()
  await screen.getByLabel("Nom").fill("Comptabilité")
  await screen.getByRole("button", { name: "Créer une clé" }).click()
  await expect(screen.getByText("Cochez au moins un droit.").first()).toBeVisible()
  await screen.getByLabel("Lire les produits et leurs options").check()
  await screen.getByRole("button", { name: "Créer une clé" }).click()
  const key = await screen.getByLabel("Clé", { exact: true }).inputValue()
  const headers = { authorization: `Bearer ${key}` }
  const products = await request.get("/api/v1/products", { headers })
  expect(await products.json()).toMatchObject({ data: expect.any(Array), nextCursor: null })
  const deleted = await request.delete("/api/v1/products", { headers })
  expect([deleted.status(), deleted.headers()["content-type"]]).toEqual([
    405,
    "application/problem+json; charset=utf-8",
  ])
  await screen.goto("/admin/cles-api")
  await expect(screen.getByText(/utilisée le/)).toBeVisible()
  await screen.getByRole("button", { name: /^Retirer la clé Comptabilité/ }).click()
  await expect(screen.getByText("Elle n’ouvre plus rien.")).toBeVisible()
  expect((await request.get("/api/v1/products", { headers })).status()).toBe(401)
})

test("a new key is shown once, in view of the button that was pressed below", async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await shop.admit(page.context())
  await page.goto("/admin/cles-api")
  await page.getByLabel("Nom").fill("Comptabilité")
  await page.getByLabel("Lire les produits et leurs options").check()
  await page.getByRole("button", { name: "Créer une clé" }).click()
  await expect(page.getByLabel("Clé", { exact: true })).toBeInViewport()
})
