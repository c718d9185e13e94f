import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseSync } from "rolldown/utils"
import { folderGraph, foldersInCircles, type Module, parseModule } from "../../tests/architecture/module-graph.ts"
import { countLines, type Size, sumSizes } from "../checks/size.ts"
import { giveUp, say } from "../operator.ts"

try {
  printSizes(execFileSync("git", ["ls-files", "-z", "*.ts", "*.tsx", "*.mjs"], { encoding: "utf8" }).split("\0"))
} catch (error) {
  giveUp(error)
}
// An open IPC channel keeps the process alive.
process.disconnect?.()

function partOf(file: string): "product" | "tools" | "tests" {
  if (/^tests\/|\.(test|fixture)\.tsx?$/.test(file)) return "tests"
  return /^(app|server|domain|isomorphic)\//.test(file) ? "product" : "tools"
}

function printSizes(files: readonly string[]): void {
  const sources = files.filter((file) => file !== "").map((file) => ({ file, text: readFileSync(file, "utf8") }))
  const sizes = sources.map(({ file, text }) => ({ file, size: countLines(text, parseSync(file, text).comments) }))
  say("               files     code  comments    blank  words of comment for 100 lines")
  for (const part of ["product", "tools", "tests"] as const)
    printRow(
      part,
      sizes.filter(({ file }) => partOf(file) === part),
    )
  printRow("all", sizes)
  say()
  const modules = sources
    .filter(({ file }) => /^(server|domain)\//.test(file) && partOf(file) === "product" && !file.endsWith(".d.ts"))
    .map(({ file, text }) => parseModule(file, text))
  for (const folder of ["server", "domain"])
    printCycles(
      folder,
      modules.filter(({ file }) => file.startsWith(`${folder}/`)),
    )
}

function printRow(name: string, files: readonly { size: Size }[]): void {
  const { code, comments, blank, words } = sumSizes(files.map(({ size }) => size))
  const columns = [files.length, code, comments, blank].map((count) => count.toLocaleString("en").padStart(9))
  say(`${name.padEnd(11)}${columns.join("")}  ${((100 * words) / (code + comments + blank)).toFixed(1)}`)
}

function printCycles(folder: string, modules: readonly Module[]): void {
  const graph = folderGraph(modules)
  say(`circles between folders of ${folder}/: ${foldersInCircles(graph).length} of ${graph.size} folders stand in one`)
}
