import { globSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { compile } from "tailwindcss"
import { expect, test } from "vitest"

const require = createRequire(import.meta.url)
const sheets = globSync("app/styles/*.css")
/** Tailwind's markers, which have no rule of their own. */
const marks = ["peer", "group"]
/** A page for other sites, with a style of its own. */
const withOwnStyle = "app/site/embed/"

/** Leaves out the names that are only partly written in the source. */
function namesIn(source: string): string[] {
  const words: string[] = []
  for (const [, plain, braced] of source.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)) {
    if (plain !== undefined) words.push(plain)
    const expression = braced?.replaceAll(/\(\{[^{}]*\}\)/g, "")
    for (const [, text = ""] of expression?.matchAll(/`([^`]*)`/g) ?? [])
      words.push(text.replaceAll(/(?:[^\s$]*\$\{[^}]*\})+\S*/g, " "))
    for (const [, text = ""] of expression?.matchAll(/(?:^|[?[,(]|\s:|&&|\|\|)\s*"([^"]*)"/g) ?? []) words.push(text)
  }
  return words.flatMap((text) => text.split(/\s+/).filter(Boolean))
}

async function load(id: string, base: string) {
  const file = id.startsWith(".") ? path.join(base, id) : require.resolve(`${id}/index.css`)
  return { path: file, base: path.dirname(file), content: readFileSync(file, "utf8") }
}

test("every class in a page exists in a style sheet or in Tailwind", async () => {
  const tailwind = await compile(readFileSync("app/styles/app.css", "utf8"), {
    base: path.resolve("app/styles"),
    loadStylesheet: load,
  })
  const definedNames = new Set([
    ...marks,
    ...sheets.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)),
  ])
  const used = globSync("app/**/*.tsx")
    .filter((file) => !file.includes(".test.") && !file.startsWith(path.normalize(withOwnStyle)))
    .flatMap((file) => namesIn(readFileSync(file, "utf8")).map((name) => ({ file, name })))
    .filter(({ name }) => !definedNames.has(name))
  expect(used.length).toBeGreaterThan(500)
  const built = tailwind.build(used.map(({ name }) => name))
  const escaped = (name: string) => name.replaceAll(/[^\w-]/g, String.raw`\$&`)
  expect(used.filter(({ name }) => !built.includes(`.${escaped(name)}`))).toEqual([])
})
