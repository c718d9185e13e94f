import { describe, expect, test } from "vitest"
import type { BookedOption } from "../pricing/price.ts"
import { exampleRental } from "../rental/rental.fixture.ts"
import { type ChangeableBooking, changeLines } from "./change-lines.ts"

const before: ChangeableBooking = {
  rentals: [exampleRental()],
  isDelivery: true,
  address: { street: "3 rue du Pré", zipCode: "94130", city: "Nogent", instructions: "" },
  deliveryFee: 4_800,
  priceLines: { version: 1, lines: [] },
}
const changed = (values: Partial<ChangeableBooking>) => changeLines(before, { ...before, ...values })
const option = (name: string, quantity: number): BookedOption => ({
  id: name,
  parentId: null,
  name,
  price: 500,
  unit: "unit",
  quantity,
})

describe("the changes of a booking", () => {
  test("an unchanged booking has no changes", () => {
    expect(changed({})).toEqual([])
  })

  test("each part is listed before and after", () => {
    expect(changed({ rentals: [exampleRental({ dates: ["2027-06-19"], photoPacks: 2 })] })).toEqual([
      { label: "Dates", before: "samedi 12 juin 2027", after: "samedi 19 juin 2027" },
      { label: "Packs photo", before: "aucun", after: "2" },
    ])
    expect(
      changed({
        rentals: [exampleRental({ options: { items: [option("Nappe", 1), option("Banc", 3)], total: 2_000 } })],
      }),
    ).toEqual([{ label: "Options", before: "aucune", after: "Nappe, Banc × 3" }])
    expect(changed({ isDelivery: false })).toEqual([
      { label: "Livraison ou retrait", before: "livraison", after: "retrait au dépôt" },
      { label: "Frais de livraison", before: "48\u202f€", after: "aucuns" },
    ])
    expect(changed({ address: { ...before.address, city: "Bry", instructions: "Code 12" } })).toEqual([
      { label: "Adresse", before: "3 rue du Pré, 94130 Nogent", after: "3 rue du Pré, 94130 Bry" },
      { label: "Consignes", before: "aucune", after: "Code 12" },
    ])
  })

  test("a rental that comes or goes is named with what it has", () => {
    const platform = exampleRental({ position: 2, productName: "Plateforme 360", photoPacks: 1 })
    const added = [
      { label: "Location", before: "Photomaton bois", after: "Photomaton bois, Plateforme 360" },
      { label: "Dates (Plateforme 360)", before: "aucune", after: "samedi 12 juin 2027" },
      { label: "Packs photo (Plateforme 360)", before: "aucun", after: "1" },
    ]
    expect(changed({ rentals: [exampleRental(), platform] })).toEqual(added)
    expect(changeLines({ ...before, rentals: [exampleRental(), platform] }, before)).toEqual(
      added.map(({ label, before: none, after }) => ({ label, before: after, after: none })),
    )
  })

  test("the owner's own lines are named with their amounts", () => {
    const adjustment = (label: string, amount: number) => ({
      kind: "adjustment" as const,
      id: label,
      adjustment: "discount" as const,
      reason: "Fidélité",
      label,
      amount,
      unitPrice: amount,
      quantity: 1 as const,
      days: 1 as const,
    })
    const lines = [adjustment("Remise", -5_000), adjustment("Trajet", 1_250)]
    expect(changed({ priceLines: { version: 1, lines } })).toEqual([
      {
        label: "Remises et suppléments",
        before: "aucun",
        after: expect.stringMatching(/^Remise \(.50\u202f€\), Trajet \(12,50\u202f€\)$/),
      },
    ])
  })
})
