import { Outlet, useRouteLoaderData } from "react-router"
import { SiteFrame } from "../../components/site/site-frame.tsx"
import type { loader as rootLoader } from "../../root.tsx"

/** Header and footer around every public page. */
export default function SiteLayout() {
  const root = useRouteLoaderData<typeof rootLoader>("root")
  if (!root) return <Outlet />
  return (
    <SiteFrame site={root.site} visitor={root.visitor}>
      <Outlet />
    </SiteFrame>
  )
}
