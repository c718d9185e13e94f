import { expect, test } from "vitest"
import { bookingsHref, closed, readBookingsUrl } from "./bookings-url.ts"

const read = (query: string) => readBookingsUrl(new URLSearchParams(query))

test("the plain address is the first product, this month, with nothing open", () => {
  const url = read("")
  expect(url).toEqual({ product: null, month: null, booking: null, day: null, refusing: null, days: [], bulk: null })
  expect(bookingsHref(url)).toBe("/admin/bookings")
})

test("what one link says, the next page reads", () => {
  const query = "produit=p1&mois=2027-06&reservation=b1&jour=2027-06-12&refuser=b2&jours=2027-06-14&jours=2027-06-15&geste=liberer"
  expect(bookingsHref(read(query))).toBe(`/admin/bookings?${query}`)
})

test("closing keeps the product, the month and the selected days", () => {
  const open = read("produit=p1&mois=2027-06&reservation=b1&jour=2027-06-12&refuser=b2&jours=2027-06-14&geste=bloquer")
  expect(bookingsHref(open, closed)).toBe("/admin/bookings?produit=p1&mois=2027-06&jours=2027-06-14")
})

test("an address typed by hand never breaks the page", () => {
  const url = read("mois=2027-13&jour=2027-02-30&jours=demain&jours=2027-06-15&jours=2027-06-15&jours=2027-06-01&geste=effacer&produit=")
  expect(url).toMatchObject({ product: null, month: null, day: null, bulk: null, days: ["2027-06-01", "2027-06-15"] })
})
