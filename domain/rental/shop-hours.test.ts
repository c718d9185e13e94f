import { expect, test } from "vitest"
import { defaultShopHours, findShopHoursProblem } from "./shop-hours.ts"

test.each([
  [{}, null],
  [{ rentalDayStartsAt: 14 }, null],
  [{ deliveryTo: "14:00" }, null],
  [{ deliveryTo: "13:59" }, { field: "deliveryTo", kind: "backwards" }],
  [{ collectionFrom: "11:01" }, { field: "collectionTo", kind: "backwards" }],
  [{ rentalDayStartsAt: 15 }, { field: "deliveryFrom", kind: "outside" }],
  [{ rentalDayStartsAt: 10 }, { field: "collectionTo", kind: "outside" }],
  // Days from midnight to midnight.
  [{ rentalDayStartsAt: 0, deliveryFrom: "08:00", collectionTo: "20:00" }, null],
] as const)("shop hours with %o have the problem %o", (hours, problem) => {
  expect(findShopHoursProblem({ ...defaultShopHours, ...hours })).toEqual(problem)
})
