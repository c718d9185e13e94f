import { eq } from "drizzle-orm"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { placeBooking } from "../bookings/place.ts"
import { transaction } from "../database.server.ts"
import { bookings } from "../schema/bookings.ts"
import { readBookingFacts } from "./booking-facts.ts"
import { DistanceNote } from "./templates/distance-note.tsx"

test("the owner reads why a distance could not be counted: for want of their depot, and only then not for the customer's address", async () => {
  await makeFinanceSettings()
  const placed = await placeBooking(
    onOwnAccount(await makeCustomer()),
    makeOrder((await makeProduct()).id, ["2027-06-12"]),
    now,
  )
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id } = placed.value.booking
  const read = () =>
    transaction(async (tx) => {
      const facts = await readBookingFacts(tx, id)
      return { facts, note: renderToStaticMarkup(createElement(DistanceNote, { bookings: [facts] })) }
    })
  expect(await read()).toMatchObject({ facts: { distanceToConfirm: false }, note: "" })

  await transaction((tx) => tx.update(bookings).set({ distanceToConfirm: true }).where(eq(bookings.id, id)))
  const unknown = await read()
  expect(unknown.facts.withoutDepot).toBe(false)
  expect(unknown.note).toContain("L’adresse du client est introuvable")

  await makeFinanceSettings({ warehouseLat: null, warehouseLng: null })
  const without = await read()
  expect(without.facts.withoutDepot).toBe(true)
  expect(without.note).toContain("Votre dépôt n’est pas encore placé")
  expect(without.note).not.toContain("introuvable")
})
