import { expect, test } from "vitest"
import { listHref } from "../list-url.ts"
import { bookingsListOf, readBookingsList } from "./list-url.ts"

const read = (search: string) => readBookingsList(new URLSearchParams(search))
const order = (search: string) => `${read(search).descending ? "-" : ""}${read(search).sort}`

test("the list between two days begins with the next event, the whole one with the last that came", () => {
  expect(order("")).toBe("-depot")
  expect(order("du=2027-06-01")).toBe("date")
  expect(order("au=2027-06-30&etat=confirmee")).toBe("date")
  expect(order("etat=confirmee")).toBe("-depot")
})

test("another order that was asked for stays, and its address says so", () => {
  expect(order("du=2027-06-01&tri=-depot")).toBe("-depot")
  const asked = read("du=2027-06-01&tri=-depot")
  expect(listHref(bookingsListOf(asked.filters), asked)).toContain("tri=-depot")
  const usual = read("du=2027-06-01")
  expect(listHref(bookingsListOf(usual.filters), usual)).not.toContain("tri=")
})
