import { expect, test } from "vitest"
import { deliveryLabel } from "./delivery-labels.ts"

test("delivery to a postcode has its price, or says that it is free", () => {
  expect(deliveryLabel("94130", { kind: "quoted", distanceKm: 24, fee: 4800 })).toBe(
    "Livraison à 94130\u00a0: 48\u202f€",
  )
  expect(deliveryLabel("94130", { kind: "quoted", distanceKm: 8, fee: 0 })).toBe("Livraison à 94130\u00a0: gratuite")
})

test("a place that cannot be found or is too far is said so, never priced", () => {
  expect(deliveryLabel("99999", { kind: "to-confirm", distanceKm: 0, fee: 0 })).toBe(
    "Livraison à 99999\u00a0: distance à confirmer",
  )
  expect(deliveryLabel("13001", { kind: "too-far", distanceKm: 1320, maximumKm: 300 })).toBe(
    "Livraison à 13001\u00a0: trop loin, nous livrons jusqu’à 300 km aller-retour",
  )
})
