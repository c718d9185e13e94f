import type { EntryContext } from "react-router"

type Manifest = EntryContext["manifest"]
type Route = { parentId?: string | undefined; path?: string | undefined }
type Routes = Readonly<Record<string, Route | undefined>>

/** By the route that a page ends with. There is one manifest for as long as the process lives. */
const known = new Map<string, Manifest>()

/**
 * The manifest without the routes that neither this page nor a path above it can match. Drawing a page, the router looks
 * up no others, but would build and compare them all, which takes a twelfth of a page's time. `ids` are the matched
 * routes, from the outermost in.
 */
export function manifestOfPage(manifest: Manifest, ids: readonly string[]): Manifest {
  const last = ids.at(-1)
  // A page that there is not has an address like any other, of which nothing is known.
  if (last === undefined || segmentsOf(manifest.routes, last).includes("*")) return manifest
  const found = known.get(last)
  if (found?.version === manifest.version) return found
  const page = { ...manifest, routes: routesAround(manifest.routes, last) }
  known.set(last, page)
  return page
}

/** Those that an address of this route, or what remains of it without its last parts, may match, and what they lie in. */
export function routesAround<Site extends Routes>(routes: Site, last: string): Site {
  const page = segmentsOf(routes, last)
  const around = new Set<string>()
  for (const id of Object.keys(routes)) {
    if (!mayMatchAbove(segmentsOf(routes, id), page)) continue
    for (let each: string | undefined = id; each !== undefined; each = routes[each]?.parentId) around.add(each)
  }
  return Object.fromEntries(Object.entries(routes).filter(([id]) => around.has(id))) as Site
}

function mayMatchAbove(route: readonly string[], page: readonly string[]): boolean {
  const isOpen = (segment: string | undefined) => segment !== undefined && /^:|\?$/.test(segment)
  const rest = route.indexOf("*")
  const named = rest < 0 ? route : route.slice(0, rest)
  const needed = named.filter((segment) => !segment.endsWith("?")).length
  if (needed > page.length) return false
  // Where a part may be missing, the others may stand anywhere.
  if ([...named, ...page].some((segment) => segment.endsWith("?"))) return true
  return named.every((segment, at) => segment === page[at] || isOpen(segment) || isOpen(page[at]))
}

function segmentsOf(routes: Routes, id: string): string[] {
  const route = routes[id]
  if (!route) return []
  const above = route.parentId === undefined ? [] : segmentsOf(routes, route.parentId)
  return [...above, ...(route.path ?? "").split("/").filter(Boolean)]
}
