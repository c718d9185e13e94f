import { readFileSync } from "node:fs"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { parseSync } from "rolldown/utils"

type Authority = {
  path: string
  file: string
  guard: Guard
  reads: boolean
  acts: boolean
  /** Delegates (D19) who are refused there, with a page that says why. */
  refusesGrantees: Readonly<Record<"reads" | "acts", Grantees>>
}

/** "view" refuses only read-only delegates; "all" marks a private page. */
type Grantees = "none" | "view" | "all"

/** "program" admits staff too, but replies 403 instead of redirecting. */
type Guard = "everybody" | "customer" | "program" | "staff"

const guards: readonly [Exclude<Guard, "everybody">, RegExp][] = [
  ["staff", /\b(requireStaff|requireEditor|staffOnly)\s*[(\],]/],
  ["program", /\bhasBackOfficeAccess\(/],
  ["customer", /\b(requireCustomer|requireOwnAccount|customerOnly)\s*[(\],]/],
]

/** The guard comes from the file itself or from a layout above it. */
export function authorities(
  entries: readonly RouteConfigEntry[],
  above = "",
  inherited: Guard = "everybody",
): Authority[] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path.replace(/:(\w+)/g, "{$1}")}`
    const source = readFileSync(`app/${file}`, "utf8")
    const guard = readGuard(source, inherited)
    const exported = readExports(file, source)
    const own: Authority = {
      path: here || "/",
      file,
      guard,
      // A POST-only address says so itself: its loader refuses.
      reads: (exported.has("loader") || exported.has("default")) && !/new Response\(null, \{ status: 405/.test(source),
      acts: exported.has("action"),
      refusesGrantees: readRefusedGrantees(file, source),
    }
    const addressed = (path !== undefined || index === true) && (children.length === 0 || index === true)
    return [...(addressed ? [own] : []), ...authorities(children, here, guard)]
  })
}

function readGuard(source: string, inherited: Guard): Guard {
  const own = guards.find(([, pattern]) => pattern.test(source))?.[0] ?? "everybody"
  const strict: readonly Guard[] = ["everybody", "customer", "program", "staff"]
  return strict[Math.max(strict.indexOf(own), strict.indexOf(inherited))] ?? "staff"
}

function readRefusedGrantees(file: string, source: string): Authority["refusesGrantees"] {
  const functions = readFunctions(file, source)
  const refusedBy = (name: string): Grantees => {
    const body = functions.get(name) ?? ""
    if (/\brequireOwnAccount\(|\bactingRefused\("own-only"|\bhasBackOfficeAccess\(/.test(body)) return "all"
    return /\b(partyOf|authorizedParty|orderingVisitor)\(/.test(body) ? "view" : "none"
  }
  return { reads: refusedBy("loader"), acts: refusedBy("action") }
}

function readFunctions(file: string, source: string): Map<string, string> {
  const { program } = parseSync(file, source)
  const functions = new Map<string, string>()
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "FunctionDeclaration") continue
    const { id, start, end } = statement.declaration
    if (id) functions.set(id.name, source.slice(start, end))
  }
  return functions
}

function readExports(file: string, source: string): Set<string> {
  const { module } = parseSync(file, source)
  return new Set(
    module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName }) => exportName.name ?? (exportName.kind === "Default" ? "default" : "")),
    ),
  )
}

export function unguarded({ file, reads, acts }: Authority): string[] {
  const functions = readFunctions(file, readFileSync(`app/${file}`, "utf8"))
  const asks = (name: string) => /\b(requireStaff|requireEditor)\(/.test(functions.get(name) ?? "")
  const handlers = [...(reads ? ["loader"] : []), ...(acts ? ["action"] : [])]
  return handlers
    .filter((name) => functions.has(name) || name === "action")
    .filter((name) => !asks(name))
    .map((name) => `${file}: ${name}`)
}
