import { expect, test } from "vitest"
import type { Rental } from "../../../../domain/rental/rental.ts"
import { restartHref } from "./paths.ts"

const rental = {
  productId: "cabine",
  options: { items: [{ id: "livre-dor", quantity: 2 }], total: 0 },
  photoPacks: 1,
} as unknown as Rental
const address = { zipCode: "77300", city: "Fontainebleau" }

test("choosing other days keeps the product, its options and the postcode", () => {
  expect(restartHref({ rentals: [rental], address })).toBe(
    "/book/cabine?step=calendar&o.livre-dor=2&packs=1&cp=77300&ville=Fontainebleau",
  )
  expect(restartHref({ rentals: [rental, rental], address })).toBe("/catalog?cp=77300&ville=Fontainebleau")
})
