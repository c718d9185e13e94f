import { expect, test } from "vitest"
import { placeLabel } from "./booking-labels.ts"

test("a delivery says its town, a pick-up says so", () => {
  const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
  expect(placeLabel({ isDelivery: true, address })).toBe("livraison 94130 Nogent-sur-Marne")
  expect(placeLabel({ isDelivery: false, address })).toBe("retrait")
})
