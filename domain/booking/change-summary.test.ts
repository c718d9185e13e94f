import { expect, test } from "vitest"
import { exampleRental } from "../rental/rental.fixture.ts"
import { type SummarizedBooking, summarizeChange } from "./change-summary.ts"

const address = { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont", instructions: "" }
const decor = { id: "a", parentId: null, name: "Décor", price: 1000, unit: "unit", quantity: 1 } as const
const booking: SummarizedBooking = {
  rentals: [exampleRental({ options: { items: [decor], total: 1000 } })],
  isDelivery: true,
  address,
  distance: 24,
  deliveryFee: 4800,
  total: 30_800,
}

test("the summary holds only what differs, with options and places in words", () => {
  const after = {
    ...booking,
    rentals: [exampleRental({ options: { items: [{ ...decor, quantity: 2 }], total: 2000 }, photoPacks: 3 })],
    total: 33_900,
  }
  expect(summarizeChange(booking, after)).toEqual({
    details: {
      before: { options: ["1\u00a0× Décor"], total: 30_800 },
      after: { options: ["2\u00a0× Décor", "3\u00a0× Pack photo"], total: 33_900 },
    },
  })
})

test("the summary separates the place, with driver instructions and without a distance for pick-up", () => {
  const coded = summarizeChange(booking, { ...booking, address: { ...address, instructions: "Code 12B" } })
  expect(coded.personal?.after).toEqual({
    place: "Livraison\u00a0: 12 quai de la Marne, 94340 Joinville-le-Pont (Code 12B)",
  })
  expect(coded.details).toEqual({ before: {}, after: {} })
  expect(summarizeChange(booking, { ...booking, isDelivery: false, deliveryFee: 0, total: 26_000 })).toEqual({
    details: {
      before: { distanceKm: 24, deliveryFee: 4800, total: 30_800 },
      after: { distanceKm: 0, deliveryFee: 0, total: 26_000 },
    },
    personal: {
      before: { place: "Livraison\u00a0: 12 quai de la Marne, 94340 Joinville-le-Pont" },
      after: { place: "Retrait\u00a0: 12 quai de la Marne, 94340 Joinville-le-Pont" },
    },
  })
})

test("an unchanged booking has an empty summary", () => {
  expect(summarizeChange(booking, { ...booking })).toEqual({ details: { before: {}, after: {} } })
})
