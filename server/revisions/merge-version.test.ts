import { expect, test } from "vitest"
import { choicesOver, mergeVersions } from "./merge-version.ts"

const base = { title: "CGV", content: "Un", foot: "Bas" }

test("what only one of two people changed is theirs, whoever it was", () => {
  const stored = { ...base, title: "Conditions" }
  expect(mergeVersions(base, stored, { ...base, content: "Deux" })).toEqual({
    merged: { title: "Conditions", content: "Deux", foot: "Bas" },
    conflicts: [],
  })
})

test("what both changed to the same is no conflict, what both changed differently is one until it is chosen for", () => {
  const stored = { title: "Conditions", content: "Leur texte", foot: "Bas" }
  const mine = { title: "Conditions", content: "Mon texte", foot: "Bas" }
  expect(mergeVersions(base, stored, mine).conflicts).toEqual(["content"])
  expect(mergeVersions(base, stored, mine, new Map([["content", "mine"]]))).toEqual({ merged: mine, conflicts: [] })
  expect(mergeVersions(base, stored, mine, new Map([["content", "stored"]]))).toEqual({ merged: stored, conflicts: [] })
})

test("over something that was not there before, every difference is a conflict", () => {
  expect(mergeVersions(null, base, { ...base, foot: "Autre" }).conflicts).toEqual(["foot"])
})

test("a choice holds for the version that it was made on, and for no later one", () => {
  const opened = { seen: 1, read: 2, choices: new Map([["content", "mine" as const]]) }
  expect(choicesOver(opened, 2).get("content")).toBe("mine")
  expect(choicesOver(opened, 3).get("content")).toBeUndefined()
})
