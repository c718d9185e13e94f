import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import packages from "../../package.json" with { type: "json" }

const read = (file: string) => readFileSync(file, "utf8")

test(".nvmrc names the Node that runs the product", () => {
  expect(read(".nvmrc").trim()).toBe(packages.dependencies.node.split(".")[0])
})

test("a public forge runs .ci/run and nothing else", () => {
  const commands = [...read(".github/workflows/test.yml").matchAll(/\brun: (.*)/g)].map(([, command]) => command)
  expect(commands).toEqual([".ci/run"])
})

test("the debugger starts programs that exist", () => {
  const paths = [...read(".vscode/launch.json").matchAll(/"\$\{workspaceFolder\}\/([^"]+)"/g)]
  expect(paths.length).toBe(4)
  expect(paths.filter(([, file = ""]) => !existsSync(file))).toEqual([])
})

test("editors and the formatter agree on the length of a line", () => {
  expect(read(".editorconfig")).toContain(`max_line_length = ${JSON.parse(read(".oxfmtrc.json")).printWidth}\n`)
})
