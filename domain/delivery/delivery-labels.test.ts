import { describe, expect, test } from "vitest"
import { isDeliveryDearerThanRental, placeLabel, roundTripLabel } from "./delivery-labels.ts"
import { deliveryRateLabel, tooFarLabel } from "./delivery-rule-labels.ts"
import { distanceEnteredLabel } from "./entered-distance.ts"

describe("the cost of a delivery", () => {
  test("the cost shows the rate and the free distance", () => {
    expect(deliveryRateLabel({ feePerKm: 200, freeThresholdKm: 10 })).toBe(
      "2\u202f€ par kilomètre aller-retour, offerte jusqu’à 10\u00a0km aller-retour",
    )
    expect(deliveryRateLabel({ feePerKm: 150, freeThresholdKm: 0 })).toBe("1,50\u202f€ par kilomètre aller-retour")
    expect(deliveryRateLabel({ feePerKm: 0, freeThresholdKm: 10 })).toBe("offerte")
  })
})

describe("a distance that the owner entered", () => {
  test("the distance shows the total before and after", () => {
    expect(distanceEnteredLabel({ totalBefore: 25_000, total: 29_800, distanceKm: 24 })).toBe(
      "Nous avons saisi la distance de votre adresse\u00a0: 24\u00a0km aller-retour. Les frais de livraison s’ajoutent\u00a0: votre total passe de 250\u202f€ à 298\u202f€.",
    )
  })

  test("an unchanged total is reported, and a missing distance shows nothing", () => {
    expect(distanceEnteredLabel({ totalBefore: 25_000, total: 25_000, distanceKm: 8 })).toContain(
      "votre total reste de 250\u202f€",
    )
    expect(distanceEnteredLabel(null)).toBeNull()
  })
})

describe("the destination of a delivery", () => {
  test("the destination is the town with its postcode, and the round trip", () => {
    expect(placeLabel("94130", "Nogent-sur-Marne")).toBe("Nogent-sur-Marne (94130)")
    expect(placeLabel("94130", null)).toBe("94130")
    expect(placeLabel("59400", null, { kind: "quoted", distanceKm: 62, fee: 12400, towns: 14 })).toBe(
      "59400 (14\u00a0communes)",
    )
    expect(placeLabel("94130", null, { kind: "quoted", distanceKm: 62, fee: 12400 })).toBe("94130")
    expect(placeLabel("94130", null, { kind: "to-confirm", distanceKm: 0, fee: 0 })).toBe("94130")
    expect(roundTripLabel(1320)).toBe("1\u202f320\u00a0km aller-retour")
  })

  test("a destination too far away shows the maximum distance", () => {
    expect(tooFarLabel({ kind: "too-far", distanceKm: 1320, maximumKm: 150 }, "Marseille (13001)")).toBe(
      "Marseille (13001) est à 1\u202f320\u00a0km aller-retour, et nous livrons jusqu’à 150\u00a0km aller-retour.",
    )
  })
})

describe("the price of a delivery compared with the rental", () => {
  const quoted = (fee: number) => ({ kind: "quoted", distanceKm: 100, fee }) as const

  test("a delivery is expensive when it costs more than the rental", () => {
    expect(isDeliveryDearerThanRental(quoted(12_100), 12_000)).toBe(true)
    expect(isDeliveryDearerThanRental(quoted(12_000), 12_000)).toBe(false)
  })

  test("a delivery is not compared while it has no price, or nothing is selected", () => {
    expect(isDeliveryDearerThanRental({ kind: "to-confirm", distanceKm: 0, fee: 0 }, 12_000)).toBe(false)
    expect(isDeliveryDearerThanRental({ kind: "too-far", distanceKm: 900, maximumKm: 150 }, 12_000)).toBe(false)
    expect(isDeliveryDearerThanRental(quoted(12_100), 0)).toBe(false)
  })
})
