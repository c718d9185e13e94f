import { certificatePdf } from "../../server/bookings/insurance/certificate.fixture.ts"
import { expect, test } from "../harness/shop.ts"
import { signByLink, bookingToSign } from "./bookings.ts"
import { signIn } from "./wizard.ts"

const pdf = { name: "attestation.pdf", mimeType: "application/pdf", buffer: Buffer.from(certificatePdf) }

test("an insurance certificate is requested, uploaded on a phone without a script, and read by the owner", async ({
  page,
  browser,
  openWindow,
  shop,
}) => {
  const { number, secret } = await bookingToSign(page, browser, shop)
  await signByLink(page, shop, secret)
  const owner = await openWindow()
  await signIn(owner, shop, shop.administrator, `/admin/bookings/${number}`)
  await owner.locator("summary", { hasText: "Documents" }).click()
  await owner.getByRole("button", { name: "Demander l’attestation" }).click()
  await expect(owner.getByText("Attestation demandée").first()).toBeVisible()

  const panel = page.getByRole("region", { name: "Attestation d’assurance" })
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await panel.getByRole("button", { name: "Remettre mon attestation" }).click()
  await expect(page).toHaveURL(/\/attestation\/[0-9a-f]{36}$/)

  const plain = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await plain.goto(page.url())
  expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await plain.getByRole("button", { name: "Remettre mon attestation" }).click()
  await expect(plain.getByText("Choisissez le PDF").first()).toBeVisible()
  await plain.getByLabel("Le fichier").setInputFiles({ ...pdf, buffer: Buffer.from("<html>") })
  await plain.getByRole("button", { name: "Remettre mon attestation" }).click()
  await expect(plain.getByText("n’est ni un PDF ni une photo").first()).toBeVisible()
  await plain.getByLabel("Le fichier").setInputFiles(pdf)
  await plain.getByRole("button", { name: "Remettre mon attestation" }).click()
  await expect(plain.getByText("Merci, votre attestation est arrivée.")).toBeVisible()

  await page.reload()
  const heavy = Buffer.concat([pdf.buffer, Buffer.alloc(8 * 1024 * 1024)])
  await page.getByLabel("Le fichier").setInputFiles({ ...pdf, buffer: heavy })
  await page.getByRole("button", { name: "Envoyer ce fichier à la place" }).click()
  await expect(page.getByText("Ce fichier dépasse 5 Mo").first()).toBeVisible()
  await page.getByLabel("Le fichier").setInputFiles(pdf)
  let pass: () => void = () => undefined
  const held = new Promise<void>((resolve) => (pass = resolve))
  await page.route(/\/attestation\//, async (route) => {
    if (route.request().method() === "POST") await held
    await route.continue()
  })
  await page.getByRole("button", { name: "Envoyer ce fichier à la place" }).click()
  await expect(page.getByRole("progressbar", { name: /attestation$/ })).toBeVisible()
  pass()
  await expect(page.getByText("Merci, votre attestation est arrivée.")).toBeVisible()
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(panel).toContainText("Reçue le")

  await owner.reload()
  await owner.locator("summary", { hasText: "Documents" }).click()
  const [file] = await Promise.all([
    owner.waitForEvent("download"),
    owner.getByRole("link", { name: "Télécharger l’attestation" }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`attestation-assurance-${number}.pdf`)
})
