import { expect, test } from "vitest"
import { bookHref, productHref } from "./links.ts"

test("the way to the wizard carries the dates and the postcode that are known", () => {
  expect(bookHref("p1")).toBe("/book/p1")
  expect(bookHref("p1", { days: ["2027-06-12"] })).toBe("/book/p1?dates=2027-06-12")
  expect(bookHref("p1", { days: ["2027-06-11", "2027-06-12"], postcode: "94130" })).toBe(
    "/book/p1?dates=2027-06-11,2027-06-12&cp=94130",
  )
  expect(bookHref("p1", { days: [], postcode: null })).toBe("/book/p1")
})

test("the way to a product opens its page at the day that was asked for", () => {
  expect(productHref("p1", { days: ["2027-06-12"], postcode: "94130" })).toBe("/product/p1?date=2027-06-12&cp=94130")
  expect(productHref("p1")).toBe("/product/p1")
})
