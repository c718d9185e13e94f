import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { parseSync } from "rolldown/utils"

export interface Module {
  readonly file: string
  /** As written: "./price.ts", "node:fs", "react". Types count too. */
  readonly imports: readonly string[]
  /** Those imported by `import type` only, of which nothing is left at run time. */
  readonly typeImports: readonly string[]
  readonly exports: readonly { name: string; usedHere: boolean }[]
  /** As "app/ui/button.tsx Button"; "*" for a whole module. */
  readonly namesImported: readonly string[]
  /** True when the file re-exports another file's exports. */
  readonly barrel: boolean
  /** True when it declares mutable state outside any function: `let`, `var`, or a map or set to be filled. */
  readonly hasMutableState: boolean
}

export function readModules(root: string, folders: readonly string[]): Module[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
      .map((file) => parseModule(file, readFileSync(path.join(root, file), "utf8"))),
  )
}

/** The bundle has to re-export what the programs in bin/ import. */
const bundleEntry = "server/main.ts"

export function parseModule(file: string, text: string): Module {
  const { module, program, errors } = parseSync(file, text)
  const [problem] = errors
  if (problem) throw new Error(`${file} cannot be parsed: ${problem.message}`)
  const handedOn = module.staticExports.flatMap((statement) => statement.entries).filter((entry) => entry.moduleRequest)
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
  const imports = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...handedOn.map((entry) => entry.moduleRequest?.value ?? ""),
    ...dynamic.filter((request) => /^["']/.test(request)).map((request) => request.slice(1, -1)),
  ]
  const values = new Set([
    ...module.staticImports
      .filter(({ start, end }) => !/^import type\b/.test(text.slice(start, end)))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...handedOn.map((entry) => entry.moduleRequest?.value ?? ""),
    ...dynamic.map((request) => request.slice(1, -1)),
  ])
  const keepsState = program.body
    .map((statement) => (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement))
    .some(
      (statement) =>
        statement?.type === "VariableDeclaration" &&
        !statement.declare &&
        (statement.kind !== "const" ||
          statement.declarations.some(({ start, end }) => isFilledLater(text, start, end))),
    )
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter((entry) => !entry.moduleRequest)
    .map(({ exportName }) => exportName.name ?? "default")
    .map((name) => ({ name, usedHere: (text.match(wholeWord(name))?.length ?? 0) > 1 }))
  const importedNames = [
    ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName }) => ({ from: moduleRequest.value, name: importedName(importName) })),
    ),
    ...handedOn.map(({ moduleRequest, importName }) => ({
      from: moduleRequest?.value ?? "",
      name: importedName(importName),
    })),
    ...dynamic.map((request) => ({ from: request.slice(1, -1), name: "*" })),
  ]
  return {
    file,
    hasMutableState: keepsState,
    exports,
    namesImported: importedNames
      .filter(({ from }) => from.startsWith("."))
      .map(({ from, name }) => `${resolved(file, from)} ${name}`),
    imports: [...new Set(imports)],
    typeImports: [...new Set(imports)].filter((request) => !values.has(request)),
    barrel: file !== bundleEntry && handedOn.some((entry) => entry.moduleRequest?.value.startsWith(".")),
  }
}

/** `const seen = new Map()`: an empty constant is there to be filled, unless its type is read-only. */
const isFilledLater = (text: string, start: number, end: number) =>
  /^\w+(: (?!Readonly)[^=]+)? = new (Weak)?(Map|Set)(<.*>)?\(\)$/s.test(text.slice(start, end))

const wholeWord = (name: string) => new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g")

const importedName = ({ kind, name }: { kind: string; name: string | null }) =>
  kind === "Name" && name !== null ? name : kind === "Default" ? "default" : "*"

const resolved = (file: string, request: string) =>
  path.posix.join(path.posix.dirname(file), request.split("?")[0] ?? request)

/** null for a package or a module of Node. */
export function target(module: Module, request: string): string | null {
  if (!request.startsWith(".")) return null
  return resolved(module.file, request)
}

/** Leaves out generated files (`+types`). */
export function targets(module: Module): string[] {
  return module.imports.flatMap((request) => {
    const file = target(module, request)
    return file === null || /\/\+types\//.test(file) ? [] : [file]
  })
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

export function fileGraph(modules: readonly Module[]): Graph {
  return new Map(modules.map((module) => [module.file, new Set(targets(module))]))
}

/** A folder and its subfolders are one room: imports between them do not count. */
export function folderGraph(modules: readonly Module[]): Graph {
  const within = (a: string, b: string) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
  const graph = new Map<string, Set<string>>()
  for (const module of modules) {
    const from = path.posix.dirname(module.file)
    const others = targets(module)
      .map((file) => path.posix.dirname(file))
      .filter((folder) => !within(from, folder))
    graph.set(from, (graph.get(from) ?? new Set()).union(new Set(others)))
  }
  return graph
}

/** Each circle once, as "a.ts → b.ts → a.ts". */
export function cycles(graph: Graph): string[] {
  const state = new Map<string, "open" | "done">()
  const circles: string[] = []
  const visit = (name: string, trail: readonly string[]): void => {
    if (state.get(name) === "open") {
      circles.push([...trail.slice(trail.indexOf(name)), name].join(" → "))
      return
    }
    const next = graph.get(name)
    if (!next || state.has(name)) return
    state.set(name, "open")
    for (const other of next) visit(other, [...trail, name])
    state.set(name, "done")
  }
  for (const name of graph.keys()) visit(name, [])
  return circles
}

export function foldersInCircles(graph: Graph): string[] {
  return [...graph.keys()].filter((name) => {
    const reached = new Set<string>()
    const visit = (from: string): void => {
      for (const next of graph.get(from) ?? []) {
        if (reached.has(next)) continue
        reached.add(next)
        visit(next)
      }
    }
    visit(name)
    return reached.has(name)
  })
}
