import { expect, test } from "vitest"
import { bookHref, bookDayHref, catalogHref, readEventContext, pageHref, readPageNumber, productHref } from "./links.ts"

const product = { id: "p1", name: "Miroir" }

test("the link to the wizard carries the chosen dates and postcode", () => {
  expect(bookHref("p1")).toBe("/book/p1")
  expect(bookHref("p1", { days: ["2027-06-12"] })).toBe("/book/p1?dates=2027-06-12")
  expect(bookHref("p1", { days: ["2027-06-11", "2027-06-12"], postcode: "94130" })).toBe(
    "/book/p1?dates=2027-06-11,2027-06-12&cp=94130",
  )
  expect(bookHref("p1", { days: [], postcode: null })).toBe("/book/p1")
})

test("a booked day links to its month, where another can be chosen", () => {
  expect(bookHref("p1", { day: "2027-06-12", postcode: "94130" })).toBe("/book/p1?mois=2027-06&cp=94130")
  expect(bookHref("p1", { day: "2027-06-12", days: ["2027-07-03"] })).toBe("/book/p1?dates=2027-07-03")
})

test("the link to a product opens its page at the requested day", () => {
  expect(productHref(product, { days: ["2027-06-12"], postcode: "94130" })).toBe(
    "/product/miroir-p1?date=2027-06-12&cp=94130",
  )
  expect(productHref(product)).toBe("/product/miroir-p1")
})

test("a free day links to the options, with its date selected", () => {
  expect(bookDayHref("p1", "2027-06-12", { postcode: "94130", town: null })).toBe(
    "/book/p1?step=options&dates=2027-06-12&cp=94130",
  )
  expect(bookDayHref("p1", "2027-06-12", { postcode: null, town: null })).toBe("/book/p1?step=options&dates=2027-06-12")
})

test("the link back to the catalogue keeps the date and the postcode of any page", () => {
  const back = (search: string) => catalogHref(readEventContext(search))
  expect(back("?date=2027-06-12&cp=94130")).toBe("/catalog?date=2027-06-12&cp=94130")
  expect(back("?step=options&dates=2027-06-11,2027-06-12&cp=94130")).toBe("/catalog?date=2027-06-11&cp=94130")
  expect(back("?date=&cp=")).toBe("/catalog")
  expect(back("?date=hier&cp=9413")).toBe("/catalog")
})

test("a town goes along with its postcode, and never alone", () => {
  const place = { postcode: "59400", town: "Fontaine-Notre-Dame" }
  const carried = "cp=59400&ville=Fontaine-Notre-Dame"
  expect(bookHref("p1", place)).toBe(`/book/p1?${carried}`)
  expect(bookDayHref("p1", "2027-06-12", place)).toBe(`/book/p1?step=options&dates=2027-06-12&${carried}`)
  expect(productHref(product, place)).toBe(`/product/miroir-p1?${carried}`)
  expect(catalogHref(readEventContext(`?step=options&${carried}`))).toBe(`/catalog?${carried}`)
  expect(bookHref("p1", { postcode: null, town: "Cambrai" })).toBe("/book/p1")
  expect(catalogHref(readEventContext("?ville=Cambrai"))).toBe("/catalog")
})

test("another page of the products keeps the filters, and an invalid page is the first", () => {
  const catalog = (search: string, page: number) => pageHref({ pathname: "/catalog", search }, page)
  expect(catalog("?date=2027-06-12&page=2", 3)).toBe("/catalog?date=2027-06-12&page=3")
  expect(catalog("?date=2027-06-12&page=2", 1)).toBe("/catalog?date=2027-06-12")
  expect(catalog("?page=2", 1)).toBe("/catalog")
  expect(["2", "0", "-1", "2.5", "x", "12345"].map((page) => readPageNumber(new URLSearchParams({ page })))).toEqual([
    2, 1, 1, 1, 1, 1,
  ])
})
