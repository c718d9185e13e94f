import { expect, test } from "vitest"
import { type Place, mergePlaces } from "./list-places.ts"

const list = (...ids: string[]) => ids.map((id) => ({ id }))
const formatPlaces = (places: readonly Place<{ id: string }>[]) =>
  places.map(({ item, isGone }) => (isGone ? `(${item.id})` : item.id)).join(" ")
const opened = mergePlaces([], list("a", "b", "c"))

test("an answered request keeps its place, and the following ones do not move", () => {
  expect(formatPlaces(mergePlaces(opened, list("b", "c")))).toBe("(a) b c")
  expect(formatPlaces(mergePlaces(mergePlaces(opened, list("b", "c")), list("c")))).toBe("(a) (b) c")
})

test("a restored request returns to its former place", () => {
  expect(formatPlaces(mergePlaces(mergePlaces(opened, list("a", "c")), list("a", "b", "c")))).toBe("a b c")
})

test("a new request follows the order of the list, after the places of answered ones", () => {
  expect(formatPlaces(mergePlaces(opened, list("b", "c", "d")))).toBe("(a) b c d")
  expect(formatPlaces(mergePlaces(opened, list("a", "new", "b", "c")))).toBe("a new b c")
})
