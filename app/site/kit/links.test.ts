import { expect, test } from "vitest"
import { bookHref, bookOnHref, catalogHref, knownIn, onPageHref, pageIn, productHref } from "./links.ts"

test("the way to the wizard carries the dates and the postcode that are known", () => {
  expect(bookHref("p1")).toBe("/book/p1")
  expect(bookHref("p1", { days: ["2027-06-12"] })).toBe("/book/p1?dates=2027-06-12")
  expect(bookHref("p1", { days: ["2027-06-11", "2027-06-12"], postcode: "94130" })).toBe(
    "/book/p1?dates=2027-06-11,2027-06-12&cp=94130",
  )
  expect(bookHref("p1", { days: [], postcode: null })).toBe("/book/p1")
})

test("a day that is taken leads to its month, where another can be chosen", () => {
  expect(bookHref("p1", { day: "2027-06-12", postcode: "94130" })).toBe("/book/p1?mois=2027-06&cp=94130")
  expect(bookHref("p1", { day: "2027-06-12", days: ["2027-07-03"] })).toBe("/book/p1?dates=2027-07-03")
})

test("the way to a product opens its page at the day that was asked for", () => {
  expect(productHref("p1", { days: ["2027-06-12"], postcode: "94130" })).toBe("/product/p1?date=2027-06-12&cp=94130")
  expect(productHref("p1")).toBe("/product/p1")
})

test("a free day leads to the options, its date chosen", () => {
  expect(bookOnHref("p1", "2027-06-12", { postcode: "94130", town: null })).toBe(
    "/book/p1?step=options&dates=2027-06-12&cp=94130",
  )
  expect(bookOnHref("p1", "2027-06-12", { postcode: null, town: null })).toBe("/book/p1?step=options&dates=2027-06-12")
})

test("the way back to the catalogue keeps the date and the postcode of any page that had them", () => {
  const back = (search: string) => catalogHref(knownIn(search))
  expect(back("?date=2027-06-12&cp=94130")).toBe("/catalog?date=2027-06-12&cp=94130")
  expect(back("?step=options&dates=2027-06-11,2027-06-12&cp=94130")).toBe("/catalog?date=2027-06-11&cp=94130")
  expect(back("?date=&cp=")).toBe("/catalog")
  expect(back("?date=hier&cp=9413")).toBe("/catalog")
})

test("a town goes with its postcode, and never alone", () => {
  const place = { postcode: "59400", town: "Fontaine-Notre-Dame" }
  const carried = "cp=59400&ville=Fontaine-Notre-Dame"
  expect(bookHref("p1", place)).toBe(`/book/p1?${carried}`)
  expect(bookOnHref("p1", "2027-06-12", place)).toBe(`/book/p1?step=options&dates=2027-06-12&${carried}`)
  expect(productHref("p1", place)).toBe(`/product/p1?${carried}`)
  expect(catalogHref(knownIn(`?step=options&${carried}`))).toBe(`/catalog?${carried}`)
  expect(bookHref("p1", { postcode: null, town: "Cambrai" })).toBe("/book/p1")
  expect(catalogHref(knownIn("?ville=Cambrai"))).toBe("/catalog")
})

test("another page of the products keeps what was asked for, and an address that makes no sense is the first", () => {
  const catalog = (search: string, page: number) => onPageHref({ pathname: "/catalog", search }, page)
  expect(catalog("?date=2027-06-12&page=2", 3)).toBe("/catalog?date=2027-06-12&page=3")
  expect(catalog("?date=2027-06-12&page=2", 1)).toBe("/catalog?date=2027-06-12")
  expect(catalog("?page=2", 1)).toBe("/catalog")
  expect(["2", "0", "-1", "2.5", "x", "12345"].map((page) => pageIn(new URLSearchParams({ page })))).toEqual([
    2, 1, 1, 1, 1, 1,
  ])
})
