import { useLocation } from "react-router"
import { Breadcrumb } from "../../ui/breadcrumb.tsx"
import { crumbsOf } from "./crumbs.ts"

/** Where one is, on small screens, everywhere but at home. */
export function BreadcrumbBar() {
  const crumbs = crumbsOf(useLocation().pathname)
  if (crumbs.length === 0) return null
  return (
    <div className="site-crumbs">
      <Breadcrumb crumbs={crumbs} />
    </div>
  )
}
