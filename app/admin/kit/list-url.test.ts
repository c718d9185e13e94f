import { expect, test } from "vitest"
import { type ListShape, keptOrder, listHref, readListUrl, sortBy } from "./list-url.ts"

const shape: ListShape<"date" | "total"> = {
  path: "/admin/reservations",
  sorts: ["date", "total"],
  usual: "-date",
  filters: { etat: ["confirmee", "en-attente"], ville: null },
}
const read = (address: string) => readListUrl(new URLSearchParams(address), shape)

test("an empty address is the usual list", () => {
  expect(read("")).toEqual({ search: "", sort: "date", descending: true, page: 1, filters: {} })
  expect(listHref(shape, read(""))).toBe("/admin/reservations")
})

test("what an address says is read and written again", () => {
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

test("what makes no sense is left out", () => {
  expect(read("etat=inconnu&tri=couleur&page=-4&autre=1")).toEqual(read(""))
  expect(read("page=1e99").page).toBe(1)
})

test("another filter begins at the first page again", () => {
  expect(listHref(shape, read("page=7"), { filters: { etat: "en-attente" } })).toBe(
    "/admin/reservations?etat=en-attente",
  )
})

test("pressing a column sorts by it, pressing it again turns the order around", () => {
  expect(sortBy(shape, read(""), "total")).toEqual({ href: "/admin/reservations?tri=total" })
  expect(sortBy(shape, read("tri=total"), "total")).toEqual({
    href: "/admin/reservations?tri=-total",
    now: "ascending",
  })
  expect(sortBy(shape, read("tri=date"), "date")).toEqual({ href: "/admin/reservations", now: "ascending" })
})

test("another search keeps the order that was chosen, and says nothing of the usual one", () => {
  expect(keptOrder(shape, read(""))).toEqual({})
  expect(keptOrder(shape, read("q=dupont&tri=total&page=2"))).toEqual({ tri: "total" })
  expect(keptOrder(shape, read("tri=date"))).toEqual({ tri: "date" })
})
