import { use } from "react"
import { Outlet, useRouteLoaderData, useLocation } from "react-router"
import { readCookieChoice } from "../../../server/shop/content/cookie-consent.ts"
import { environment } from "../../../server/platform/environment.server.ts"
import { OfflinePageContext } from "../../kit/offline-page.ts"
import { CookieBanner } from "./cookies/banner.tsx"
import { CookieChoiceSync } from "./cookies/cookie-choice-sync.tsx"
import { SiteFrame } from "./frame.tsx"
import type { loader as rootLoader } from "../../root.tsx"
import type { Route } from "./+types/route"
import { countViews } from "./counted-view.server.ts"
import { crumbsOf } from "./crumbs.ts"
import { JsonLd } from "./json-ld.tsx"
import type { SiteIdentity } from "../../http/site-identity.ts"
import { buildBreadcrumbData, buildSiteData } from "./structured-data.ts"

export const middleware: Route.MiddlewareFunction[] = [countViews]

export function loader({ request }: Route.LoaderArgs) {
  return { asksAboutCookies: readCookieChoice(request) === null, origin: environment.origin }
}

/** Only a full page load changes it. */
export const shouldRevalidate = () => false

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root")
  const isOffline = use(OfflinePageContext)
  if (!root) return <Outlet />
  return (
    <SiteFrame site={root.site} visitor={root.visitor} requestedPath={root.requestedPath}>
      {!isOffline && <SiteData site={root.site} origin={loaderData.origin} />}
      <Outlet />
      {isOffline ? null : loaderData.asksAboutCookies ? <CookieBanner /> : <CookieChoiceSync />}
    </SiteFrame>
  )
}

/** A product's address lacks its name, so its page adds the breadcrumb. */
const ownBreadcrumbPattern = /^\/product\//

function SiteData({ site, origin }: { site: SiteIdentity; origin: string }) {
  const { pathname } = useLocation()
  const crumbs = ownBreadcrumbPattern.test(pathname) ? [] : crumbsOf(pathname)
  const data = import.meta.env.SSR
    ? [...buildSiteData(site, origin), ...(crumbs.length > 0 ? [buildBreadcrumbData(crumbs, origin)] : [])]
    : null
  return <JsonLd data={data} />
}
