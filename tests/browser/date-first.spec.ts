import { addDays, dayInParis } from "../../domain/day.ts"
import { dayShort } from "../../domain/day-labels.ts"
import { expect, test } from "../harness/shop.ts"
import { goOn, signUpInWizard } from "./wizard.ts"

test.use({ viewport: { width: 360, height: 640 } })

test("the date comes first on a phone, and one choice leads to the address without being asked again", async ({
  page,
  shop,
}) => {
  const day = addDays(dayInParis(new Date()), 150)
  await shop.sql("delete from occupancy where during && rental_range($1::date - 10, $1::date + 10, 0)", [day])
  await page.goto(shop.url)
  const cookies = page.getByRole("region", { name: "Cookies" })
  await expect(cookies).toBeVisible()
  const [date, question] = [await page.getByLabel(/Date de votre événement/).boundingBox(), await cookies.boundingBox()]
  expect((date?.y ?? 0) + (date?.height ?? 0)).toBeLessThan(question?.y ?? 0)

  await cookies.getByRole("button", { name: "Tout refuser" }).click()
  await page.getByLabel(/Date de votre événement/).fill(day)
  await page.getByLabel(/Code postal/).fill("45000")
  await page.getByRole("button", { name: "Voir les disponibilités" }).click()
  const cards = page.getByRole("region", { name: "Nos produits" }).getByRole("article")
  await expect(cards.last()).toContainText("Bientôt disponible")
  await expect(page.getByText(/Livraison à Orléans \(45000\)\s: .* aller-retour/)).toBeVisible()
  const query = `date=${day}&cp=45000`
  await expect(page.getByRole("link", { name: "Découvrir nos photobooths" })).toHaveAttribute(
    "href",
    `/catalog?${query}`,
  )

  const card = cards.filter({ has: page.getByRole("heading", { name: "Borne de table" }) })
  await expect(card).toContainText(new RegExp(`\\d+\\s€ livré le ${dayShort(day)}`))
  await expect(card).toContainText(/retrait gratuit/)
  await expect(card).toContainText(/À partir de \d+€/)
  const whole = (await card.locator(".price").textContent())?.split("€")[0]?.trim() ?? ""
  const options = new RegExp(`^/book/.*step=options&dates=${day}&cp=45000$`)
  await expect(card.getByRole("link", { name: "Réserver Borne de table" })).toHaveAttribute("href", options)

  await card.getByRole("link", { name: "Borne de table", exact: true }).click()
  await expect(page.getByLabel(/Date de votre événement/)).toHaveValue(day)
  await expect(page.getByLabel(/Code postal/)).toHaveValue("45000")
  await expect(page.locator(".bottom-bar")).toContainText(whole)
  await expect(page.locator(".bottom-bar").getByRole("link")).toBeInViewport()
  await page.locator(".bottom-bar").getByRole("link", { name: "Réserver Borne de table" }).click()
  await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
  await expect(page.locator(".bottom-bar")).toContainText(whole)

  await expect(page.getByText(/^\d+ tirages inclus/)).toBeVisible()
  await page.getByLabel(/Combien d’invités/).fill("80")
  await expect(page.getByText(/, \d+ photos avec les tirages inclus\.$/)).toBeVisible()
  await page.getByRole("button", { name: /^Prendre \d+ packs$/ }).click()
  await expect(page.getByText(/^\d+ photos en tout$/)).toBeVisible()
  const frames = page.getByRole("spinbutton", { name: "Cadres aimantés" })
  await frames.fill("9")
  await expect(page.getByText(/^9 n’est pas possible. Choisissez 0, /)).toBeVisible()
  await frames.fill("0")
  await expect(page.getByText(/n’est pas possible/)).toBeHidden()

  const menu = page.locator("nav[aria-label=Menu]").getByText("Catalogue")
  await expect(menu).toHaveAttribute("href", `/catalog?${query}`)
  await goOn(page, "Inscription")
  await signUpInWizard(page)
  await expect(page.getByLabel("Code postal")).toHaveValue("45000")
  await expect(page.getByLabel("Ville")).toHaveValue("Orléans")
})
