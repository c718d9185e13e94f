import { describe, expect, test } from "vitest"
import type { PriceLine } from "./price.ts"
import { daysLabel, lineAmountLabel, lineLabel } from "./price-labels.ts"

const line = (values: Partial<PriceLine>): PriceLine =>
  ({
    kind: "product",
    label: "Photomaton",
    unitPrice: 25_000,
    quantity: 1,
    days: 1,
    amount: 25_000,
    ...values,
  }) as PriceLine

describe("a price line", () => {
  test("the line shows its days, price and quantity", () => {
    const perDay = "1 jour × 250\u202f€"
    expect(lineLabel(line({}))).toEqual({ label: "Photomaton", detail: perDay })
    for (const kind of ["option", "sub-option"] as const) {
      expect(lineLabel(line({ kind, label: "Nappe", unitPrice: 500, quantity: 3, days: 2 }))).toEqual({
        label: "Nappe × 3",
        detail: "2 jours × 15\u202f€",
      })
    }
  })

  test("the line of an option that counts once says so instead of the days", () => {
    const once = { kind: "option", label: "Transport", unitPrice: 150, days: 1, isOnce: true } as const
    expect(lineLabel(line({ ...once, quantity: 20 })).detail).toBe("20 × 1,50\u202f€, une fois par location")
    expect(lineLabel(line({ ...once, quantity: 1, isFixed: true })).detail).toBe("une fois par location")
  })

  test("the line of photo packs shows the total number of photos", () => {
    const packs = line({
      kind: "photo-pack",
      label: "Pack photo",
      unitPrice: 700,
      quantity: 2,
      days: 2,
      photosPerPack: 18,
    })
    expect(lineLabel(packs)).toEqual({
      label: "Pack photo × 2",
      detail: "72 photos en tout, 2 jours × 14\u202f€",
    })
  })

  test("the line of a delivery shows the place, and the bookings that share it", () => {
    const shared = { counted: false, with: ["Photomaton bois"] }
    const delivery = (values: Partial<PriceLine>) => line({ kind: "delivery", label: "Livraison", ...values })
    expect(lineLabel(delivery({}))).toEqual({ label: "Livraison", detail: "" })
    expect(lineLabel(delivery({}), "24 km").detail).toBe("24 km")
    expect(lineLabel(delivery({ shared })).detail).toBe("comptée avec Photomaton bois")
    expect(lineLabel(delivery({ shared }), "24 km").detail).toBe("24 km, comptée avec Photomaton bois")
  })
})

test("an amount reads as an amount, except for a free delivery", () => {
  const delivery = (amount: number, counted?: boolean) =>
    line({ kind: "delivery", amount, ...(counted === undefined ? {} : { shared: { counted, with: ["Borne"] } }) })
  expect(lineAmountLabel(line({ amount: 0 }), true)).toBe("0\u202f€")
  expect(lineAmountLabel(delivery(4_800), true)).toBe("48\u202f€")
  expect(lineAmountLabel(delivery(0), false)).toBe("gratuite")
  expect(lineAmountLabel(delivery(0), true)).toBe("à confirmer")
  expect(lineAmountLabel(delivery(0, true), false)).toBe("gratuite")
  expect(lineAmountLabel(delivery(0, false), true)).toBe("comprise")
})

test("one day is singular", () => {
  expect([0, 1, 2].map(daysLabel)).toEqual(["0 jour", "1 jour", "2 jours"])
})
