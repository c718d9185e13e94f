import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** The rows of the operations: their names and the file that has them. */
function operationsIn(document: string): { name: string; file: string }[] {
  return [...document.matchAll(/^\|[^|]+\|[^|]+\|([^|]+)\| `([^`]+\.ts)` +\|$/gm)].flatMap(
    ([, names = "", file = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({ name, file })),
  )
}

function isThere({ name, file }: { name: string; file: string }): boolean {
  return new RegExp(`^export (async )?(function|const) ${name}\\b`, "m").test(readFileSync(file, "utf8"))
}

test("every operation of the former backend is where docs/api.md says (D37)", () => {
  const operations = operationsIn(readFileSync("docs/api.md", "utf8"))
  expect(operations.length).toBeGreaterThan(50)
  expect(operations.filter((each) => !isThere(each))).toEqual([])
})

test("an operation that has moved is found", () => {
  expect(isThere({ name: "readNothing", file: "server/customers/profiles.ts" })).toBe(false)
})
