import { describe, expect, test } from "vitest"
import { type ListRule, mergeLists } from "./merge-list.ts"
import type { Choice } from "./conflict.ts"

type Section = { title: string; content: string }
const rule: ListRule<Section> = {
  plain: ({ title, content }) => [title, content],
  key: ({ title }) => title,
  text: ({ title, content }) => `${title} ${content}`,
  isTaken: (sections) => sections.length <= 5,
}
/** "A1" is the section A that says 1. */
const list = (written: string): Section[] =>
  written
    .split(" ")
    .filter(Boolean)
    .map((piece) => ({ title: piece.charAt(0), content: piece.slice(1) }))
const base = "A1 B1 C1"

function merge(stored: string, mine: string, choices: Record<string, Choice> = {}, from = base) {
  const outcome = mergeLists(rule, list(from), list(stored), list(mine), {
    name: "sections",
    choiceOf: (name) => choices[name],
  })
  if (!outcome) return null
  const { merged, conflicts } = outcome
  const names = conflicts.map(({ name }) => name)
  return names.length > 0 ? names : merged.map(({ title, content }) => title + content).join(" ")
}

describe("two people over one list", () => {
  test.each([
    ["each in a piece of their own", "A2 B1 C1", "A1 B1 C2", "A2 B1 C2"],
    ["both the same", "A2 B1 C1", "A2 B1 C1", "A2 B1 C1"],
    ["one adds, the other writes", "A1 D1 B1 C1", "A1 B1 C2", "A1 D1 B1 C2"],
    ["both add, in different places", "D1 A1 B1 C1", "A1 B1 C1 E1", "D1 A1 B1 C1 E1"],
    ["both add behind the same", "A1 B1 C1 D1", "A1 B1 C1 E1", "A1 B1 C1 D1 E1"],
    ["both add the same", "A1 B1 C1 D1", "A1 B1 C1 D1", "A1 B1 C1 D1"],
    ["one takes out, the other writes elsewhere", "A1 C1", "A2 B1 C1", "A2 C1"],
    ["both take out the same", "A1 C1", "A1 C1", "A1 C1"],
    ["one puts in order, the other writes", "C1 A1 B1", "A1 B2 C1", "C1 A1 B2"],
    ["one writes, the other puts in order", "A1 B2 C1", "C1 A1 B1", "C1 A1 B2"],
    ["one gives another title", "A1 X1 C1", "A1 B1 C2", "A1 X1 C2"],
    ["one puts in order, the other adds", "C1 A1 B1", "A1 B1 D1 C1", "C1 A1 B1 D1"],
    ["both put in the same order", "C1 A1 B1", "C1 A1 B1", "C1 A1 B1"],
    ["nothing but what the other did", "A2 C1 D1", "A1 B1 C1", "A2 C1 D1"],
  ])("%s: it merges", (_, stored, mine, merged) => {
    expect(merge(stored, mine)).toBe(merged)
  })

  test("the piece that both changed is asked for, and nothing else", () => {
    expect(merge("A2 B2 C1", "A1 B3 C3")).toEqual(["sections.1"])
    expect(merge("A2 B2 C1", "A1 B3 C3", { "sections.1": "mine" })).toBe("A2 B3 C3")
    expect(merge("A2 B2 C1", "A1 B3 C3", { "sections.1": "stored" })).toBe("A2 B2 C3")
  })

  test("what one took out and the other wrote is asked for, whoever it was", () => {
    expect(merge("A1 C1", "A1 B2 C1")).toEqual(["sections.1"])
    expect(merge("A1 C1", "A1 B2 C1", { "sections.1": "mine" })).toBe("A1 B2 C1")
    expect(merge("A1 C1", "A1 B2 C1", { "sections.1": "stored" })).toBe("A1 C1")
    expect(merge("A1 B2 C1", "A1 C1", { "sections.1": "mine" })).toBe("A1 C1")
    expect(merge("A1 B2 C1", "A1 C1", { "sections.1": "stored" })).toBe("A1 B2 C1")
  })

  test("two orders are asked for once, and so is one name for two new pieces", () => {
    expect(merge("C1 A1 B1", "B1 A1 C1")).toEqual(["sections.order"])
    expect(merge("C1 A1 B1", "B1 A1 C1", { "sections.order": "mine" })).toBe("B1 A1 C1")
    expect(merge("C1 A1 B1", "B1 A1 C1", { "sections.order": "stored" })).toBe("C1 A1 B1")
    const [name = ""] = merge("A1 B1 C1 D1", "A1 B1 C1 D2") ?? []
    expect(name).toMatch(/^sections\.\+/)
    expect(merge("A1 B1 C1 D1", "A1 B1 C1 D2", { [name]: "mine" })).toBe("A1 B1 C1 D2")
  })

  test("two new pieces of one name that one person added both stay", () => {
    expect(merge("A2 B1 C1", "A1 B1 C1 D1 D2")).toBe("A2 B1 C1 D1 D2")
  })

  test("what no form could have sent is not made", () => {
    expect(merge("A1 B1 C1 D1 E1", "A1 B1 C1 F1")).toBeNull()
  })
})
