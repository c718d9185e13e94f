import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const tokens = readFileSync("app/styles/tokens.css", "utf8")

function set(selector: string): Record<string, string> {
  const [, rule = ""] = tokens.split(`${selector} {`)
  const declarations = rule.slice(0, rule.indexOf("}")).matchAll(/([\w-]+): ([^;]+);/g)
  return Object.fromEntries([...declarations].map(([, name = "", value = ""]) => [name, value]))
}

// CSS has no rule for "the system or the page" that every supported browser understands.
test("the dark theme is the same whether the system or the page requests it", () => {
  const ofPage = set(':root[data-theme="dark"]')
  expect(Object.keys(ofPage).length).toBeGreaterThan(40)
  expect(set(':root:not([data-theme="light"])')).toEqual(ofPage)
})
