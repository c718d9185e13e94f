import { describe, expect, test } from "vitest"
import { quoteDelivery } from "../../../domain/delivery/delivery.ts"
import { describeCalculation } from "./calculation-messages.ts"

const values = { street: "", zipCode: "94130", city: "Nogent-sur-Marne" }
const place = { label: "94130 Nogent-sur-Marne", precision: "commune" as const }

function at(distanceKm: number, rule: { feePerKm: number; freeThresholdKm: number; maximumKm: number | null }) {
  const quote = quoteDelivery(distanceKm, rule)
  if (quote.kind === "to-confirm") throw new Error("A distance was given")
  return describeCalculation({ kind: "calculated", place, quote, rule }, values)
}

describe("the delivery fee calculator", () => {
  test("the calculator shows the distance, the matching rule and the amount", () => {
    const { lines, amount } = at(24, { feePerKm: 200, freeThresholdKm: 10, maximumKm: null })
    expect(amount).toBe("48\u202f€")
    expect(lines[0]).toContain("24\u00a0km aller-retour")
    expect(lines[0]).toContain("centre de la commune")
    expect(lines[1]).toBe("Au-delà de 10\u00a0km\u00a0: 2\u202f€ × 24\u00a0km, arrondi à l’euro.")
  })

  test("the calculator takes a fee and a threshold in tenths, and rounds to the euro", () => {
    const { lines, amount } = at(25, { feePerKm: 210, freeThresholdKm: 12.5, maximumKm: null })
    expect(amount).toBe("53\u202f€")
    expect(lines[1]).toContain("2,10\u202f€ × 25\u00a0km")
    expect(lines[1]).toContain("12,5\u00a0km")
  })

  test("delivery is free at the threshold and refused beyond the limit", () => {
    expect(at(10, { feePerKm: 200, freeThresholdKm: 10, maximumKm: 50 }).amount).toBe("Gratuite")
    const far = at(51, { feePerKm: 200, freeThresholdKm: 10, maximumKm: 50 })
    expect([far.title, far.tone, far.amount]).toEqual(["Trop loin", "warning", null])
  })

  test("the calculator shows what a customer reads when an address does not exist", () => {
    expect(describeCalculation({ kind: "not-found" }, values).lines[0]).toContain("Distance à confirmer")
    expect(describeCalculation({ kind: "no-warehouse" }, values).title).toBe("Le dépôt n’est pas encore placé")
  })
})
