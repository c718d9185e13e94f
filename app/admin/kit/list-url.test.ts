import { expect, test } from "vitest"
import { type ListShape, orderParams, listHref, readListUrl, sortBy } from "./list-url.ts"

const shape: ListShape<"date" | "total"> = {
  path: "/admin/reservations",
  sorts: ["date", "total"],
  defaultOrder: "-date",
  filters: { etat: ["confirmee", "en-attente"], ville: null },
}
const read = (address: string) => readListUrl(new URLSearchParams(address), shape)

test("an empty address is the default list", () => {
  expect(read("")).toEqual({ search: "", sort: "date", descending: true, page: 1, filters: {} })
  expect(listHref(shape, read(""))).toBe("/admin/reservations")
})

test("an address is read and written back unchanged", () => {
  const address = "q=d%C3%A9jeuner&etat=confirmee&ville=Sceaux&tri=total&page=3"
  expect(read(address)).toEqual({
    search: "déjeuner",
    sort: "total",
    descending: false,
    page: 3,
    filters: { etat: "confirmee", ville: "Sceaux" },
  })
  expect(listHref(shape, read(address), { page: 3 })).toBe(`/admin/reservations?${address}`)
})

test("an address drops invalid values", () => {
  expect(read("etat=inconnu&tri=couleur&page=-4&autre=1")).toEqual(read(""))
  expect(read("page=1e99").page).toBe(1)
})

test("a new filter starts at the first page", () => {
  expect(listHref(shape, read("page=7"), { filters: { etat: "en-attente" } })).toBe(
    "/admin/reservations?etat=en-attente",
  )
})

test("pressing a column sorts by it, and pressing it again reverses the order", () => {
  expect(sortBy(shape, read(""), "total")).toEqual({ href: "/admin/reservations?tri=total" })
  expect(sortBy(shape, read("tri=total"), "total")).toEqual({
    href: "/admin/reservations?tri=-total",
    direction: "ascending",
  })
  expect(sortBy(shape, read("tri=date"), "date")).toEqual({ href: "/admin/reservations", direction: "ascending" })
})

test("a new search keeps the chosen order, and leaves the default one out of the address", () => {
  expect(orderParams(shape, read(""))).toEqual({})
  expect(orderParams(shape, read("q=dupont&tri=total&page=2"))).toEqual({ tri: "total" })
  expect(orderParams(shape, read("tri=date"))).toEqual({ tri: "date" })
})
