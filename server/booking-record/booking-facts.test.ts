import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { placeBooking } from "../bookings/place.ts"
import { transaction } from "../platform/database.server.ts"
import { readBookingFacts } from "./booking-facts.ts"
import { DistanceNote } from "../outside/mails/templates/distance-note.tsx"

test("the owner reads why a distance could not be calculated, as it was when the customer asked", async () => {
  await makeFinanceSettings()
  const product = await makeProduct({ stock: 9 })
  const noteOf = async (zipCode: string, city: string) => {
    const address = { street: "12 quai de la Marne", zipCode, city, instructions: "" }
    const order = makeOrder(product.id, ["2027-06-12"], { isDelivery: true, address })
    const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })
    if (!placed.ok) throw new Error(placed.error.kind)
    const facts = await transaction((tx) => readBookingFacts(tx, placed.value.booking.id))
    return renderToStaticMarkup(createElement(DistanceNote, { bookings: [facts] }))
  }
  const reasons = ["introuvable", "se contredisent", "aucune route", "dépôt n’était pas encore placé"]
  const reasonsIn = (note: string) => reasons.filter((each) => note.toLowerCase().includes(each))
  expect(await noteOf("94130", "Nogent-sur-Marne")).toBe("")
  expect(reasonsIn(await noteOf("00000", "Xyzzyville"))).toEqual(["introuvable"])
  expect(reasonsIn(await noteOf("94130", "Marseille"))).toEqual(["se contredisent"])
  expect(reasonsIn(await noteOf("97400", "Saint-Denis"))).toEqual(["aucune route"])
  await makeFinanceSettings({ warehouseLat: null, warehouseLng: null })
  const without = await noteOf("94130", "Nogent-sur-Marne")
  expect(reasonsIn(without)).toEqual(["dépôt n’était pas encore placé"])
  expect(without).toContain("réglages des finances")
})

test("mails about a request for tomorrow promise the answer before the request ends", async () => {
  await makeFinanceSettings()
  const product = await makeProduct()
  const at = new Date("2027-06-11T20:00:00Z")
  const order = makeOrder(product.id, ["2027-06-12"])
  const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { answerDueAt, expiresAt } = await transaction((tx) => readBookingFacts(tx, placed.value.booking.id))
  expect([answerDueAt, expiresAt]).toEqual(["2027-06-11T22:00:00.000Z", "2027-06-11T22:00:00.000Z"])
})
