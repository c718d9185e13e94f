import { expect, test } from "vitest"
import { occupancyRate } from "./occupancy-rate.ts"

test.each([
  [0, 3, 30, 0],
  [9, 3, 30, 10],
  [1, 3, 1, 33],
  [90, 3, 30, 100],
  // A machine was removed from the stock while it was rented.
  [91, 3, 30, 100],
  [0, 0, 30, null],
])("%s rented days of %s machines in %s days are %s percent", (rented, units, days, percent) => {
  expect(occupancyRate(rented, units, days)).toBe(percent)
})
