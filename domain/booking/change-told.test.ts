import { expect, test } from "vitest"
import { toldChange } from "./change-told.ts"

const address = { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont", instructions: "" }
const decor = { id: "a", parentId: null, name: "Décor", price: 1000, unit: "unit", quantity: 1 } as const
const booking = {
  dates: ["2027-06-12"],
  options: { items: [decor], total: 1000 },
  photoPacks: 0,
  isDelivery: true,
  address,
  distance: 24,
  deliveryFee: 4800,
  total: 30_800,
}

test("a change is told by what is different alone, with options and places in words", () => {
  const after = {
    ...booking,
    options: { items: [{ ...decor, quantity: 2 }], total: 2000 },
    photoPacks: 3,
    total: 33_900,
  }
  expect(toldChange(booking, after)).toEqual({
    before: { options: ["1\u00a0× Décor"], total: 30_800 },
    after: { options: ["2\u00a0× Décor", "3\u00a0× Pack photo"], total: 33_900 },
  })
})

test("instructions for the driver are part of the place, and who fetches it has no distance", () => {
  expect(toldChange(booking, { ...booking, address: { ...address, instructions: "Code 12B" } }).after).toEqual({
    place: "Livraison\u00a0: 12 quai de la Marne, 94340 Joinville-le-Pont (Code 12B)",
  })
  expect(toldChange(booking, { ...booking, isDelivery: false, deliveryFee: 0, total: 26_000 })).toEqual({
    before: {
      place: "Livraison\u00a0: 12 quai de la Marne, 94340 Joinville-le-Pont",
      distanceKm: 24,
      deliveryFee: 4800,
      total: 30_800,
    },
    after: {
      place: "Retrait\u00a0: 12 quai de la Marne, 94340 Joinville-le-Pont",
      distanceKm: 0,
      deliveryFee: 0,
      total: 26_000,
    },
  })
})

test("nothing different tells nothing", () => {
  expect(toldChange(booking, { ...booking })).toEqual({ before: {}, after: {} })
})
