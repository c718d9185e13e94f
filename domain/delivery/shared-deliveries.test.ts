import { expect, test } from "vitest"
import type { Day } from "../day.ts"
import { sharedDeliveries, sharedDeliveryLabel } from "./shared-deliveries.ts"

const line = (productName: string, ...days: Day[]) => ({ productName, days })
const wood = line("Photomaton bois", "2027-06-12", "2027-06-13")
const table = line("Borne de table", "2027-06-12", "2027-06-13")
const later = line("Photobooth", "2027-06-13")
const arcade = line("Arcade", "2027-06-12", "2027-06-13")

test("the first booking is charged the shared fee, and each names the others (D48)", () => {
  const shared = sharedDeliveries([wood, later, table, arcade])
  expect(shared.get(wood)).toEqual({ counted: true, with: ["Borne de table", "Arcade"] })
  expect(shared.get(table)).toEqual({ counted: false, with: ["Photomaton bois"] })
  expect(shared.get(arcade)).toEqual({ counted: false, with: ["Photomaton bois"] })
  expect(shared.get(later)).toBeNull()
  expect(sharedDeliveries([])).toEqual(new Map())
})

test("a shared delivery has a short label", () => {
  expect(sharedDeliveryLabel({ counted: true, with: ["Borne", "Arcade"] })).toBe(
    "une seule livraison, avec Borne et Arcade",
  )
  expect(sharedDeliveryLabel({ counted: false, with: ["Borne"] })).toBe("comptée avec Borne")
})
