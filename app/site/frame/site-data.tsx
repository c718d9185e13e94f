import { useLocation } from "react-router"
import { crumbsOf } from "./crumbs.ts"
import { JsonLd } from "./json-ld.tsx"
import type { SiteIdentity } from "../../http/site-identity.ts"
import { breadcrumbData, siteData } from "./structured-data.ts"

/** A product's address lacks its name, so its page adds the breadcrumb. */
const hasOwnBreadcrumb = /^\/product\//

export function SiteData({ site, origin }: { site: SiteIdentity; origin: string }) {
  const { pathname } = useLocation()
  const crumbs = hasOwnBreadcrumb.test(pathname) ? [] : crumbsOf(pathname)
  const data = import.meta.env.SSR
    ? [...siteData(site, origin), ...(crumbs.length > 0 ? [breadcrumbData(crumbs, origin)] : [])]
    : null
  return <JsonLd data={data} />
}
