import { expect, test } from "vitest"
import { arrivalAfter, travelMinutes } from "./travel.ts"

const joinville = { lat: 48.8193, lng: 2.4713 }
const orleans = { lat: 47.9025, lng: 1.909 }
const ajaccio = { lat: 41.9267, lng: 8.7369 }
const fortDeFrance = { lat: 14.6037, lng: -61.0731 }

test("travel takes the great circle × 1.3 at 45 km/h, and never crosses the sea but for Corsica", () => {
  expect(travelMinutes(joinville, joinville)).toBe(0)
  // 110 km as the crow flies.
  expect(Math.round(travelMinutes(joinville, orleans) ?? 0)).toBe(191)
  expect(travelMinutes(joinville, ajaccio)).not.toBeNull()
  expect(travelMinutes(joinville, fortDeFrance)).toBeNull()
})

test.each([
  ["13:35", 24, "14:00"],
  ["13:35", 25, "14:00"],
  ["13:35", 26, "14:05"],
  ["13:35", 0, "13:40"],
])("who leaves at %s for %d minutes arrives at %s", (departure, minutes, arrival) => {
  expect(arrivalAfter(new Date(`2027-06-12T${departure}:00Z`), minutes)).toEqual(new Date(`2027-06-12T${arrival}:00Z`))
})
