import { expect, test } from "vitest"
import { listHref } from "../list-url.ts"
import { bookingsListFor, readBookingsList } from "./list-url.ts"

const read = (search: string) => readBookingsList(new URLSearchParams(search))
const order = (search: string) => `${read(search).descending ? "-" : ""}${read(search).sort}`

test("a list between two days starts with the next event, the whole list with the latest request", () => {
  expect(order("")).toBe("-depot")
  expect(order("du=2027-06-01")).toBe("date")
  expect(order("au=2027-06-30&etat=confirmee")).toBe("date")
  expect(order("etat=confirmee")).toBe("-depot")
})

test("another sort order stays and is part of the address", () => {
  expect(order("du=2027-06-01&tri=-depot")).toBe("-depot")
  const query = read("du=2027-06-01&tri=-depot")
  expect(listHref(bookingsListFor(query.filters), query)).toContain("tri=-depot")
  const usual = read("du=2027-06-01")
  expect(listHref(bookingsListFor(usual.filters), usual)).not.toContain("tri=")
})
