import { expect, test } from "vitest"
import { deliveryLabel } from "./delivery-labels.ts"

test("delivery to a postcode shows its price, or that it is free", () => {
  expect(deliveryLabel("94130", { kind: "quoted", distanceKm: 24, fee: 4800, centre: "Nogent-sur-Marne" })).toBe(
    "Livraison à Nogent-sur-Marne (94130)\u00a0: 48\u202f€, 24\u00a0km aller-retour",
  )
  expect(deliveryLabel("94130", { kind: "quoted", distanceKm: 8, fee: 0 })).toBe(
    "Livraison à 94130\u00a0: gratuite, 8\u00a0km aller-retour",
  )
})

test("a place that is unknown or too far says so and has no price", () => {
  expect(deliveryLabel("99999", { kind: "to-confirm", distanceKm: 0, fee: 0 })).toBe(
    "Livraison à 99999\u00a0: distance à confirmer",
  )
  expect(deliveryLabel("13001", { kind: "too-far", distanceKm: 1320, maximumKm: 300 })).toBe(
    "Livraison à 13001\u00a0: trop loin, 1\u202f320\u00a0km aller-retour. Nous livrons jusqu’à 300\u00a0km aller-retour\u00a0; le retrait au dépôt est gratuit",
  )
})
