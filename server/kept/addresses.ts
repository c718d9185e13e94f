import type { ServerBuild } from "react-router"
import { memoized } from "../memoized.ts"
import type { OwnValue, Shape } from "./marks.ts"
import type { Count, Places } from "./template.ts"
import type { Variant } from "./visitor.ts"
import type { Alike, Kept, Read } from "./declaration.ts"

/** An address whose answer may be kept. */
export type KeptAddress = {
  /** Path, and the parameters that the page declares, in its own order: what the page is asked for by. */
  path: string
  /** Under which the answer of each variant is kept. */
  keys: Readonly<Record<Variant, string>>
  /** True when it has such parameters. */
  isAsked: boolean
  page: KeptPage
  params: Readonly<Record<string, string>>
}

/** A page of the site, or an answer for programs, as its route and the layouts around it declare it. */
export type KeptPage = {
  /** As the log and the metrics name it: "/product/:id". */
  pattern: string
  reads: readonly Read[]
  alike: Alike
  asks: Readonly<Record<string, RegExp>>
  isOfSite: boolean
  /** What it says itself of who is signed in; null where it is rendered for each of them. */
  marked: readonly OwnValue[] | null
  /** The routes whose data may be asked for alone, from the outermost in. */
  routes: ReadonlySet<string>
}

/** Names and ids: what else stands in an address is no page of ours, or one that is not kept. */
const part = "[a-z0-9][a-z0-9.-]*"
const MAX_ADDRESS_LENGTH = 300

/** Answers which address a request asks for, or null: it is for a page that is not kept, or for none. */
export function keptAddresses(build: Pick<ServerBuild, "routes">): (url: string) => KeptAddress | null {
  const fixed = new Map<string, KeptPage>()
  const open: { matches: RegExp; page: KeptPage }[] = []
  for (const { pattern, page } of declaredPages(build)) {
    if (pattern.includes(":")) open.push({ matches: expressionOf(pattern), page })
    else fixed.set(pattern, page)
  }
  // An address that a fixed page has is never one of a page with parameters, kept or not.
  const taken = new Set(allPatterns(build).filter((pattern) => !pattern.includes(":")))

  const pageAt = (path: string): Pick<KeptAddress, "page" | "params"> | null => {
    const page = fixed.get(path)
    if (page) return { page, params: {} }
    if (taken.has(path)) return null
    for (const { matches, page } of open) {
      const found = matches.exec(path)
      if (found) return { page, params: { ...found.groups } }
    }
    return null
  }

  const addressIn = memoized((url): KeptAddress | null => {
    const [path = "", ...rest] = url.split("?")
    const asked = pagePath(path)
    const found = pageAt(asked.path)
    if (!found || (asked.isData && !found.page.isOfSite)) return null
    if (rest.length === 0) return { ...found, ...named(path), isAsked: false }
    const query = keptQuery(new URLSearchParams(rest.join("?")), found.page, asked.isData)
    if (query === null) return null
    const isAsked = Object.keys(found.page.asks).some((name) => query.has(name))
    return { ...found, ...named(query.size === 0 ? path : `${path}?${query}`), isAsked }
  }, 2_000)
  return (url) => (url.length > MAX_ADDRESS_LENGTH ? null : addressIn(url))
}

function named(path: string): Pick<KeptAddress, "path" | "keys"> {
  return { path, keys: { all: `all ${path}`, asked: `asked ${path}`, answered: `answered ${path}` } }
}

/** The page whose data the router asks for alone: "/catalog.data", and "/_.data" for "/". */
function pagePath(path: string): { path: string; isData: boolean } {
  if (!path.endsWith(".data")) return { path, isData: false }
  return { path: path === "/_.data" ? "/" : path.slice(0, -".data".length), isData: true }
}

