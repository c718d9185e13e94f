import { readFileSync } from "node:fs"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { parseSync } from "rolldown/utils"

/** One address of the site map, and who may have what of it. */
export type Authority = {
  path: string
  file: string
  guard: Guard
  /** Whether the address answers a GET, or a POST; without either it only groups others. */
  reads: boolean
  acts: boolean
  /** Who acts for another account (D19) and is refused there, with a page that says why. */
  refusesGrantees: Readonly<Record<"reads" | "acts", Grantees>>
}

/** Nobody who acts for another account is refused, those who may only look are, or all of them: the page is one's own. */
export type Grantees = "none" | "view" | "all"

/** Everybody, anybody who is signed in, or an administrator is let through; "program": the latter, others get a 403. */
export type Guard = "everybody" | "customer" | "program" | "administrator"

const guards: readonly [Exclude<Guard, "everybody">, RegExp][] = [
  ["administrator", /\b(requireAdministrator|editorOf|administratorOnly)\s*[(\],]/],
  ["program", /\bisAtWork\(/],
  ["customer", /\b(requireCustomer|requireOwnAccount|customerOnly)\s*[(\],]/],
]

/** Every address of the site map with its guard: of its own file, or of a layout above it. */
export function authorities(
  entries: readonly RouteConfigEntry[],
  above = "",
  inherited: Guard = "everybody",
): Authority[] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path.replace(/:(\w+)/g, "{$1}")}`
    const source = readFileSync(`app/${file}`, "utf8")
    const guard = guardOf(source, inherited)
    const exported = exportsOf(file, source)
    const own: Authority = {
      path: here || "/",
      file,
      guard,
      // An address that is only sent to says so itself: its loader refuses.
      reads: (exported.has("loader") || exported.has("default")) && !/new Response\(null, \{ status: 405/.test(source),
      acts: exported.has("action"),
      refusesGrantees: granteesOf(file, source),
    }
    const addressed = (path !== undefined || index === true) && (children.length === 0 || index === true)
    return [...(addressed ? [own] : []), ...authorities(children, here, guard)]
  })
}

/** A guard above holds for all below it; below it may only be stricter. */
function guardOf(source: string, inherited: Guard): Guard {
  const own = guards.find(([, pattern]) => pattern.test(source))?.[0] ?? "everybody"
  const strict: readonly Guard[] = ["everybody", "customer", "program", "administrator"]
  return strict[Math.max(strict.indexOf(own), strict.indexOf(inherited))] ?? "administrator"
}

/** What the guards of a file refuse: its middleware, its loader and its action, each for itself. */
function granteesOf(file: string, source: string): Authority["refusesGrantees"] {
  const functions = functionsOf(file, source)
  const refusedBy = (name: string): Grantees => {
    const body = functions.get(name) ?? ""
    if (/\brequireOwnAccount\(|\bactingRefused\("own-only"|\bisAtWork\(/.test(body)) return "all"
    return /\b(partyOf|partyIfAllowed|orderingVisitor)\(/.test(body) ? "view" : "none"
  }
  return { reads: refusedBy("loader"), acts: refusedBy("action") }
}

function functionsOf(file: string, source: string): Map<string, string> {
  const { program } = parseSync(file, source)
  const functions = new Map<string, string>()
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "FunctionDeclaration") continue
    const { id, start, end } = statement.declaration
    if (id) functions.set(id.name, source.slice(start, end))
  }
  return functions
}

function exportsOf(file: string, source: string): Set<string> {
  const { module } = parseSync(file, source)
  return new Set(
    module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName }) => exportName.name ?? (exportName.kind === "Default" ? "default" : "")),
    ),
  )
}

/** What a file of the back office says for itself: its loader and its action each ask who is there. */
export function unguarded({ file, reads, acts }: Authority): string[] {
  const functions = functionsOf(file, readFileSync(`app/${file}`, "utf8"))
  const asks = (name: string) => /\b(requireAdministrator|editorOf)\(/.test(functions.get(name) ?? "")
  const wanted = [...(reads ? ["loader"] : []), ...(acts ? ["action"] : [])]
  return wanted
    .filter((name) => functions.has(name) || name === "action")
    .filter((name) => !asks(name))
    .map((name) => `${file}: ${name}`)
}
