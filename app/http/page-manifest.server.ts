import type { EntryContext } from "react-router"

type Manifest = EntryContext["manifest"]
type Route = { parentId?: string | undefined; path?: string | undefined }
type Routes = Readonly<Record<string, Route | undefined>>

const cache = new Map<string, Manifest>()

/** Building all routes takes a twelfth of a page's time. */
export function pageManifest(manifest: Manifest, ids: readonly string[]): Manifest {
  const last = ids.at(-1)
  if (last === undefined || segmentsOf(manifest.routes, last).includes("*")) return manifest
  const cached = cache.get(last)
  if (cached?.version === manifest.version) return cached
  const page = { ...manifest, routes: relatedRoutes(manifest.routes, last) }
  cache.set(last, page)
  return page
}

export function relatedRoutes<Site extends Routes>(routes: Site, last: string): Site {
  const page = segmentsOf(routes, last)
  const related = new Set<string>()
  for (const id of Object.keys(routes)) {
    if (!mayMatchPrefix(segmentsOf(routes, id), page)) continue
    for (let each: string | undefined = id; each !== undefined; each = routes[each]?.parentId) related.add(each)
  }
  return Object.fromEntries(Object.entries(routes).filter(([id]) => related.has(id))) as Site
}

function mayMatchPrefix(route: readonly string[], page: readonly string[]): boolean {
  const isOpen = (segment: string | undefined) => segment !== undefined && /^:|\?$/.test(segment)
  const rest = route.indexOf("*")
  const named = rest < 0 ? route : route.slice(0, rest)
  const needed = named.filter((segment) => !segment.endsWith("?")).length
  if (needed > page.length) return false
  if ([...named, ...page].some((segment) => segment.endsWith("?"))) return true
  return named.every((segment, at) => segment === page[at] || isOpen(segment) || isOpen(page[at]))
}

function segmentsOf(routes: Routes, id: string): string[] {
  const route = routes[id]
  if (!route) return []
  const above = route.parentId === undefined ? [] : segmentsOf(routes, route.parentId)
  return [...above, ...(route.path ?? "").split("/").filter(Boolean)]
}
