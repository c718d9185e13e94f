import { expect, test } from "vitest"
import { placeLabel, requestLabel } from "./booking-labels.ts"

test("a delivery shows its town, and a pick-up says so", () => {
  const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
  expect(placeLabel({ isDelivery: true, address })).toBe("livraison 94130 Nogent-sur-Marne")
  expect(placeLabel({ isDelivery: false, address })).toBe("retrait")
})

test("the buttons of two requests by one person have different names", () => {
  const [one, other] = [
    { clientName: "Lila Morel", number: 1042, dates: ["2027-06-12", "2027-06-13"] as const },
    { clientName: "Lila Morel", number: 1043, dates: ["2027-06-19"] as const },
  ]
  expect(requestLabel(one)).toBe("Lila Morel, n°\u00a01042, 12 juin 2027")
  expect(requestLabel(other)).not.toBe(requestLabel(one))
})
