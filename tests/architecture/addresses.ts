import { parseSync } from "rolldown/utils"

export function routePatterns(routes: readonly Route[], above = ""): string[] {
  return routes.flatMap(({ path = "", index, children }) => {
    const here = path === "" ? above : `${above}/${path}`
    return [...(path !== "" || index ? [here || "/"] : []), ...(children ? routePatterns(children, here) : [])]
  })
}

type Route = { path?: string | undefined; index?: boolean | undefined; children?: readonly Route[] | undefined }

/** Stands in a text for the parts that are only known at run time. */
const UNKNOWN = "\u0000"

/**
 * Addresses written as text, which would outlive their page; those passed to `href` compile only while it exists. "/"
 * alone counts where it is a link.
 */
export function writtenAddresses(file: string, text: string, patterns: readonly string[]): string[] {
  // Skips parsing, which is slow, for the many files without addresses.
  if (!/["'`}]\//.test(text)) return []
  const pages = patterns.filter((pattern) => !pattern.includes("*")).map(patternRegExp)
  const addresses: string[] = []
  const look = (address: string, leads: boolean) => {
    const path = /^[^?#]*/.exec(address)?.[0] ?? ""
    if ((path !== "/" || leads) && pages.some((page) => page.test(path)))
      addresses.push(address.replaceAll(UNKNOWN, "…"))
  }
  walk(parseSync(file, text).program, (node, leads) => {
    if (node.type === "Literal" && typeof node["value"] === "string") look(node["value"], leads)
    if (node.type === "TemplateLiteral") {
      const [first = "", ...rest] = (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      // `${origin}/catalog` is an address of ours as well.
      look([...(first === "" && rest.length > 0 ? [] : [first]), ...rest].join(UNKNOWN), leads)
    }
  })
  return addresses
}

type Node = { type: string } & Readonly<Record<string, unknown>>

const leading = new Set(["to", "href", "action"])

function walk(value: unknown, visit: (node: Node, leads: boolean) => void, leads = false): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, visit, leads)
    return
  }
  if (!isNode(value)) return
  visit(value, leads)
  const callee = value.type === "CallExpression" && isNode(value["callee"]) ? value["callee"]["name"] : null
  if (callee === "href" || value.type.startsWith("Import") || value.type.startsWith("TS")) return
  const name = value.type === "JSXAttribute" && isNode(value["name"]) ? value["name"]["name"] : null
  const isComputed = value.type === "CallExpression" || value.type === "BinaryExpression"
  const inside = callee === "redirect" || leading.has(String(name)) || (leads && !isComputed)
  for (const part of Object.values(value)) walk(part, visit, inside)
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
}

/** A part only known at run time matches a parameter alone. */
function patternRegExp(pattern: string): RegExp {
  const parts = pattern.split("/").filter(Boolean)
  const source = parts.map((part) => {
    if (!part.startsWith(":")) return `/${part.replaceAll(".", "\\.")}`
    return part.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+"
  })
  return new RegExp(`^${source.join("") || "/"}$`)
}
