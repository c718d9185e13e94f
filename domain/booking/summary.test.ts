import { expect, test } from "vitest"
import { parseSummary } from "./summary.ts"

const stored = {
  id: "00000000-0000-4000-8000-000000000001",
  number: 1042,
  ownerId: "00000000-0000-4000-8000-000000000002",
  status: "pending",
  product: {
    name: "Miroir",
    price: 29_000,
    features: ["Tactile"],
    photoPackPrice: 700,
    photoPackQuantity: 18,
    securityDeposit: 50_000,
  },
  dates: ["2027-06-12"],
  address: { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" },
  isDelivery: true,
  distance: 4,
  distanceToConfirm: false,
  deliveryFee: 0,
  options: { items: [{ name: "Livre d’or", price: 3000 }] },
  photoPacks: 0,
  lines: [{ kind: "product", label: "Miroir", unitPrice: 29_000, quantity: 1, days: 1, amount: 29_000 }],
  total: 29_000,
  totalBefore: null,
  centre: null,
}
const read = (change: object) => parseSummary(JSON.stringify({ ...stored, ...change }))

test("the summary in browser storage is read back, with the bookings ordered together", () => {
  expect(parseSummary(JSON.stringify(stored))).toEqual(stored)
  expect(read({ together: [stored] })).toEqual({ ...stored, together: [stored] })
  for (const nothing of [null, "", "{", "null", "[]", "7", '"pending"']) expect(parseSummary(nothing)).toBeNull()
})

const numbers = ["number", "distance", "deliveryFee", "photoPacks", "total"] as const
const texts = ["street", "zipCode", "city", "instructions"] as const

test.each<[string, object]>([
  ...numbers.map((name): [string, object] => [name, { [name]: 1.5 }]),
  ...(["price", "photoPackPrice", "photoPackQuantity", "securityDeposit"] as const).map((name): [string, object] => [
    `product.${name}`,
    { product: { ...stored.product, [name]: "29000" } },
  ]),
  ...texts.map((name): [string, object] => [`address.${name}`, { address: { ...stored.address, [name]: null } }]),
  ["address", { address: null }],
  ["product", { product: "Miroir" }],
  ["product.name", { product: { ...stored.product, name: 7 } }],
  ["product.features", { product: { ...stored.product, features: "Tactile" } }],
  ["a feature", { product: { ...stored.product, features: ["Tactile", 7] } }],
  ["ownerId", { ownerId: null }],
  ["status", { status: "lost" }],
  ["isDelivery", { isDelivery: "yes" }],
  ["distanceToConfirm", { distanceToConfirm: 0 }],
  ["dates", { dates: "2027-06-12" }],
  ["a day", { dates: ["2027-06-12", "2027-06-31"] }],
  ["a day that is no text", { dates: [7] }],
  ["lines", { lines: {} }],
  ["a line’s kind", { lines: [{ ...stored.lines[0], kind: "tip" }] }],
  ["a line’s label", { lines: [{ ...stored.lines[0], label: null }] }],
  ...(["unitPrice", "quantity", "days", "amount"] as const).map((name): [string, object] => [
    `a line’s ${name}`,
    { lines: [{ ...stored.lines[0], [name]: null }] },
  ]),
  ["options", { options: { items: null } }],
  ["an option’s name", { options: { items: [{ name: 7, price: 3000 }] } }],
  ["an option’s price", { options: { items: [{ name: "Livre d’or", price: "30 €" }] } }],
  ["a booking ordered together", { together: [{}] }],
  ["the list of bookings ordered together", { together: stored }],
])("a copy is rejected for an invalid value: %s", (_, change) => {
  expect(read(change)).toBeNull()
})
