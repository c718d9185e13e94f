import { expect, test } from "vitest"
import { named } from "./name-search.ts"

const all = [{ name: "Photomaton bois" }, { name: "Cabine dorée" }, { name: "Borne de bois flotté" }]

test("a name is found by its words in any order, whatever the accents and capitals", () => {
  expect(named(all, "BOIS")).toEqual([all[0], all[2]])
  expect(named(all, "flotte  borne")).toEqual([all[2]])
  expect(named(all, "doree")).toEqual([all[1]])
  expect(named(all, " ")).toEqual(all)
  expect(named(all, "bois doré")).toEqual([])
})
