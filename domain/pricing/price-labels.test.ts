import { describe, expect, test } from "vitest"
import type { PriceLine } from "./price.ts"
import { daysLabel, lineAmountLabel, lineLabel } from "./price-labels.ts"

const tariff = { photoPackQuantity: 18 }
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
  test("says for how many days at what price, and how many there are", () => {
    const perDay = "1 jour × 250\u202f€"
    expect(lineLabel(line({}), tariff)).toEqual({ label: "Photomaton", detail: perDay })
    for (const kind of ["option", "sub-option"] as const) {
      expect(lineLabel(line({ kind, label: "Nappe", unitPrice: 500, quantity: 3, days: 2 }), tariff)).toEqual({
        label: "Nappe × 3",
        detail: "2 jours × 15\u202f€",
      })
    }
  })

  test("of photographs says how many there are in all", () => {
    const packs = line({ kind: "photo-pack", label: "Pack photo", unitPrice: 700, quantity: 2, days: 2 })
    expect(lineLabel(packs, tariff)).toEqual({
      label: "Pack photo × 2",
      detail: "72 photos en tout, 2 jours × 14\u202f€",
    })
  })

  test("of a delivery says where to, and with what else", () => {
    const shared = { counted: false, with: ["Photomaton bois"] }
    const delivery = (values: Partial<PriceLine>) => line({ kind: "delivery", label: "Livraison", ...values })
    expect(lineLabel(delivery({}), tariff)).toEqual({ label: "Livraison", detail: "" })
    expect(lineLabel(delivery({}), tariff, "24 km").detail).toBe("24 km")
    expect(lineLabel(delivery({ shared }), tariff).detail).toBe("comptée avec Photomaton bois")
    expect(lineLabel(delivery({ shared }), tariff, "24 km").detail).toBe("24 km, comptée avec Photomaton bois")
  })
})

test("an amount is one, but for a delivery that costs nothing", () => {
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
