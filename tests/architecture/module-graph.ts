import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { parseSync } from "rolldown/utils"

/** A source file: where it is (from the project's root, with slashes) and what it asks for. */
export interface Module {
  readonly file: string
  /** As written: "./price.ts", "node:fs", "react". Types count too. */
  readonly imports: readonly string[]
  /** True when it hands on everything of another file, or is an index that hands on anything. */
  readonly barrel: boolean
}

/** Every source file below `folders`, read and parsed. */
export function readModules(root: string, folders: readonly string[]): Module[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
      .map((file) => parseModule(file, readFileSync(path.join(root, file), "utf8"))),
  )
}

export function parseModule(file: string, text: string): Module {
  const { module, errors } = parseSync(file, text)
  const [problem] = errors
  if (problem) throw new Error(`${file} cannot be parsed: ${problem.message}`)
  const handedOn = module.staticExports.flatMap((statement) => statement.entries).filter((entry) => entry.moduleRequest)
  const everything = handedOn.some(
    (entry) => entry.importName.kind === "All" || entry.importName.kind === "AllButDefault",
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
  const imports = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...handedOn.map((entry) => entry.moduleRequest?.value ?? ""),
    ...dynamic.filter((request) => /^["']/.test(request)).map((request) => request.slice(1, -1)),
  ]
  const index = /(^|\/)index\.tsx?$/.test(file)
  return { file, imports: [...new Set(imports)], barrel: everything || (index && handedOn.length > 0) }
}

/** The file of the project that a relative import names; null for a package or a module of Node. */
export function target(module: Module, request: string): string | null {
  if (!request.startsWith(".")) return null
  return path.posix.join(path.posix.dirname(module.file), request.split("?")[0] ?? request)
}

/** Circles of files that import each other, each once, as "a.ts → b.ts → a.ts". */
export function cycles(modules: readonly Module[]): string[] {
  const known = new Map(modules.map((module) => [module.file, module]))
  const state = new Map<string, "open" | "done">()
  const found: string[] = []
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === "open") {
      found.push([...trail.slice(trail.indexOf(file)), file].join(" → "))
      return
    }
    const module = known.get(file)
    if (!module || state.has(file)) return
    state.set(file, "open")
    for (const request of module.imports) {
      const next = target(module, request)
      if (next) visit(next, [...trail, file])
    }
    state.set(file, "done")
  }
  for (const module of modules) visit(module.file, [])
  return found
}