/** What the page declares, in its order; null for a value that is not kept. Other parameters change nothing. */
function keptQuery(values: URLSearchParams, { asks, routes }: KeptPage, isData: boolean): URLSearchParams | null {
  const query = new URLSearchParams()
  for (const [name, allowed] of Object.entries(asks)) {
    const [value, ...others] = values.getAll(name)
    if (value === undefined) continue
    if (others.length > 0 || !allowed.test(value)) return null
    query.set(name, value)
  }
  // The router's own parameters say which part of the data it wants.
  if (isData && values.has("index")) return null
  const [wanted, ...others] = isData ? values.getAll("_routes") : []
  if (wanted !== undefined) {
    const ids = wanted.split(",")
    if (others.length > 0 || new Set(ids).size < ids.length || !ids.every((id) => routes.has(id))) return null
    query.set("_routes", ids.toSorted().join(","))
  }
  return query
}

/** How often a value stands in the header and the menus around every page (app/site/frame/header.tsx). */
const inFrame: Count = { name: 1, cartLines: 5 }
/** What the data of the root says of who is signed in (app/root.tsx); the router writes what comes again only once. */
const inRoot: readonly OwnValue[] = ["userId", "name", "email", "endsInSeconds", "cartLines", "requestId"]

/** Where a page, or what is asked of its data, says what is somebody's own. */
export function placesOf({ path, page }: Pick<KeptAddress, "path" | "page">, { hasCart }: Shape): Places {
  const [pathname = "", query] = path.split("?")
  const asked = new URLSearchParams(query).get("_routes")?.split(",")
  const [root, own] = [[...page.routes].at(0) ?? "", [...page.routes].at(-1) ?? ""]
  const isAsked = (route: string) => asked === undefined || asked.includes(route)
  const said = new Set([...(isAsked(root) ? inRoot : []), ...(isAsked(own) ? (page.marked ?? []) : [])])
  const isDocument = !pathname.endsWith(".data")
  const once = Object.fromEntries([...said].map((value) => [value, 1])) satisfies Count
  const without: Count = hasCart ? {} : { cartLines: 0 }
  return { isDocument, inText: isDocument ? { ...inFrame, ...without } : {}, inData: { ...once, ...without } }
}

function expressionOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/[.]/g, "\\.").replace(/:(\w+)/g, `(?<$1>${part})`)}$`)
}

type Routes = Pick<ServerBuild, "routes">
type Route = NonNullable<ServerBuild["routes"][string]>

function declaredPages(build: Routes): { pattern: string; page: KeptPage }[] {
  return Object.values(build.routes).flatMap((route) => {
    const own = route && declared(route)
    if (!route || !own || own.page === false) return []
    const branch = branchOf(build, route)
    const declarations = branch.map(declared)
    const isOfSite = route.module.default !== undefined
    // An answer for programs reads nothing of what stands around pages; a layout that does not say what it reads may
    // read anything.
    if (isOfSite && branch.some((each, index) => each.module.loader && !declarations[index])) return []
    const pattern = patternOf(branch)
    const page = {
      pattern,
      reads: isOfSite ? declarations.flatMap((each) => each?.reads ?? []) : own.reads,
      alike:
        declarations.map((each) => (isOfSite || each === own ? each?.alike : undefined)).findLast(Boolean) ?? "all",
      asks: own.asks ?? {},
      isOfSite,
      marked: (isOfSite && own.marked) || null,
      routes: new Set(branch.map(({ id }) => id)),
    } satisfies KeptPage
    return [{ pattern, page }]
  })
}

function declared(route: Route): Kept | null {
  const kept: unknown = Reflect.get(route.module, "kept")
  return typeof kept === "object" && kept !== null && "reads" in kept ? (kept as Kept) : null
}

function branchOf({ routes }: Routes, route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [...branchOf({ routes }, parent), route] : [route]
}

function allPatterns(build: Routes): string[] {
  return Object.values(build.routes).flatMap((route) => (route ? [patternOf(branchOf(build, route))] : []))
}

function patternOf(branch: readonly Route[]): string {
  return `/${branch.flatMap(({ path }) => path || []).join("/")}`
}
