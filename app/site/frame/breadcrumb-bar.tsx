import { useLocation } from "react-router"
import { Breadcrumb } from "../../ui/breadcrumb.tsx"
import { crumbsOf, missingPageCrumbs } from "./crumbs.ts"

/** Where one is, on small screens, everywhere but at home; `missing`: on an address that leads nowhere. */
export function BreadcrumbBar({ missing }: { missing: boolean }) {
  const { pathname } = useLocation()
  const crumbs = missing ? missingPageCrumbs : crumbsOf(pathname)
  if (crumbs.length === 0) return null
  return (
    <div className="site-crumbs">
      <Breadcrumb crumbs={crumbs} />
    </div>
  )
}
