import type { ReactNode } from "react"
import { NavLink, useLocation } from "react-router"
import { Icon } from "../../ui/icon.tsx"
import { SideMenu } from "../../ui/side-menu.tsx"
import { SkipLink } from "../../ui/skip-link.tsx"
import { Tally } from "../../ui/tally.tsx"
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

/** The back office: its entries at the side, or in a menu on a phone; the screen beside them. */
export function AdminShell({ site, requests, userId, children }: AdminShellProps) {
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
        </header>
        <main id="contenu" tabIndex={-1} className="desk">
          {children}
        </main>
      </div>
    </>
  )
}

function AdminNav({ requests }: { requests: number }) {
  // /admin itself is the configuration of the site
  const root = /^\/admin\/?$/.test(useLocation().pathname)
  return (
    <nav className="admin-nav" aria-label="Administration">
      <h2>Administration</h2>
      <ul>
        {adminEntries.map(({ to, label, icon, counts }) => (
          <li key={to}>
            <NavLink to={to} {...(root && to === "/admin/site-config" ? { "aria-current": "page", className: "active" } : {})}>
              <Icon of={icon} />
              {label}
              {counts && requests > 0 && <Tally count={requests} unit={requests > 1 ? "demandes" : "demande"} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
