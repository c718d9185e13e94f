import { expect, test } from "vitest"
import { productKey, readProductKey } from "./product-key.ts"

const id = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"

test.each([
  ["Photomaton bois", "photomaton-bois-"],
  ["  Borne « Été » – n°\u00a02 ", "borne-ete-n-2-"],
  ["Cœur & ÆGIR", "coeur-aegir-"],
  ["L’Œil du photographe", "l-oeil-du-photographe-"],
  ["Un très long nom de machine que personne ne lirait en entier", "un-tres-long-nom-de-machine-que-personne-"],
  ["a".repeat(60), `${"a".repeat(40)}-`],
  ["照相机", ""],
  ["!!!", ""],
])("a product's address begins with its name in plain letters: %s", (name, start) => {
  expect(productKey({ id, name })).toBe(start + id)
})

test.each(["Photomaton bois", "照相机", "2027-2028", id])("the id is read back from the address: %s", (name) => {
  expect(readProductKey(productKey({ id, name }))).toBe(id)
})

test.each([id, id.toUpperCase(), "1", "photomaton-bois", ""])("what has no name in front stays as it is: %s", (key) => {
  expect(readProductKey(key)).toBe(key)
})
