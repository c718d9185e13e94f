import { describe, expect, test } from "vitest"
import { bookOptions, priceOf, priceOfRentals } from "../pricing/price.ts"
import { exampleRental } from "../rental/rental.fixture.ts"
import type { Rental } from "../rental/rental.ts"
import { addressLine, toPricedRental } from "./booking.ts"

const offers = [
  {
    id: "decor",
    parentId: null,
    name: "Décor",
    price: 3_000,
    unit: "unit",
    quantityStep: 1,
    minQuantity: 0,
    maxQuantity: null,
    isOnce: false,
    choiceGroup: "",
  },
  {
    id: "light",
    parentId: "decor",
    name: "Éclairage",
    price: 1_000,
    unit: "day",
    quantityStep: 1,
    minQuantity: 0,
    maxQuantity: null,
    isOnce: false,
    choiceGroup: "",
  },
] as const
const options = bookOptions(offers, [
  { optionId: "decor", quantity: 2 },
  { optionId: "light", quantity: 1 },
])
if (!options.ok) throw new Error("the example must be allowed")

const choice = {
  product: { name: "Photobooth", dailyPrice: 25_000, photoPackPrice: 700, photoPackQuantity: 18 },
  days: 2,
  options: options.value,
  photoPacks: 2,
  deliveryFee: 4_400,
}
const asOrdered = priceOf(choice)
const rental = exampleRental({
  productName: "Photobooth",
  dates: ["2027-06-11", "2027-06-12"],
  options: { items: options.value, total: asOrdered.optionsTotal },
  photoPacks: 2,
})

describe("a booking stored with its prices (D3)", () => {
  test("a booking is priced again to its original lines, also after a trip through JSON", () => {
    const stored = JSON.parse(JSON.stringify(rental)) as Rental
    expect(priceOfRentals([toPricedRental(stored, null)], { deliveryFee: 4_400 })).toEqual(asOrdered)
    expect(asOrdered.total).toBe(50_000 + 12_000 + 2_000 + 2_800 + 4_400)
  })

  test("a booking for pick-up has no delivery line", () => {
    const { lines } = priceOfRentals([toPricedRental(rental, null)], { deliveryFee: null })
    expect(lines.some(({ kind }) => kind === "delivery")).toBe(false)
  })

  test("a booking of several rentals has one delivery, and each line names its rental", () => {
    const table = exampleRental({ position: 2, productName: "Borne de table", dailyPrice: 12_000 })
    const { lines, total } = priceOfRentals(
      [rental, table].map((each) => toPricedRental(each, null)),
      { deliveryFee: 4_400 },
    )
    expect(lines.map((line) => [line.label, line.rental])).toEqual([
      ["Photobooth", 1],
      ["Décor", 1],
      ["Éclairage", 1],
      ["Pack photo", 1],
      ["Borne de table", 2],
      ["Livraison", undefined],
    ])
    expect(total).toBe(asOrdered.total + 12_000)
  })
})

describe("an address on one line", () => {
  test("an address has the street, then postcode and town", () => {
    expect(addressLine({ street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont" })).toBe(
      "12 quai de la Marne, 94340 Joinville-le-Pont",
    )
  })

  test("an address leaves out its missing parts", () => {
    expect(addressLine({ street: "", zipCode: "94340", city: "Joinville-le-Pont" })).toBe("94340 Joinville-le-Pont")
    expect(addressLine({ street: "12 quai de la Marne", zipCode: "", city: "" })).toBe("12 quai de la Marne")
    expect(addressLine({ street: "", zipCode: "", city: "" })).toBe("")
  })
})
