import { describe, expect, test } from "vitest"
import { readProject } from "./specification-project.ts"
import { coverageTable, disagreements, readHolders, readNotBuilt, readSentences } from "./specification-ids.ts"

const { sentences, notBuilt, holders, document } = readProject()

describe("the ids of the specification", () => {
  test("are each named by a test, or listed as not yet built", () => {
    expect(disagreements(sentences, notBuilt, holders)).toEqual([])
  })

  test("are of every kind, and no line that gives one is passed over", () => {
    expect([...new Set(sentences.map(({ id }) => id[0]))].sort()).toEqual(["C", "E", "K", "M", "P", "R", "S", "V"])
    expect(document.split("\n").filter((line) => line.startsWith("- `"))).toHaveLength(sentences.length)
  })
})

describe("a disagreement is found:", () => {
  const given = readSentences("## 2. Screens\n\n- `R-cart`: /cart\n- `R-home`: / Home\n- `M-cart`: 'Panier'\n")
  const later = readNotBuilt("- With the wizard (issue 3): `R-home`,\n  `M-cart`\n")
  const tests = (source: string) => readHolders("cart.test.ts", source)
  const cart = tests('test("shows its lines @R-cart", () => {})')

  test("none where there is none", () => {
    expect(later).toEqual([
      { id: "R-home", comesWith: "With the wizard (issue 3)" },
      { id: "M-cart", comesWith: "With the wizard (issue 3)" },
    ])
    expect(disagreements(given, later, cart)).toEqual([])
  })

  test("an id without a test that is not listed", () => {
    expect(disagreements(given, later, [])).toEqual(["R-cart: no test names it, and it is not listed as not yet built"])
  })

  test("a listed one that has a test", () => {
    const home = tests('test("is there @R-home", () => {})')
    expect(disagreements(given, later, [...cart, ...home])).toEqual([
      "R-home: it is listed as not yet built, and a test names it",
    ])
  })

  test("a test that names an unknown id, and a list that does", () => {
    const gone = tests('test("is gone @R-basket", () => {})')
    expect(disagreements(given, later, [...cart, ...gone])).toEqual([
      "R-basket: there is no such id, and “is gone” in cart.test.ts names it",
    ])
    expect(disagreements(given, [...later, { id: "S-none", comesWith: "" }], cart)).toEqual([
      "S-none: it is listed as not yet built, and is no id",
    ])
  })

  test("an id given or listed twice, and what is no id", () => {
    const [first] = given
    if (!first) throw new Error("No sentence was read")
    expect(disagreements([...given, first], later, cart)).toEqual(["R-cart: it stands for two sentences"])
    expect(disagreements(given, [...later, ...later.slice(1)], cart)).toEqual([
      "M-cart: it is listed twice as not yet built",
    ])
    expect(
      disagreements([...given, { ...first, id: "X-cart" }], [...later, { id: "X-cart", comesWith: "" }], cart),
    ).toEqual(["X-cart: this is no id"])
  })
})

describe("a test names its ids", () => {
  const idsIn = (source: string) => readHolders("a.test.ts", source).map(({ id, test }) => `${id}: ${test}`)

  test("at the end of its name, whoever runs it and however", () => {
    expect(idsIn('test("is short @R-a @R-b-2", () => {})')).toEqual(["R-a: is short", "R-b-2: is short"])
    expect(idsIn("readOnlyTest(`of ${width} pixels @R-a`, async () => {})")).toEqual(["R-a: of ${width} pixels"])
    expect(idsIn('test.runIf(now).each([1])("%i @R-a", () => {})')).toEqual(["R-a: %i"])
  })

  test("in its tags or in its table, and nowhere else", () => {
    expect(idsIn('test("is long", { tag: ["@R-a", "@R-b"] }, () => {})')).toEqual(["R-a: is long", "R-b: is long"])
    expect(idsIn('test.each([["@R-a", 1]])("%s", () => {})')).toEqual(["R-a: %s"])
    expect(idsIn('describe("all of it @R-a", () => { test("one", () => say("@R-b")) })')).toEqual([])
  })

  test("in vain when it is skipped", () => {
    expect(
      idsIn('test.skip("later @R-a", () => {}); it.todo("later @R-b"); test.fixme("later @R-c", () => {})'),
    ).toEqual([])
  })
})

test("the table gives each id its sentence, its tests or the work it comes with", () => {
  const given = readSentences("## 2. Screens\n- `R-cart`: /cart\n## 8. Errors\n- `M-cart`: 'Panier'\n")
  const cart = readHolders("cart.test.ts", 'test("shows its lines @R-cart", () => {})')
  const later = readNotBuilt("- With the wizard: `M-cart`")
  expect(coverageTable(given, later, cart)).toBe(
    "2. Screens\n\nR-cart  /cart\n    cart.test.ts › shows its lines\n\n8. Errors\n\nM-cart  'Panier'\n    not yet built: With the wizard\n",
  )
  expect(coverageTable(given, later, cart, "M-")).toMatch(/^8\. Errors\n\nM-cart/)
})
