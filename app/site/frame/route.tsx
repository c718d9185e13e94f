import { use } from "react"
import { Outlet, useRouteLoaderData } from "react-router"
import { cookieChoice } from "../../../server/shop/content/cookie-consent.ts"
import { environment } from "../../../server/platform/environment.server.ts"
import { KeptPageContext } from "../../kit/kept-page.ts"
import { CookieBanner } from "./cookies/banner.tsx"
import { StoredChoice } from "./cookies/stored-choice.tsx"
import { SiteData } from "./site-data.tsx"
import { SiteFrame } from "./frame.tsx"
import type { loader as rootLoader } from "../../root.tsx"
import type { Route } from "./+types/route"
import { countedView } from "./counted-view.server.ts"

export const middleware: Route.MiddlewareFunction[] = [countedView]

/**
 * Whether the visitor is to be asked about cookies (D23): what they answered and when, the browser knows. The site's own
 * address, for search engines.
 */
export function loader({ request }: Route.LoaderArgs) {
  return { asksAboutCookies: cookieChoice(request) === null, origin: environment.origin }
}

/** It only changes with the page loaded anew. */
export const shouldRevalidate = () => false

/** Header and footer around every public page. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root")
  const isKept = use(KeptPageContext)
  if (!root) return <Outlet />
  return (
    <SiteFrame site={root.site} visitor={root.visitor} wanted={root.wanted}>
      {!isKept && <SiteData site={root.site} origin={loaderData.origin} />}
      <Outlet />
      {isKept ? null : loaderData.asksAboutCookies ? <CookieBanner /> : <StoredChoice />}
    </SiteFrame>
  )
}
