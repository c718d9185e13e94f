import { expect, test } from "vitest"
import { machinesLabel, machinesOfRental } from "../availability/rented-machines.ts"
import type { ProductId } from "../id.ts"
import { type RentalPart, nameWithParts, unitsOfRental } from "./parts.ts"

const [booth, ring, curtain, bundle] = ["a", "b", "c", "d"].map(
  (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000` as ProductId,
) as [ProductId, ProductId, ProductId, ProductId]
const optionId = "00000000-0000-4000-8000-000000000001"
const curtains: RentalPart = { productId: curtain, name: "Rideau", units: 2, optionId }
const parts: RentalPart[] = [
  { productId: booth, name: "Photomaton", units: 1, optionId: null },
  { productId: ring, name: "Anneau", units: 1, optionId: null },
]

test("a machine takes a unit of its own and its accessories, a bundle those of its parts alone", () => {
  expect(unitsOfRental({ productId: booth, parts: [curtains] })).toEqual([
    { productId: booth, units: 1 },
    { productId: curtain, units: 2 },
  ])
  expect(unitsOfRental({ productId: bundle, parts: [...parts, { ...curtains, productId: ring }] })).toEqual([
    { productId: booth, units: 1 },
    { productId: ring, units: 3 },
  ])
})

test("a contract names the parts of a bundle, and the loading list each machine", () => {
  const rental = { productId: bundle, productName: "Pack mariage", parts: [...parts, curtains] }
  expect(nameWithParts(rental)).toBe("Pack mariage (Photomaton, Anneau)")
  const units = [
    { productId: booth, unit: 1, label: "Coral" },
    { productId: ring, unit: 2, label: null },
    { productId: curtain, unit: 1, label: null },
    { productId: curtain, unit: 3, label: null },
  ]
  expect(machinesLabel(machinesOfRental(rental, units)).replaceAll("\u00a0", " ")).toBe(
    "Photomaton, exemplaire 1 (Coral) ; Anneau, exemplaire 2 ; 2 × Rideau, exemplaires 1 et 3",
  )
})
