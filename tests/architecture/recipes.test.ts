import { existsSync, globSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const read = (file: string) => readFileSync(file, "utf8")
const sources = globSync(["{app,domain,server,tests,bench}/**/*.{ts,tsx}", "docs/running.md"])
  .filter((file) => file !== path.relative(".", import.meta.filename))
  .map((file) => ({ file, text: read(file) }))

const recipes = new Map(
  read("docs/recipes.md")
    .split("\n## ")
    .slice(1)
    .map((section) => [section.split("\n")[0] ?? "", section]),
)

/** Existing ones of each kind: a file that names all of them expects the next one too. */
const examples: readonly [string, readonly RegExp[]][] = [
  ["A field", [/\binstantMaximumKm\b/, /\bfurthestDays\b/, /\bseoTitle\b/, /\bneedsHost\b/]],
  ["A page", [/["/]services"/, /["/]sitemap"/, /["/]contact"/, /["/]newsletter"/]],
  ["A page", [/["/]codes-promo"/, /["/]regles-de-prix"/, /["/]zones-de-livraison"/]],
  ["A mail", [/"dormant-notice"/, /"account-deleted"/, /"email-changed"/, /"newsletter-welcome"/]],
  ["A job", [/[`"]forget-answers[`"]/, /[`"]send-webhooks[`"]/, /[`"]forget-mails[`"]/]],
]

const insertions = [...recipes].flatMap(([title, section]) =>
  [...section.matchAll(/^In `(\S+)`, after (?:``(.+)``|`(.+)`)$/gm)].map(
    ([, file = "", quoted, anchor = quoted ?? ""]) => [title, file, anchor] as const,
  ),
)

test.each(insertions.filter(([, file]) => !file.startsWith("migrations/")))(
  "%s: %s has the line “%s” once",
  (_, file, anchor) => {
    expect(
      read(file)
        .split("\n")
        .filter((line) => line.trim() === anchor),
    ).toHaveLength(1)
  },
)

test.each(examples)("the recipe for %s names every file that lists all of its kind", (title, names) => {
  const lists = sources.filter(({ text }) => names.every((name) => name.test(text))).map(({ file }) => file)
  expect(lists.length).toBeGreaterThan(1)
  expect(lists.filter((file) => !recipes.get(title)?.includes(`\`${file}\``))).toEqual([])
})

test("what a new file of a recipe imports exists", () => {
  const files = [...read("docs/recipes.md").matchAll(/^In a new file (\S+)\n\n```tsx\n([^]*?)^```/gm)]
  expect(files.length).toBe(2)
  for (const [, file = "", code = ""] of files)
    for (const [, names = "", from = ""] of code.matchAll(/^import (?:type )?\{ (.+) \} from "(\.[^+"]+)"$/gm)) {
      const target = path.join(path.dirname(file), from)
      expect(existsSync(target), target).toBe(true)
      for (const name of names.split(", ")) expect(read(target)).toMatch(new RegExp(`^export .*\\b${name}\\b`, "m"))
    }
})

test("the recipe for a migration begins with the line that npm run db -- new writes", () => {
  const [, , anchor = ""] = insertions.find(([, file]) => file.startsWith("migrations/")) ?? []
  expect(read("bin/database-verbs.ts")).toContain(`"${anchor}\\n"`)
})
