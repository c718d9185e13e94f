import { expect, test } from "vitest"
import { type Place, keepPlaces } from "./kept-places.ts"

const list = (...ids: string[]) => ids.map((id) => ({ id }))
const shown = (places: readonly Place<{ id: string }>[]) =>
  places.map(({ item, gone }) => (gone ? `(${item.id})` : item.id)).join(" ")
const opened = keepPlaces([], list("a", "b", "c"))

test("what is answered keeps its place, and what follows stays where it was", () => {
  expect(shown(keepPlaces(opened, list("b", "c")))).toBe("(a) b c")
  expect(shown(keepPlaces(keepPlaces(opened, list("b", "c")), list("c")))).toBe("(a) (b) c")
})

test("what is taken back stands again where it stood", () => {
  expect(shown(keepPlaces(keepPlaces(opened, list("a", "c")), list("a", "b", "c")))).toBe("a b c")
})

test("what comes stands where the list has it, after the places that are kept", () => {
  expect(shown(keepPlaces(opened, list("b", "c", "d")))).toBe("(a) b c d")
  expect(shown(keepPlaces(opened, list("a", "new", "b", "c")))).toBe("a new b c")
})
