import { describe, expect, test } from "vitest"
import { changesOnly, diffLines } from "./text-diff.ts"

const told = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-" }[kind]}${text}`)

describe("Two versions of a text", () => {
  test("differ by the lines that were taken away and those that came", () => {
    expect(told("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"])
    expect(told("a\nb\nc\nd", "b\nd\ne")).toEqual(["-a", " b", "-c", " d", "+e"])
  })

  test("that say the same have no difference", () => {
    expect(told("a\nb", "a\nb")).toEqual([" a", " b"])
    expect(told("", "")).toEqual([" "])
  })

  test("can be put together again from the differences, whatever they are", () => {
    const texts = ["", "a", "a\na\nb", "b\na\na", "a\n\nb\n", "x\ny\nz\na\nb", "a\nb\na\nb\na"]
    for (const before of texts) {
      for (const after of texts) {
        const lines = diffLines(before, after)
        const only = (kind: "added" | "removed") =>
          lines
            .filter((line) => line.kind === "same" || line.kind === kind)
            .map(({ text }) => text)
            .join("\n")
        expect([only("removed"), only("added")]).toEqual([before, after])
      }
    }
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
