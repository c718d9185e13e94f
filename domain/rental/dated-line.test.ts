import { expect, test } from "vitest"
import { datedLineLabel } from "./dated-line.ts"

test("a product says its days where the rentals of a booking have different ones", () => {
  const line = (rental: number) => ({
    kind: "product" as const,
    label: "Photomaton",
    unitPrice: 25_000,
    quantity: 1,
    days: 1,
    amount: 25_000,
    rental,
  })
  const saturday = { position: 1, productName: "Photomaton", dates: ["2027-06-12" as const] }
  const friday = { position: 2, productName: "Plateforme 360", dates: ["2027-06-11" as const] }
  expect(datedLineLabel(line(1), [saturday, friday]).detail).toBe("1 jour × 250\u202f€, samedi 12 juin 2027")
  expect(datedLineLabel(line(1), [saturday, { ...friday, dates: saturday.dates }]).detail).toBe("1 jour × 250\u202f€")
})
