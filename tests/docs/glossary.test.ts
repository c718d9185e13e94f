import { readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const glossary = readFileSync(path.join(import.meta.dirname, "../../docs/glossary.md"), "utf8")

test("each thing has one row in the glossary", () => {
  // The screens' addresses stand last, by the names that are explained before.
  const [terms = ""] = glossary.split("\n## Content and screens")
  const names = [...terms.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)]
    .map(([, french = "", english = ""]) => `${french} = ${english}`.replace(/ \(.*$/, "").toLowerCase())
    .filter((name) => !name.startsWith("french on screen"))
  expect(names.length).toBeGreaterThan(150)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
