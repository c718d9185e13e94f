import { describe, expect, test } from "vitest"
import { deliveryRateLabel, distanceEnteredLabel } from "./delivery-labels.ts"

describe("what a delivery will cost", () => {
  test("is told with the rate and with how far it is free", () => {
    expect(deliveryRateLabel({ feePerKm: 200, freeThresholdKm: 10 })).toBe(
      "2\u202f€ par kilomètre aller-retour, offerte jusqu’à 10\u00a0km aller-retour",
    )
    expect(deliveryRateLabel({ feePerKm: 150, freeThresholdKm: 0 })).toBe("1,50\u202f€ par kilomètre aller-retour")
    expect(deliveryRateLabel({ feePerKm: 0, freeThresholdKm: 10 })).toBe("offerte")
  })
})

describe("a distance that the owner entered", () => {
  test("is told with the total before and after", () => {
    expect(distanceEnteredLabel({ totalBefore: 25_000, total: 29_800, distanceKm: 24 })).toBe(
      "Nous avons saisi la distance de votre adresse\u00a0: 24\u00a0km aller-retour. Les frais de livraison s’ajoutent\u00a0: votre total passe de 250\u202f€ à 298\u202f€.",
    )
  })

  test("says that nothing changes where nothing does, and nothing where nobody entered one", () => {
    expect(distanceEnteredLabel({ totalBefore: 25_000, total: 25_000, distanceKm: 8 })).toContain(
      "votre total reste de 250\u202f€",
    )
    expect(distanceEnteredLabel(null)).toBeNull()
  })
})
