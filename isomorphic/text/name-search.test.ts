import { expect, test } from "vitest"
import { filterByName } from "./name-search.ts"

const all = [{ name: "Photomaton bois" }, { name: "Cabine dorée" }, { name: "Borne de bois flotté" }]
const people = [{ name: "O’Brien" }]

test("a name matches by its words in any order, whatever the accents and capitals", () => {
  expect(filterByName(all, "BOIS")).toEqual([all[0], all[2]])
  expect(filterByName(all, "flotte  borne")).toEqual([all[2]])
  expect(filterByName(all, "doree")).toEqual([all[1]])
  expect(filterByName(all, " ")).toEqual(all)
  expect(filterByName(all, "bois doré")).toEqual([])
  for (const search of ["obrien", "O'Brien", "o’brien"]) expect(filterByName(people, search)).toEqual(people)
})
