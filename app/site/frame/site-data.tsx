import { useLocation } from "react-router"
import { crumbsOf } from "./crumbs.ts"
import { JsonLd } from "./json-ld.tsx"
import type { SiteIdentity } from "../../http/site-identity.ts"
import { buildBreadcrumbData, buildSiteData } from "./structured-data.ts"

/** A product's address lacks its name, so its page adds the breadcrumb. */
const ownBreadcrumbPattern = /^\/product\//

export function SiteData({ site, origin }: { site: SiteIdentity; origin: string }) {
  const { pathname } = useLocation()
  const crumbs = ownBreadcrumbPattern.test(pathname) ? [] : crumbsOf(pathname)
  const data = import.meta.env.SSR
    ? [...buildSiteData(site, origin), ...(crumbs.length > 0 ? [buildBreadcrumbData(crumbs, origin)] : [])]
    : null
  return <JsonLd data={data} />
}
