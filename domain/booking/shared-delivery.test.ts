import { expect, test } from "vitest"
import type { SharedDelivery } from "../delivery/shared-deliveries.ts"
import {
  type DeliveryFacts,
  isDeliveryChargedElsewhere,
  isDeliveryUncharged,
  isSameDelivery,
} from "./shared-delivery.ts"
import { deliveryLine } from "../pricing/price.ts"

const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
const travelling = (shared: SharedDelivery | null, values: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  isDelivery: true,
  dates: ["2027-06-12"],
  address,
  priceLines: { version: 1, lines: [deliveryLine(4_000, shared)] },
  ...values,
})
const carrier = travelling({ counted: true, with: ["Borne"] })
const counted = travelling({ counted: false, with: ["Photomaton"] })

test("bookings share a delivery to one place on the same days, whatever the access instructions", () => {
  expect(isSameDelivery(carrier, counted)).toBe(true)
  expect(isSameDelivery(carrier, travelling(null, { address: { ...address, instructions: "Deuxième cour" } }))).toBe(
    true,
  )
  expect(isSameDelivery(carrier, travelling(null, { address: { ...address, street: "14 quai de la Marne" } }))).toBe(
    false,
  )
  expect(isSameDelivery(carrier, travelling(null, { dates: ["2027-06-12", "2027-06-13"] }))).toBe(false)
  expect(isSameDelivery(carrier, travelling(null, { isDelivery: false }))).toBe(false)
  expect(isSameDelivery(travelling(null, { isDelivery: false }), carrier)).toBe(false)
})

test("a delivery is uncharged when its payer no longer shares it with a booking that has it free", () => {
  expect([carrier, counted, travelling(null)].map(isDeliveryChargedElsewhere)).toEqual([false, true, false])
  expect(isDeliveryUncharged(counted, [carrier])).toBe(false)
  expect(isDeliveryUncharged(counted, [counted])).toBe(true)
  expect(isDeliveryUncharged(counted, [])).toBe(true)
  expect(isDeliveryUncharged(counted, [{ ...carrier, dates: ["2027-06-19"] }])).toBe(true)
  expect(isDeliveryUncharged(carrier, [])).toBe(false)
  expect(isDeliveryUncharged({ ...counted, isDelivery: false }, [])).toBe(false)
})
