import { addDays, dayInParis } from "../../domain/day.ts"
import { dayShort } from "../../domain/day-labels.ts"
import { expect, test } from "../harness/shop.ts"
import { goOn, signUpInWizard } from "./wizard.ts"

test.use({ viewport: { width: 360, height: 640 } })

test("on a phone the date comes first, and what was said once leads to the address without being asked again", async ({
  page,
  shop,
}) => {
  // A day on which every machine is free.
  const day = addDays(dayInParis(new Date()), 150)
  await shop.sql("delete from occupancy where day between $1::date - 10 and $1::date + 10", [day])
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
  const asked = `date=${day}&cp=45000`
  await expect(page.getByRole("link", { name: "Découvrir nos photobooths" })).toHaveAttribute(
    "href",
    `/catalog?${asked}`,
  )

  // A machine that costs less than its way there says so with its whole price.
  const card = cards.filter({ has: page.getByRole("heading", { name: "Borne de table" }) })
  await expect(card).toContainText(new RegExp(`\\d+\\s€ livré le ${dayShort(day)}`))
  await expect(card).toContainText(/Loin\s: demandez un devis, ou retrait gratuit/)
  const whole = (await card.locator(".price").textContent())?.split("€")[0]?.trim() ?? ""
  await card.getByRole("link", { name: "Réserver Borne de table" }).click()
  await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
  await expect(page.locator(".bottom-bar")).toContainText(whole)

  const menu = page.locator("nav[aria-label=Menu]").getByText("Catalogue")
  await expect(menu).toHaveAttribute("href", `/catalog?${asked}`)
  await goOn(page, "Inscription")
  await signUpInWizard(page)
  await expect(page.getByLabel("Code postal")).toHaveValue("45000")
  await expect(page.getByLabel("Ville")).toHaveValue("Orléans")
})
