import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { changesOnly, diffLines } from "./text-diff.server.ts"

const formatDiff = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-" }[kind]}${text}`)

function inCommon([line, ...rest]: readonly string[], other: readonly string[]): number {
  if (line === undefined) return 0
  const at = other.indexOf(line)
  return Math.max(inCommon(rest, other), at === -1 ? 0 : 1 + inCommon(rest, other.slice(at + 1)))
}

describe("the differences of two versions of a text", () => {
  test("two versions differ by their removed and added lines", () => {
    expect(formatDiff("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"])
    expect(formatDiff("a\nb\nc\nd", "b\nd\ne")).toEqual(["-a", " b", "-c", " d", "+e"])
  })

  test("identical versions have no difference", () => {
    expect(formatDiff("a\nb", "a\nb")).toEqual([" a", " b"])
    expect(formatDiff("", "")).toEqual([" "])
  })

  test("the differences rebuild both versions and are minimal", () => {
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

  test("texts are compared line by line while few lines differ, and as a whole beyond", () => {
    const same = (maxChanges: number) =>
      diffLines("a\nmême\nb", "c\nmême\nd", maxChanges).filter(({ kind }) => kind === "same")
    expect(same(4)).toHaveLength(1)
    expect(same(3)).toHaveLength(0)
  })

  test("texts of thousands of lines are compared without delay", () => {
    const long = Array.from({ length: 5000 }, (_, line) => `ligne ${line}`)
    expect(diffLines(long.join("\n"), long.toReversed().join("\n")).length).toBeGreaterThan(5000)
    expect(
      diffLines(long.join("\n"), long.with(2500, "autre").join("\n")).filter(({ kind }) => kind !== "same"),
    ).toHaveLength(2)
  })
})

test("the diff shows only the changes, with two lines of context", () => {
  const before = Array.from({ length: 20 }, (_, line) => `${line}`)
  const changedLines = changesOnly(diffLines(before.join("\n"), before.with(10, "x").join("\n")))
  expect(changedLines.map((line) => line?.text ?? "…")).toEqual(["…", "8", "9", "10", "x", "11", "12", "…"])
  expect(changesOnly(diffLines("a", "a"))).toEqual([null])
})
