import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { type Said, promisesMade, sentencesOf } from "./promise-sentences.ts"

type Row = Said & { keeper: string }

/** The rows of docs/promises.md, with the heading that they stand under. */
function rowsOf(page: string): Row[] {
  let source = ""
  return page.split("\n").flatMap((line) => {
    source = /^## (.+)$/.exec(line)?.[1] ?? source
    const [, key = "", keeper = ""] = /^\| (.+?) \| ([^|]+) \|$/.exec(line) ?? []
    return key === "" || key === "Sentence" ? [] : [{ source, key, keeper }]
  })
}

const rows = rowsOf(readFileSync("docs/promises.md", "utf8"))
const named = ({ source, key }: Said) => `${source}: ${key}`

test("every sentence that may promise something has a row that says what keeps it", () => {
  const listed = new Set(rows.map(named))
  expect(
    promisesMade()
      .map(named)
      .filter((said) => !listed.has(said)),
  ).toEqual([])
})

test("every row is of a sentence that still stands", () => {
  const made = new Set(promisesMade().map(named))
  expect(rows.map(named).filter((row) => !made.has(row))).toEqual([])
})

test("what keeps a promise is there: a test, people, or open work by its number", () => {
  const wrong = rows.filter(({ keeper }) =>
    keeper.includes("/") ? !existsSync(keeper) : !/^(?:people|statement|issue \d+)$/.test(keeper),
  )
  expect(wrong).toEqual([])
})

test("a new promise would be seen", () => {
  expect(promisesMade().length).toBeGreaterThan(150)
  expect(sentencesOf("{{#si a}}Nous offrons une glace à chaque invité.{{/si}} Et puis voilà.")).toEqual([
    "Nous offrons une glace à chaque invité.",
  ])
  expect(rowsOf("## cgv\n\n| Sentence | Kept by |\n|---|---|\n| Nous offrons | people |")).toEqual([
    { source: "cgv", key: "Nous offrons", keeper: "people" },
  ])
})
