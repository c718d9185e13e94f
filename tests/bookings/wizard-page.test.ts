import { beforeEach, expect, test } from "vitest"
import * as accountPage from "../../app/site/account/route.tsx"
import * as confirmationPage from "../../app/site/confirmation/route.tsx"
import * as wizardPage from "../../app/site/booking/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { openSession } from "../../server/accounts/auth/sessions.ts"
import { saveDraftAddress } from "../../server/bookings/draft.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { setDistance } from "../../server/bookings/set-distance.ts"
import { db } from "../../server/platform/database.server.ts"
import {
  makeAccountHolder,
  makeAdministrator,
  makeFinanceSettings,
  makeOption,
  makeOrder,
  makeProduct,
} from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { elementIn, renderPage, visibleText } from "../harness/page.ts"

beforeEach(freshDatabase)

test("an option comes with its sub-options, and signing up counts as the address step @R-wizard-steps @R-wizard-register-step @R-wizard-options", async () => {
  await makeFinanceSettings()
  const { id } = await makeProduct()
  const option = await makeOption(id, { name: "Livre d’or", unit: "day" })
  await makeOption(id, { name: "Stylos dorés", parentOptionId: option.id })
  const day = addDays(dayInParis(new Date()), 60)
  const open = async (query: string) => {
    const path = `/book/${id}?date=${day}&${query}`
    return elementIn((await renderPage(wizardPage, requestFrom({ path }), { id })).html, "main")
  }
  const options = await open("step=options")
  const headings = ["h3", "h4"].map((level) =>
    [...options.matchAll(new RegExp(`<${level}\\b.*?</${level}>`, "gs"))].map(([heading]) => visibleText(heading)),
  )
  expect(headings).toEqual([["Livre d’or", "Pack photo"], ["Stylos dorés"]])

  const steps = elementIn(await open("step=register"), "ol", 'aria-label="Étapes de la réservation"')
  expect([...steps.matchAll(/<li\b.*?<\/li>/gs)].map(([step]) => visibleText(step))).toEqual([
    "fait : Dates",
    "fait : Options",
    expect.stringMatching(/Adresse$/),
    expect.stringMatching(/Livraison$/),
  ])
  expect(visibleText(elementIn(steps, "[a-z]+", 'aria-current="step"'))).toMatch(/Adresse$/)
})

test("an unknown address says so and shows both totals for a later distance; a pick-up has its address @M-geocoding", async () => {
  await makeFinanceSettings({
    warehouseStreet: "8 quai de la Marne",
    warehouseZipCode: "94340",
    warehouseCity: "Joinville-le-Pont",
  })
  const { id } = await makeProduct()
  const account = await makeAccountHolder()
  const nowhere = { street: "1 rue de Nulle-Part", zipCode: "00000", city: "Xyzzyville", instructions: "" }
  await saveDraftAddress(ownAccountParty(account), id, nowhere, new Date())
  const setCookies = await openSession(db, account.id, requestFrom(), new Date())
  const read = async (route: Parameters<typeof renderPage>[0], path: string, params = {}) =>
    visibleText(elementIn((await renderPage(route, requestFrom({ path, setCookies }), params)).html, "main"))
  const day = addDays(dayInParis(new Date()), 60)
  const step = await read(wizardPage, `/book/${id}?step=delivery&date=${day}`, { id })
  expect(step).toContain("Distance à confirmer")
  expect(step).toContain("nous ajouterons ensuite les frais de livraison (2 € par kilomètre aller-retour")
  expect(step).toContain("8 quai de la Marne")

  const order = makeOrder(id, [day], { isDelivery: true, address: nowhere })
  const placed = await placeBooking({ party: ownAccountParty(account), order, at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { booking } = placed.value
  expect(booking).toMatchObject({ distance: 0, deliveryFee: 0, distanceToConfirm: true })
  const owner = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
  await setDistance(owner, booking.id, { distanceKm: 24, expectedKm: null }, new Date())
  for (const [route, path] of [
    [confirmationPage, "/booking/confirmation"],
    [accountPage, "/account"],
  ] as const)
    expect(await read(route, path)).toContain("votre total passe de 250 € à 298 €")
})
