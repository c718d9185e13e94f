import { describe, expect, test } from "vitest"
import { isInstant } from "./instant.ts"

const terms = { noticeDays: 3, maximumKm: 80, maximumTotal: 60_000 }
const request = {
  today: "2027-06-01",
  rentals: [{ terms, firstDay: "2027-06-04" }],
  distanceKm: 80,
  total: 60_000,
} as const

describe("an instant booking", () => {
  test("a request at each limit is confirmed at once", () => {
    expect(isInstant(request)).toBe(true)
    expect(isInstant({ ...request, distanceKm: 0 })).toBe(true)
  })

  test.each([
    ["a nearer first day", { rentals: [{ terms, firstDay: "2027-06-03" as const }] }],
    ["a greater distance", { distanceKm: 81 }],
    ["an unknown distance", { distanceKm: null }],
    ["a higher total", { total: 60_001 }],
    [
      "a second product without it",
      { rentals: [...request.rentals, { terms: null, firstDay: "2027-06-20" as const }] },
    ],
  ])("%s leaves the request to the owner", (_, change) => {
    expect(isInstant({ ...request, ...change })).toBe(false)
  })

  test("an empty limit limits nothing", () => {
    const rentals = [{ terms: { noticeDays: 0, maximumKm: null, maximumTotal: null }, firstDay: "2027-06-01" as const }]
    expect(isInstant({ ...request, rentals, distanceKm: 900, total: 900_000 })).toBe(true)
  })
})
