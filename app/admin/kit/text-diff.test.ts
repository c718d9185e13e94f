import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { changesOnly, diffLines } from "./text-diff.server.ts"

const told = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-" }[kind]}${text}`)

/** How many lines two texts have in common, in the same order: by trying everything. */
function inCommon([line, ...rest]: readonly string[], other: readonly string[]): number {
  if (line === undefined) return 0
  const at = other.indexOf(line)
  return Math.max(inCommon(rest, other), at === -1 ? 0 : 1 + inCommon(rest, other.slice(at + 1)))
}

describe("Two versions of a text", () => {
  test("differ by the lines that were taken away and those that came", () => {
    expect(told("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"])
    expect(told("a\nb\nc\nd", "b\nd\ne")).toEqual(["-a", " b", "-c", " d", "+e"])
  })

  test("that say the same have no difference", () => {
    expect(told("a\nb", "a\nb")).toEqual([" a", " b"])
    expect(told("", "")).toEqual([" "])
  })

  test("can be put together again from the differences, which are as few as can be", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before.join("\n"), after.join("\n"))
        const only = (kind: "added" | "removed") =>
          lines.filter((line) => line.kind === "same" || line.kind === kind).map((line) => line.text)
        expect([only("removed"), only("added")]).toEqual([before, after])
        expect(lines.filter(({ kind }) => kind === "same")).toHaveLength(inCommon(before, after))
      }),
      { numRuns: 300 },
    )
  })

  test("are compared line by line while few lines differ, and as a whole beyond", () => {
    const same = (maxChanges: number) =>
      diffLines("a\nmême\nb", "c\nmême\nd", maxChanges).filter(({ kind }) => kind === "same")
    expect(same(4)).toHaveLength(1)
    expect(same(3)).toHaveLength(0)
  })

  test("of thousands of lines are compared without waiting", () => {
    const long = Array.from({ length: 5000 }, (_, line) => `ligne ${line}`)
    expect(diffLines(long.join("\n"), long.toReversed().join("\n")).length).toBeGreaterThan(5000)
    expect(
      diffLines(long.join("\n"), long.with(2500, "autre").join("\n")).filter(({ kind }) => kind !== "same"),
    ).toHaveLength(2)
  })
})

test("Only what changed is shown, with two lines around it", () => {
  const before = Array.from({ length: 20 }, (_, line) => `${line}`)
  const shown = changesOnly(diffLines(before.join("\n"), before.with(10, "x").join("\n")))
  expect(shown.map((line) => line?.text ?? "…")).toEqual(["…", "8", "9", "10", "x", "11", "12", "…"])
  expect(changesOnly(diffLines("a", "a"))).toEqual([null])
})
