import { addDays, dayInParis } from "../../domain/day.ts"
import type { Page } from "@playwright/test"
import { type HeldScripts, holdScripts, openAsleep } from "../harness/awake.ts"
import { expect, readOnlyTest, test } from "../harness/shop.ts"
import { adminScreens, readOwnerIds } from "./admin-addresses.ts"
import { bookingToSign } from "./bookings.ts"
import { publicAddressesByRoute, readPublicIds } from "./public-addresses.ts"

/** Left and top of each visible button and field of the forms. */
function placesOfControls(): string[] {
  return [...document.querySelectorAll("form :is(button, input:not([type=hidden]), select, textarea)")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .map((control) => {
      const { left, top } = control.getBoundingClientRect()
      const name = control.getAttribute("name") ?? control.textContent
      return `${name} ${Math.round(left)} ${Math.round(top + scrollY)}`
    })
}

async function waitForLettersAndPictures(): Promise<void> {
  await document.fonts.ready
  for (const image of document.images) {
    image.loading = "eager"
    if (!image.complete) await new Promise((loaded) => (image.onload = image.onerror = loaded))
  }
}

async function expectNothingMoves(page: Page, scripts: HeldScripts, address: string): Promise<void> {
  await scripts.open(address)
  // The frame's forms stand on every page, so that a page with none of its own shows nothing new.
  if (!(await page.evaluate(() => document.querySelector("main form")))) return
  await page.evaluate(waitForLettersAndPictures)
  const asleep = await page.evaluate(placesOfControls)
  await scripts.arrive()
  const awake = await page.evaluate(placesOfControls)
  const moved = asleep.filter((place) => !awake.includes(place))
  expect.soft(moved, address).toEqual([])
}

const accountPaths = ["", "/adresse-e-mail", "/mes-donnees", "/agenda", "/supprimer", "/partages"].map(
  (path) => `/account${path}`,
)
const wizardSteps = ["options", "address", "delivery"]

for (const half of [0, 1]) {
  readOnlyTest(`no form moves under a finger while its page wakes (${half + 1} of 2)`, async ({ page, shop }) => {
    await shop.admit(page.context())
    const scripts = await holdScripts(page)
    const [owner, ids] = [await readOwnerIds(shop), await readPublicIds(shop)]
    const day = addDays(dayInParis(new Date()), 40)
    const paths = [
      ...adminScreens(owner).map(({ path }) => path),
      ...Object.values(publicAddressesByRoute).flatMap((of) => of(ids)),
      ...accountPaths,
      ...wizardSteps.map((step) => `/book/${ids.product}?step=${step}&date=${day}`),
    ]
    for (const path of paths.filter((_, index) => index % 2 === half)) {
      await expectNothingMoves(page, scripts, shop.url + path)
    }
  })
}

test("the forms of a contract and of an end do not move when their scripts load", async ({ page, browser, shop }) => {
  const { secret, number } = await bookingToSign(page, browser, shop)
  const scripts = await holdScripts(page)
  for (const path of [`/signer/${secret}`, `/signer/${secret}/annuler`, `/account/bookings/${number}/signer`])
    await expectNothingMoves(page, scripts, shop.url + path)
})

test("a statement sent before the script is loaded is imported", async ({ page, shop }) => {
  await shop.admit(page.context())
  await openAsleep(page, `${shop.url}/admin/finance/releves`)
  await page
    .getByLabel("Fichier")
    .first()
    .setInputFiles({
      name: "releve.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Date;Libelle;Montant\n01/06/2027;VIR;10,00\n"),
    })
  await page.getByRole("button", { name: "Importer le relevé" }).click()
  await expect(page.getByRole("heading", { name: "Colonnes du relevé" })).toBeVisible()
})
