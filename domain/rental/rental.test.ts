import { expect, test } from "vitest"
import {
  firstDay,
  includesDay,
  isSamePeriod,
  lastDay,
  numberOfDays,
  periodOf,
  periodOfDays,
  rentalDays,
  rentalLabel,
} from "./rental.ts"

const weekend = periodOfDays(["2027-06-13", "2027-06-12"])
const saturdays = periodOfDays(["2027-06-05", "2027-06-12", "2027-06-19"])

test("a period has its days in order", () => {
  expect(rentalDays(weekend)).toEqual(["2027-06-12", "2027-06-13"])
  expect([firstDay(weekend), lastDay(weekend), numberOfDays(weekend)]).toEqual(["2027-06-12", "2027-06-13", 2])
})

test("a period has a label for a sentence, after « de » and for a table", () => {
  const oneDay = periodOfDays(["2027-06-12"])
  expect(rentalLabel(oneDay)).toBe("samedi 12 juin 2027")
  expect(rentalLabel(oneDay, "after-de")).toBe("du samedi 12 juin 2027")
  expect(rentalLabel(oneDay, "table")).toBe("sam.\u00a012\u00a0juin\u00a02027")
  expect(rentalLabel(weekend)).toBe("du 12 au 13 juin 2027")
  expect(rentalLabel(saturdays, "after-de")).toBe("des 5, 12 et 19 juin 2027")
})

test("a period of separate days does not include the days between", () => {
  expect(includesDay(saturdays, "2027-06-12")).toBe(true)
  expect(includesDay(saturdays, "2027-06-13")).toBe(false)
})

test("two periods are the same when they have the same days", () => {
  expect(isSamePeriod(weekend, periodOfDays(["2027-06-12", "2027-06-13"]))).toBe(true)
  expect(isSamePeriod(weekend, saturdays)).toBe(false)
})

test("the period of a booking is serialised without the booking", () => {
  const booking = { ...weekend, notes: "for the owner alone" }
  expect(periodOf(booking)).toEqual(weekend)
})

test("a rental without a day is a programming error", () => {
  expect(() => firstDay({ dates: [] })).toThrow()
})
