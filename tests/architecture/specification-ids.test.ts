import { describe, expect, test } from "vitest"
import { readProject } from "./specification-project.ts"
import { disagreements, readHolders, readNotBuilt, readSentences } from "./specification-ids.ts"

const { sentences, notBuilt, holders, document } = readProject()

describe("the ids of the specification", () => {
  test("each id is named by a test, or listed as not yet built", () => {
    expect(disagreements(sentences, notBuilt, holders)).toEqual([])
  })

  test("the ids are of every kind, and no line that defines one is skipped", () => {
    expect([...new Set(sentences.map(({ id }) => id[0]))].sort()).toEqual(["C", "E", "K", "M", "P", "R", "S", "V"])
    expect(document.split("\n").filter((line) => line.startsWith("- `"))).toHaveLength(sentences.length)
  })
})

describe("the disagreements", () => {
  const specified = readSentences("## 2. Screens\n\n- `R-cart`: /cart\n- `R-home`: / Home\n- `M-cart`: 'Panier'\n")
  const later = readNotBuilt("- With the wizard (issue 3): `R-home`,\n  `M-cart`\n")
  const tests = (source: string) => readHolders("cart.test.ts", source)
  const cart = tests('test("shows its lines @R-cart", () => {})')

  test("a consistent project has no disagreement", () => {
    expect(disagreements(specified, later, cart)).toEqual([])
  })

  test("an untested id, an id both tested and listed, and an unknown id are reported", () => {
    expect(disagreements(specified, later, [])).toEqual([
      "R-cart: no test names it, and it is not listed as not yet built",
    ])
    const home = tests('test("is there @R-home", () => {})')
    expect(disagreements(specified, later, [...cart, ...home])).toEqual([
      "R-home: it is listed as not yet built, and a test names it",
    ])
    const gone = tests('test("is gone @R-basket", () => {})')
    expect(disagreements(specified, later, [...cart, ...gone])).toEqual([
      "R-basket: there is no such id, and “is gone” in cart.test.ts names it",
    ])
  })
})

test("a test holds the ids of its name, tags or table, and none when it is skipped", () => {
  const idsIn = (source: string) => readHolders("a.test.ts", source).map(({ id, test }) => `${id}: ${test}`)
  expect(idsIn("test(`is ${short} @R-a @R-b-2`, () => {})")).toEqual(["R-a: is ${short}", "R-b-2: is ${short}"])
  expect(idsIn('test("is long", { tag: ["@R-a"] }, () => {})')).toEqual(["R-a: is long"])
  expect(idsIn('test.each([["@R-a", 1]])("%s", () => {})')).toEqual(["R-a: %s"])
  expect(idsIn('describe("all @R-a", () => { test("one", () => say("@R-b")) }); test.skip("later @R-a")')).toEqual([])
})
