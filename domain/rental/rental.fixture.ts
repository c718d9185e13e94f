import type { Rental } from "./rental.ts"

export function exampleRental(values: Partial<Rental> = {}): Rental {
  return {
    position: 1,
    productId: "00000000-0000-4000-8000-000000000001",
    productName: "Photomaton bois",
    dates: ["2027-06-12"],
    periods: [{ from: "2027-06-11T22:00:00.000Z", until: "2027-06-12T22:00:00.000Z" }],
    windows: null,
    dailyPrice: 25_000,
    options: { items: [], total: 0 },
    photoPacks: 0,
    photoPackPrice: 700,
    photoPackQuantity: 18,
    ...values,
  }
}
