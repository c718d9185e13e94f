import { type ReactNode, useEffect, useRef } from "react"
import { Link, NavLink, useLocation } from "react-router"
import ExternalLink from "lucide-react/icons/external-link"
import LogOut from "lucide-react/icons/log-out"
import User from "lucide-react/icons/user"
import { Breadcrumb } from "../../ui/breadcrumb.tsx"
import { Icon } from "../../ui/icon.tsx"
import { SideMenu } from "../../ui/side-menu.tsx"
import { SkipLink } from "../../ui/skip-link.tsx"
import { Tally } from "../../ui/tally.tsx"
import { adminCrumbs } from "../admin/admin-crumbs.ts"
import { screens } from "../admin/screens.ts"
import { SearchButton } from "../admin-search/search-button.tsx"
import { adminEntries } from "./admin-entries.ts"
import { Brand } from "./brand.tsx"
import type { SiteIdentity } from "./site-identity.ts"

export type AdminShellProps = {
  site: SiteIdentity
  /** Requests that wait for an answer. */
  requests: number
  userId: string
  children: ReactNode
}

const signOutForm = "deconnexion"

/** The back office: its entries at the side, or in a menu on a phone; the screen beside them. */
export function AdminShell({ site, requests, userId, children }: AdminShellProps) {
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <div className="admin">
        <header className="admin-side on-night">
          <Brand site={site} />
          <SearchButton userId={userId} />
          <AdminNav requests={requests} />
          <SideMenu>
            <AdminNav requests={requests} />
          </SideMenu>
          <form id={signOutForm} method="post" action="/deconnexion" hidden data-unkept />
        </header>
        <div className="admin-crumbs">
          <Breadcrumb crumbs={adminCrumbs(pathname)} />
        </div>
        <main id="contenu" tabIndex={-1} className="desk">
          {children}
        </main>
      </div>
    </>
  )
}

/** Where one can go, and at the foot the ways out, in sight however long the list is. */
function AdminNav({ requests }: { requests: number }) {
  // /admin itself is the configuration of the site
  const root = /^\/admin\/?$/.test(useLocation().pathname)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const [entries, here] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")]
    if (entries && here && here.offsetTop + here.offsetHeight > entries.clientHeight) entries.scrollTop = here.offsetTop - entries.clientHeight / 2
  }, [])
  return (
    <nav className="admin-nav" aria-label="Administration">
      <h2>Administration</h2>
      <ul ref={list} className="admin-entries">
        {adminEntries.map(({ to, title, icon, counts }) => (
          <li key={to}>
            <NavLink to={to} {...(root && to === screens.siteConfig.to ? { "aria-current": "page", className: "active" } : {})}>
              <Icon of={icon} />
              {title}
              {counts && requests > 0 && <Tally count={requests} unit={requests > 1 ? "demandes" : "demande"} />}
            </NavLink>
          </li>
        ))}
      </ul>
      <ul className="admin-foot">
        <li>
          <Link to="/">
            <Icon of={ExternalLink} />
            Voir le site
          </Link>
        </li>
        <li>
          <Link to="/account">
            <Icon of={User} />
            Mon compte
          </Link>
        </li>
        <li>
          <button type="submit" form={signOutForm}>
            <Icon of={LogOut} />
            Déconnexion
          </button>
        </li>
      </ul>
    </nav>
  )
}
