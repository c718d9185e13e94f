import { expect, test } from "vitest"
import { countedAddress, countedPage } from "./counted-page.ts"

const id = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"

test.each([
  ["/", {}, "/"],
  ["", {}, "/"],
  ["catalog", {}, "/catalog"],
  ["/faq", {}, "/faq"],
  ["legal/:page", { page: "cgv" }, "/legal/cgv"],
  ["legal/cookies", {}, "/legal/cookies"],
  ["product/:id", { id: id.toUpperCase() }, `/product/${id}`],
  ["product/:id", { id: `photomaton-bois-${id}` }, `/product/${id}`],
  ["book/:id", { id }, `/book/${id}`],
  ["manual/:id", { id }, `/manual/${id}`],
])("a public page is counted by its path, whatever its query: %s", (pattern, params, page) => {
  expect(countedPage(pattern, params)).toBe(page)
})

test.each([
  ["*", { "*": "wp-login.php" }],
  ["legal/:page", { page: "cgu" }],
  ["product/:id", { id: "1" }],
  ["product/:id", {}],
  ["account", {}],
  ["cart", {}],
  ["connexion", {}],
  ["booking/confirmation", {}],
  ["nouveau-mot-de-passe/:token", { token: "secret" }],
  ["verification/:token", { token: "secret" }],
  ["newsletter/confirmer/:token", { token: "secret" }],
])("a page that is private, secret or nonexistent is not counted: %s", (pattern, params) => {
  expect(countedPage(pattern, params)).toBeNull()
})

test.each([
  ["/", { page: "/", productId: null }],
  ["/catalog?date=2027-06-12", { page: "/catalog", productId: null }],
  ["/legal/cookies#preferences", { page: "/legal/cookies", productId: null }],
  [`/product/${id.toUpperCase()}/?mois=2027-06`, { page: `/product/${id}`, productId: id }],
  [`/product/photomaton-bois-${id}`, { page: `/product/${id}`, productId: id }],
])("an address is counted as its page: %s", (address, page) => {
  expect(countedAddress(address)).toEqual(page)
})

test.each(["/product/1", "/product/:id", "/connexion", "/verification/secret", "/nulle-part", "//autre.example"])(
  "a private or unknown address is not counted: %s",
  (address) => {
    expect(countedAddress(address)).toBeNull()
  },
)
