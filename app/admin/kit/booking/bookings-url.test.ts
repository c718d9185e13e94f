import { expect, test } from "vitest"
import { bookingsHref, sheetsClosed, hrefAfterClosing, readBookingsUrl } from "./bookings-url.ts"

const read = (query: string) => readBookingsUrl(new URLSearchParams(query))

test("the plain address is the first product, this month, with nothing open", () => {
  const url = read("")
  expect(url).toEqual({
    product: null,
    search: "",
    month: null,
    booking: null,
    day: null,
    refusing: null,
    edit: null,
    rental: null,
    rentedProduct: null,
    list: null,
    days: [],
    bulk: null,
  })
  expect(bookingsHref(url)).toBe("/admin/bookings")
})

test("the page reads back what a link wrote @R-bookings-picker", () => {
  const query =
    "produit=p1&q=bois&mois=2027-06&reservation=b1&jour=2027-06-12&refuser=b2&jours=2027-06-14&jours=2027-06-15&geste=liberer"
  expect(bookingsHref(read(query))).toBe(`/admin/bookings?${query}`)
})

test("a change of a booking has an address, including days proposed by another screen", () => {
  const query = "reservation=b1&modifier=dates&jours=2027-06-14&jours=2027-06-15"
  expect(read(query)).toMatchObject({ booking: "b1", edit: "dates", days: ["2027-06-14", "2027-06-15"] })
  const all = "reservation=b1&modifier=adresse&liste=q%3Ddupont%26page%3D2"
  expect(bookingsHref(read(all))).toBe(`/admin/bookings?${all}`)
  const rental = "reservation=b1&modifier=remplacer&location=2&louer=p2"
  expect(read(rental)).toMatchObject({ edit: "remplacer", rental: 2, rentedProduct: "p2" })
  expect(bookingsHref(read(rental))).toBe(`/admin/bookings?${rental}`)
  expect(read("modifier=tout").edit).toBeNull()
  // A malformed position is no rental, rather than the first.
  for (const text of ["abc", "-1", "99999999999"]) expect(read(`modifier=retirer&location=${text}`).rental).toBe(0)
})

test("a booking opened from the list closes to the same list", () => {
  expect(hrefAfterClosing(read("reservation=b1&liste=q%3Ddupont%26page%3D2"))).toBe(
    "/admin/bookings/liste?q=dupont&page=2",
  )
  expect(hrefAfterClosing(read("reservation=b1&liste="))).toBe("/admin/bookings/liste")
  expect(hrefAfterClosing(read("produit=p1&reservation=b1&modifier=dates&jours=2027-06-14"))).toBe(
    "/admin/bookings?produit=p1",
  )
})

test("closing keeps the product, the month and the selected days", () => {
  const open = read(
    "produit=p1&q=bois&mois=2027-06&reservation=b1&jour=2027-06-12&refuser=b2&jours=2027-06-14&geste=bloquer",
  )
  expect(bookingsHref(open, sheetsClosed)).toBe("/admin/bookings?produit=p1&q=bois&mois=2027-06&jours=2027-06-14")
})

test("an address typed by hand never breaks the page", () => {
  const url = read(
    "mois=2027-13&jour=2027-02-30&jours=demain&jours=2027-06-15&jours=2027-06-15&jours=2027-06-01&geste=effacer&produit=",
  )
  expect(url).toMatchObject({ product: null, month: null, day: null, bulk: null, days: ["2027-06-01", "2027-06-15"] })
})
