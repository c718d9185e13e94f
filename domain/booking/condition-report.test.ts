import { expect, test } from "vitest"
import { hasLeft, lastReturnDay, returnDay } from "./condition-report.ts"
import { periodOfDays } from "../rental/rental.ts"

const out = (day: string) => ({ leg: "out" as const, recordedAt: new Date(`${day}T08:00:00Z`), machines: [] })
const back = (day: string) => ({ leg: "back" as const, recordedAt: new Date(`${day}T20:00:00Z`), machines: [] })
const weekend = periodOfDays(["2027-06-12", "2027-06-13"])

test("the equipment is back once both condition reports are signed, on the day of the last one", () => {
  expect(returnDay([], weekend)).toBeNull()
  expect(returnDay([out("2027-06-12")], weekend)).toBeNull()
  expect(returnDay([back("2027-06-13")], weekend)).toBeNull()
  expect(returnDay([out("2027-06-11"), back("2027-06-12"), back("2027-06-13")], weekend)).toBe("2027-06-13")
})

test("a rental of two Saturdays, returned from the first, is neither out nor back for the second", () => {
  const saturdays = periodOfDays(["2027-06-12", "2027-06-19"])
  const first = [out("2027-06-12"), back("2027-06-13")]
  expect(returnDay(first, periodOfDays(["2027-06-12"]))).toBe("2027-06-13")
  expect([hasLeft(first, saturdays), returnDay(first, saturdays)]).toEqual([false, null])
  const second = [...first, out("2027-06-18"), back("2027-06-20")]
  expect([hasLeft(second, saturdays), returnDay(second, saturdays)]).toEqual([true, "2027-06-20"])
})

test("the equipment is out for its first days whenever the departure report was signed", () => {
  expect(hasLeft([out("2027-06-01")], weekend)).toBe(true)
  expect(hasLeft([back("2027-06-12")], weekend)).toBe(false)
})

test("a booking is back once each of its machines is, by a report that names it or all", () => {
  const rentals = [
    { position: 1, dates: weekend.dates },
    { position: 3, dates: ["2027-06-13" as const] },
  ]
  const booth = [
    { ...out("2027-06-12"), machines: [{ rental: 1 }] },
    { ...back("2027-06-13"), machines: [{ rental: 1 }] },
  ]
  expect(lastReturnDay(booth, rentals)).toBeNull()
  expect(lastReturnDay([...booth, out("2027-06-13"), back("2027-06-14")], rentals)).toBe("2027-06-14")
})
