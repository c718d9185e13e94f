import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { type Stop, sortByRoute, isStopId, stopId, orderByDistance } from "./route.ts"

const stop = (number: number, values: Partial<Stop> = {}): Stop => ({
  id: stopId(randomUUID(), "out"),
  number,
  from: null,
  distance: 0,
  position: null,
  ...values,
})
const numbers = (stops: readonly Stop[]) => stops.map(({ number }) => number)

test("stops are ordered by placed ones, then by hour, then by distance from the depot", () => {
  const day = [
    stop(1, { distance: 30 }),
    stop(2, { distance: 10 }),
    stop(3, { from: "14:00", distance: 50 }),
    stop(4, { from: "09:00", distance: 60 }),
    stop(5, { position: 1, from: "08:00" }),
    stop(6, { position: 0, distance: 90 }),
  ]
  expect(numbers(sortByRoute(day))).toEqual([6, 5, 4, 3, 2, 1])
  expect(numbers(sortByRoute(day.toReversed()))).toEqual([6, 5, 4, 3, 2, 1])
  expect(numbers(orderByDistance(day))).toEqual([5, 2, 1, 3, 4, 6])
})

test("the way out of a booking comes before its way back", () => {
  const id = randomUUID()
  const both = [stop(1, { id: stopId(id, "back") }), stop(1, { id: stopId(id, "out") })]
  expect(sortByRoute(both).map((each) => each.id)).toEqual([stopId(id, "out"), stopId(id, "back")])
})

test("without hours the day's deliveries come before its returns, however near these are", () => {
  const back = stop(1, { id: stopId(randomUUID(), "back") })
  const out = stop(2, { distance: 60 })
  expect(numbers(sortByRoute([back, out]))).toEqual([2, 1])
  expect(numbers(sortByRoute([{ ...back, from: "10:00" }, out]))).toEqual([1, 2])
})

test("equal stops are ordered by number, whatever their input order", () => {
  const day = [1, 2, 3].map((number) => stop(number, { position: number - 1, from: "09:00" }))
  expect(numbers(sortByRoute(day.toReversed()))).toEqual([1, 2, 3])
  const same = [3, 1, 2].map((number) => stop(number, { from: "09:00" }))
  expect(numbers(sortByRoute(same))).toEqual([1, 2, 3])
  expect(stopId(randomUUID(), "out")).toMatch(/^[0-9a-f-]{36}:out$/)
})

test("a stop is one half of a booking, and nothing else", () => {
  const id = randomUUID()
  expect([`${id}:out`, `${id}:back`].every(isStopId)).toBe(true)
  expect([id, `${id}-out`, `${id}:up`, `${id}:out:out`, "x:out", ""].some(isStopId)).toBe(false)
})
