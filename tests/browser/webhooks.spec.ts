import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "../harness/shop.ts"

// Another program on this machine, as a developer has it.
test.use({ variables: { OUTBOUND_LOCAL: "true" } })

test("the owner adds a webhook, tests it, reads its response and sends it again", async ({ page, shop }) => {
  const received: string[] = []
  const program = createServer((request, response) => {
    received.push(String(request.headers["webhook-id"]))
    response.end("Bien reçu")
  })
  await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(program.address() as AddressInfo).port}/hook`
  await shop.admit(page.context())

  await page.goto("/admin/webhooks")
  await page.getByLabel("Adresse à appeler").fill("exemple")
  await page.locator("form:has(#nouveau-webhook)").evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await page.getByRole("checkbox", { name: /Son contrat est signé/ }).uncheck()
  await page.getByRole("button", { name: "Ajouter le webhook" }).click()
  await expect(page.getByLabel("Adresse à appeler")).toHaveAccessibleDescription(/Une adresse publique/)
  await expect(page.getByRole("checkbox", { name: /Son contrat est signé/ })).not.toBeChecked()

  await page.getByLabel("Adresse à appeler").fill(url)
  await page.getByRole("button", { name: "Ajouter le webhook" }).click()
  await expect(page.getByRole("textbox", { name: "Secret de signature" })).toHaveValue(/^whsec_/)

  await page.getByRole("button", { name: "Envoyer un essai" }).click()
  await expect.poll(() => received.length).toBe(1)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^Reçu le/)).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByText("Réponse reçue").click()
  await expect(page.getByText("Bien reçu")).toBeVisible()
  await page.getByRole("button", { name: /^Renvoyer/ }).click()
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]).toBe(received[0])

  await page.getByRole("button", { name: /^Retirer/ }).click()
  await expect(page.getByText("Aucune adresse n’est avertie.")).toBeVisible()
  program.close()
})
