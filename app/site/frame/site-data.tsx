import { useLocation } from "react-router"
import { crumbsOf } from "./crumbs.ts"
import { JsonLd } from "./json-ld.tsx"
import type { SiteIdentity } from "../../http/site-identity.ts"
import { breadcrumbData, siteData } from "./structured-data.ts"

/** A product's address says nothing of its name: its own page tells the way to it. */
const hasOwnBreadcrumb = /^\/product\//

/** What search engines are told on every public page: the company, its site, its service, and where this page is. */
export function SiteData({ site, origin }: { site: SiteIdentity; origin: string }) {
  const { pathname } = useLocation()
  const crumbs = hasOwnBreadcrumb.test(pathname) ? [] : crumbsOf(pathname)
  const data = import.meta.env.SSR
    ? [...siteData(site, origin), ...(crumbs.length > 0 ? [breadcrumbData(crumbs, origin)] : [])]
    : null
  return <JsonLd data={data} />
}
