import { existsSync, globSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { drawArchitecture } from "../../bin/checks/architecture-picture.ts"

const pages = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md"), ...globSync("tests/**/*.md")]

/** What a page leads to inside the repository, from its own folder: "docs/decisions/0001-….md". */
function linksOf(page: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .flatMap(([, to = ""]) => (/^([a-z]+:|\/)/.test(to) ? [] : [to]))
    .map((to) => path.join(path.dirname(page), to))
}

/** Files that a page names from the root: `app/http/forms.server.ts`, `domain/<area>/acts.ts`. */
function filesNamedIn(text: string): string[] {
  return [...text.matchAll(/`((?:app|bin|bench|docs|domain|isomorphic|proofs|seed|server|tests)\/[\w./$<>-]+)`/g)].map(
    ([, file = ""]) => file,
  )
}

const lost = (page: string, text: string) => [
  ...linksOf(page, text).filter((to) => !existsSync(to)),
  ...filesNamedIn(text).filter((file) => globSync(file.replaceAll(/<[a-z]+>/g, "*")).length === 0),
]

test.each(pages)("%s leads only to what is there", (page) => {
  expect(lost(page, readFileSync(page, "utf8"))).toEqual([])
})

test("a link and a file that are not there are found", () => {
  const text =
    "[a](gone.md) [b](../README.md#two-commands) [c](https://example.org) `server/gone.ts` `domain/<area>/acts.ts`"
  expect(lost("docs/page.md", text)).toEqual(["docs/gone.md", "server/gone.ts"])
})

test("the picture of the architecture is drawn from the rules as they are (npm run draw-architecture)", () => {
  expect(readFileSync("docs/architecture.svg", "utf8")).toBe(drawArchitecture())
})
