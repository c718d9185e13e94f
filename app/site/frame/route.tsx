import { use } from "react"
import { Outlet, useRouteLoaderData } from "react-router"
import { readCookieChoice } from "../../../server/shop/content/cookie-consent.ts"
import { environment } from "../../../server/platform/environment.server.ts"
import { OfflinePageContext } from "../../kit/offline-page.ts"
import { CookieBanner } from "./cookies/banner.tsx"
import { CookieChoiceSync } from "./cookies/cookie-choice-sync.tsx"
import { SiteData } from "./site-data.tsx"
import { SiteFrame } from "./frame.tsx"
import type { loader as rootLoader } from "../../root.tsx"
import type { Route } from "./+types/route"
import { countViews } from "./counted-view.server.ts"

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
