import { expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn } from "./wizard.ts"

// A configured mail server that never answers keeps the mails in the queue, where they are read.
test.use({ variables: { SMTP_URL: "smtp://127.0.0.1:9" } })

test("the owner writes a product's letter, previews it, tests it, sends it once and stops it in time", async ({
  page,
  shop,
}) => {
  const [product] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
  await shop.sql(
    "insert into newsletter_subscriptions (email, token, status, confirmed_at) select 'a' || n || '@exemple.example', lpad(n::text, 36, '0'), case when n = 3 then 'pending' else 'confirmed' end, now() - interval '1 day' from generate_series(1, 3) n",
  )
  await signIn(page, shop, shop.administrator, `/admin/products/${product?.id}`)
  await page.getByRole("link", { name: "Lettre aux inscrits" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Lettre aux inscrits" })).toBeVisible()
  await expect(page.getByText("2 personnes la recevront.")).toBeVisible()

  await page.getByLabel("Texte").fill("Bonjour,\n\nLe voici enfin.")
  const mail = page.frameLocator("iframe")
  await expect(mail.getByText("Le voici enfin.").last()).toBeVisible()
  await expect(mail.getByRole("link", { name: "Ne plus recevoir nos nouveautés" })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole("button", { name: "M’envoyer un essai" }).click()
  await expect(page.getByText(`Il attend son départ vers ${shop.administrator.email}.`)).toBeVisible()
  await expect(page.getByLabel("Texte")).toHaveValue("Bonjour,\n\nLe voici enfin.")

  await page.getByRole("button", { name: "Préparer l’envoi" }).click()
  const question = page.getByRole("dialog", { name: /Envoyer à 2 personnes/ })
  await expect(question).toContainText("vous pouvez encore arrêter la lettre")
  await question.getByRole("link", { name: "Revoir" }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel("Texte")).toHaveValue("Bonjour,\n\nLe voici enfin.")
  await page.getByRole("button", { name: "Préparer l’envoi" }).click()
  await question.getByRole("button", { name: "Envoyer la lettre" }).click()
  await expect(page.getByRole("heading", { name: "Envoi programmé" })).toBeVisible()
  await expect(page.getByText(/^Lettre demandée le .+ par /)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole("button", { name: "Arrêter la lettre" }).click()
  await expect(page.getByText("Lettre arrêtée").first()).toBeVisible()
  await expect(page.getByLabel("Texte")).toHaveValue("Bonjour,\n\nLe voici enfin.")
  expect(await shop.sql("select 1 from product_letters")).toEqual([])
  const acts = await shop.sql<{ action: string }>("select action from events order by id desc limit 2")
  expect(acts.map(({ action }) => action)).toEqual(["product.letter-stopped", "product.letter-ordered"])
})
