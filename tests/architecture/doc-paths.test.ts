import { existsSync, globSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { drawArchitecture } from "../../bin/checks/architecture-picture.ts"

const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/**/*.md"), ...globSync("tests/**/*.md")]

function pageLinks(page: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .flatMap(([, to = ""]) => (/^([a-z]+:|\/)/.test(to) ? [] : [to]))
    .map((to) => path.join(path.dirname(page), to))
}

function filesNamedIn(text: string): string[] {
  return [...text.matchAll(/`((?:app|bin|bench|docs|domain|isomorphic|proofs|seed|server|tests)\/[\w./$<>-]+)`/g)].map(
    ([, file = ""]) => file,
  )
}

const lost = (page: string, text: string) => [
  ...pageLinks(page, text).filter((to) => !existsSync(to)),
  ...filesNamedIn(text).filter((file) => globSync(file.replaceAll(/<[a-z]+>/g, "*")).length === 0),
]

test.each(pages)("%s links only to existing files", (page) => {
  expect(lost(page, readFileSync(page, "utf8"))).toEqual([])
})

test("the rule finds a missing link target and a missing file", () => {
  const text =
    "[a](gone.md) [b](../README.md#two-commands) [c](https://example.org) `server/gone.ts` `domain/<area>/acts.ts`"
  expect(lost("docs/page.md", text)).toEqual(["docs/gone.md", "server/gone.ts"])
})

test("the picture of the architecture matches the current rules (npm run draw-architecture)", () => {
  expect(readFileSync("docs/architecture.svg", "utf8")).toBe(drawArchitecture())
})
