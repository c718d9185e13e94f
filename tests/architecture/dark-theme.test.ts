import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const tokens = readFileSync("app/styles/tokens.css", "utf8")

/** What a rule sets, by name. */
function set(selector: string): Record<string, string> {
  const [, rule = ""] = tokens.split(`${selector} {`)
  const declarations = rule.slice(0, rule.indexOf("}")).matchAll(/([\w-]+): ([^;]+);/g)
  return Object.fromEntries([...declarations].map(([, name = "", value = ""]) => [name, value]))
}

// CSS has no rule for "either the system or the page says so" that every browser we serve understands.
test("dark is the same whether the system or the page asks for it", () => {
  const ofPage = set(':root[data-theme="dark"]')
  expect(Object.keys(ofPage).length).toBeGreaterThan(40)
  expect(set(':root:not([data-theme="light"])')).toEqual(ofPage)
})
