import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { type Stop, inRouteOrder, isStopId, stopId, suggestedOrder } from "./route.ts"

const stop = (number: number, values: Partial<Stop> = {}): Stop => ({
  id: stopId(randomUUID(), "out"),
  number,
  from: null,
  distance: 0,
  position: null,
  ...values,
})
const numbers = (stops: readonly Stop[]) => stops.map(({ number }) => number)

test("what was placed comes first, then by the hour, then from the depot outwards", () => {
  const day = [
    stop(1, { distance: 30 }),
    stop(2, { distance: 10 }),
    stop(3, { from: "14:00", distance: 50 }),
    stop(4, { from: "09:00", distance: 60 }),
    stop(5, { position: 1, from: "08:00" }),
    stop(6, { position: 0, distance: 90 }),
  ]
  expect(numbers(inRouteOrder(day))).toEqual([6, 5, 4, 3, 2, 1])
  expect(numbers(inRouteOrder(day.toReversed()))).toEqual([6, 5, 4, 3, 2, 1])
  expect(numbers(suggestedOrder(day))).toEqual([5, 2, 1, 3, 4, 6])
})

test("of one booking the way out comes before the way back", () => {
  const id = randomUUID()
  const both = [stop(1, { id: stopId(id, "back") }), stop(1, { id: stopId(id, "out") })]
  expect(inRouteOrder(both).map((each) => each.id)).toEqual([stopId(id, "out"), stopId(id, "back")])
})

test("what nobody can tell apart keeps the order of the numbers, whatever the order in which it comes", () => {
  const day = [1, 2, 3].map((number) => stop(number, { position: number - 1, from: "09:00" }))
  expect(numbers(inRouteOrder(day.toReversed()))).toEqual([1, 2, 3])
  const same = [3, 1, 2].map((number) => stop(number, { from: "09:00" }))
  expect(numbers(inRouteOrder(same))).toEqual([1, 2, 3])
  expect(stopId(randomUUID(), "out")).toMatch(/^[0-9a-f-]{36}:out$/)
})

test("a stop is a booking and a half of it, and nothing else", () => {
  const id = randomUUID()
  expect([`${id}:out`, `${id}:back`].every(isStopId)).toBe(true)
  expect([id, `${id}-out`, `${id}:up`, `${id}:out:out`, "x:out", ""].some(isStopId)).toBe(false)
})
