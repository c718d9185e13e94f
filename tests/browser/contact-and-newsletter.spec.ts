import { readFile, readdir } from "node:fs/promises"
import path from "node:path"
import type { Page } from "@playwright/test"
import { type ReadMail, readMail } from "../../server/outside/mails/mail-text.fixture.ts"
import { type Shop, expect, test } from "../harness/shop.ts"

const visitor = {
  name: "Élodie Essai",
  email: "elodie.essai@exemple.example",
  message: "Bonjour,\nle photomaton en bois est-il libre le 12 juin ?",
}

/** Oldest first. */
async function mailsTo(shop: Shop, address: string): Promise<ReadMail[]> {
  const folder = path.join(shop.dataDir, "outbox")
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .sort()
      .map(async (name) => readMail(await readFile(path.join(folder, name), "utf8"))),
  )
  return mails.filter(({ headers }) => headers.get("to")?.includes(address))
}

async function nextMailTo(shop: Shop, address: string, number = 1): Promise<ReadMail> {
  await expect.poll(async () => (await mailsTo(shop, address)).length, { timeout: 20_000 }).toBe(number)
  return (await mailsTo(shop, address)).at(-1) as ReadMail
}

/** A first submission may be too fast for a person: the form then asks once more and keeps its values. */
async function press(page: Page, button: string, until: string): Promise<void> {
  const done = page.getByText(until)
  await expect(async () => {
    if (!(await done.isVisible())) await page.getByRole("button", { name: button }).click({ timeout: 2_000 })
    await expect(done).toBeVisible({ timeout: 2_500 })
  }).toPass({ intervals: [500], timeout: 30_000 })
}

async function write(page: Page): Promise<void> {
  await page.getByLabel("Nom").fill(visitor.name)
  await page.getByLabel("Adresse e-mail").fill(visitor.email)
  await page.getByLabel("Message", { exact: true }).fill(visitor.message)
}

async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel("Nom")).toHaveValue(visitor.name)
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(visitor.message)
}

// The case with scripts is covered by the last test here and by accessibility.spec.ts.
test.describe("letters without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("a visitor writes to the company from a valid address, and may write again @R-contact-states @M-ok-contact", async ({
    page,
    shop,
  }) => {
    await page.goto(`${shop.url}/contact`)
    await expect(page.getByText("8 quai de la Marne")).toHaveCount(2)
    await expect(page.getByText("Tous les jours, de 9 h à 19 h")).toBeVisible()
    await write(page)

    await test.step("an address that is no address is said so beside its field, and nothing typed is lost", async () => {
      await page.getByLabel("Adresse e-mail").fill("elodie@exemple")
      await page.getByRole("button", { name: "Envoyer le message" }).click()
      await expect(page.getByRole("alert")).toContainText("Cette adresse e-mail n’est pas valable.")
      await expect(page.getByLabel("Adresse e-mail")).toHaveAttribute("aria-invalid", "true")
      await expectTyped(page)
      expect(await shop.sql("select 1 from contact_messages")).toEqual([])
      await page.getByLabel("Adresse e-mail").fill(visitor.email)
    })
    await press(page, "Envoyer le message", "Message envoyé !")

    const mail = await nextMailTo(shop, "bonjour@guinguette.example")
    expect(mail.text).toContain("le photomaton en bois est-il libre le 12 juin ?")
    expect(mail.headers.get("reply-to")).toContain(visitor.email)
    expect(await shop.sql("select name, email, phone, message, status from contact_messages")).toEqual([
      { ...visitor, phone: null, status: "new" },
    ])

    await page.getByRole("button", { name: "Envoyer un autre message" }).click()
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("")
  })

  test("a visitor subscribes by two buttons and unsubscribes by one @R-newsletter", async ({ page, shop, request }) => {
    await page.goto(`${shop.url}/newsletter`)
    await page.getByLabel("Adresse e-mail").fill(visitor.email)
    await press(page, "Être notifié des nouveautés", "Votre adresse est notée")

    const confirmationMail = await nextMailTo(shop, visitor.email)
    const [, confirmation = ""] = /(http:\S+\/newsletter\/confirmer\/[0-9a-f]{36})/.exec(confirmationMail.text) ?? []
    await page.goto(confirmation)
    const state = () => shop.sql<{ status: string }>("select status from newsletter_subscriptions")
    expect(await state()).toEqual([{ status: "pending" }])
    await page.getByRole("button", { name: "Confirmer mon inscription" }).click()
    await expect(page.getByRole("heading", { name: "Votre inscription est enregistrée" })).toBeVisible()
    expect(await state()).toEqual([{ status: "confirmed" }])

    const welcome = await nextMailTo(shop, visitor.email, 2)
    expect(welcome.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click")
    const [, way = ""] = /^<(.*)>$/.exec(welcome.headers.get("list-unsubscribe") ?? "") ?? []
    await page.goto(way)
    expect(await state()).toEqual([{ status: "confirmed" }])
    await page.getByRole("button", { name: "Me désinscrire" }).click()
    await expect(page.getByRole("heading", { name: "Désinscription enregistrée" })).toBeVisible()
    expect(await state()).toEqual([{ status: "unsubscribed" }])

    // A mail program unsubscribes by itself: no page, no cookie, no origin.
    await shop.sql("update newsletter_subscriptions set status = 'confirmed'")
    const answer = await request.post(way, { form: { "List-Unsubscribe": "One-Click" } })
    expect(answer.status()).toBe(200)
    expect(await state()).toEqual([{ status: "unsubscribed" }])
  })
})

test("a message that cannot be sent stays in the form until it can, and the button shows the progress @R-contact-states", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/contact`)
  await write(page)
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "Envoyer le message" }).click()
  await expect(page.getByRole("alert")).toHaveText("Une erreur est survenue")
  await expectTyped(page)
  await page.context().setOffline(false)
  const held = Promise.withResolvers<void>()
  await page.route(/\/contact(\.data)?(\?|$)/, async (route) => {
    if (route.request().method() === "POST") await held.promise
    await route.continue()
  })
  await page.getByRole("button", { name: "Envoyer le message" }).click()
  await expect(page.getByRole("button", { name: "Envoi en cours..." })).toBeVisible()
  held.resolve()
  await press(page, "Envoyer le message", "Message envoyé !")
})
