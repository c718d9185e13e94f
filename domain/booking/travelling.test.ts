import { expect, test } from "vitest"
import type { SharedDelivery } from "../delivery/together.ts"
import { type Travelling, isCountedElsewhere, isCountedNowhere, travelTogether } from "./travelling.ts"
import { deliveryLine } from "../pricing/price.ts"

const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
const travelling = (shared: SharedDelivery | null, values: Partial<Travelling> = {}): Travelling => ({
  isDelivery: true,
  dates: ["2027-06-12"],
  address,
  priceLines: { version: 1, lines: [deliveryLine(4_000, shared)] },
  ...values,
})
const carrier = travelling({ counted: true, with: ["Borne"] })
const counted = travelling({ counted: false, with: ["Photomaton"] })

test("bookings travel together to one place on the same days; the way to the door is no other place", () => {
  expect(travelTogether(carrier, counted)).toBe(true)
  expect(travelTogether(carrier, travelling(null, { address: { ...address, instructions: "Deuxième cour" } }))).toBe(
    true,
  )
  expect(travelTogether(carrier, travelling(null, { address: { ...address, street: "14 quai de la Marne" } }))).toBe(
    false,
  )
  expect(travelTogether(carrier, travelling(null, { dates: ["2027-06-12", "2027-06-13"] }))).toBe(false)
  expect(travelTogether(carrier, travelling(null, { isDelivery: false }))).toBe(false)
  expect(travelTogether(travelling(null, { isDelivery: false }), carrier)).toBe(false)
})

test("a delivery is counted nowhere when the booking that carried it travels no more with one that it is free for", () => {
  expect([carrier, counted, travelling(null)].map(isCountedElsewhere)).toEqual([false, true, false])
  expect(isCountedNowhere(counted, [carrier])).toBe(false)
  expect(isCountedNowhere(counted, [counted])).toBe(true)
  expect(isCountedNowhere(counted, [])).toBe(true)
  expect(isCountedNowhere(counted, [{ ...carrier, dates: ["2027-06-19"] }])).toBe(true)
  expect(isCountedNowhere(carrier, [])).toBe(false)
  expect(isCountedNowhere({ ...counted, isDelivery: false }, [])).toBe(false)
})
