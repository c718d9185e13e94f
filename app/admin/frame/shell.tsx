import { type ReactNode, useEffect, useId, useRef } from "react"
import { Link, NavLink, href, useLocation } from "react-router"
import CircleHelp from "lucide-react/icons/circle-question-mark"
import ExternalLink from "lucide-react/icons/external-link"
import LogOut from "lucide-react/icons/log-out"
import User from "lucide-react/icons/user"
import { Breadcrumb } from "../../ui/breadcrumb.tsx"
import { Icon } from "../../ui/icon.tsx"
import { SideMenu } from "../../ui/side-menu.tsx"
import { SkipLink } from "../../ui/skip-link.tsx"
import { Tally } from "../../ui/tally.tsx"
import { ActingNote } from "./acting-note.tsx"
import { adminCrumbs } from "./crumbs.ts"
import { Presence } from "../kit/presence/presence.tsx"
import { screens } from "../kit/screens.ts"
import { SearchButton } from "./search-button.tsx"
import { type AdminCounts, type AdminEntry, adminGroups } from "./entries.ts"
import { Brand } from "../../kit/brand.tsx"
import { SignOutForm } from "../../kit/drafts/sign-out-form.tsx"
import type { ActingIdentity, SiteIdentity } from "../../http/site-identity.ts"

export type AdminShellProps = {
  site: SiteIdentity
  /** Requests that wait for an answer, messages that nobody has answered. */
  counts: AdminCounts
  userId: string
  /** For whom this browser acts on the site. */
  acting: ActingIdentity["acting"]
  children: ReactNode
}

const signOutForm = "deconnexion"

/** The back office: its entries at the side, or in a menu on a phone; the screen beside them. */
export function AdminShell({ site, counts, userId, acting, children }: AdminShellProps) {
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <div className="admin">
        <header className="admin-side on-night">
          <Brand site={site} />
          <SearchButton userId={userId} />
          <AdminNav counts={counts} />
          <SideMenu>
            <AdminNav counts={counts} />
          </SideMenu>
          <SignOutForm id={signOutForm} />
        </header>
        <div className="admin-crumbs">
          <Breadcrumb crumbs={adminCrumbs(pathname)} />
        </div>
        <Presence>
          <main id="contenu" tabIndex={-1} className="desk">
            <ActingNote acting={acting} />
            {children}
          </main>
        </Presence>
      </div>
    </>
  )
}

/** Where one can go, and at the foot the ways out, in sight however long the list is. */
function AdminNav({ counts }: { counts: AdminCounts }) {
  // /admin itself is the configuration of the site
  const { pathname } = useLocation()
  const root = /^\/admin\/?$/.test(pathname)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const [entries, here] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")]
    if (entries && here && here.offsetTop + here.offsetHeight > entries.clientHeight)
      entries.scrollTop = here.offsetTop - entries.clientHeight / 2
  }, [])
  return (
    <nav className="admin-nav" aria-label="Administration">
      <h2>Administration</h2>
      <div ref={list} className="admin-entries">
        {adminGroups.map(({ name, entries }, index) => (
          <div key={name}>
            <h3 id={`${id}-${index}`}>{name}</h3>
            <ul aria-labelledby={`${id}-${index}`}>
              {entries.map((entry) => (
                <li key={entry.to}>
                  <NavLink
                    to={entry.to}
                    // Invoices have an entry of their own below the finances' address.
                    end={entry.to === screens.finance.to && pathname.startsWith(screens.invoices.to)}
                    {...(root && entry.to === screens.siteConfig.to
                      ? { "aria-current": "page", className: "active" }
                      : {})}
                  >
                    <Icon of={entry.icon} />
                    {entry.title}
                    <Waiting entry={entry} counts={counts} />
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <ul className="admin-foot">
        <li>
          <Link to={`${screens.help.to}?${new URLSearchParams({ ecran: pathname })}`}>
            <Icon of={CircleHelp} />
            {screens.help.title}
          </Link>
        </li>
        <li>
          <Link to={href("/")}>
            <Icon of={ExternalLink} />
            Voir le site
          </Link>
        </li>
        <li>
          <Link to={href("/account")}>
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

const units = { requests: ["demande", "demandes"], messages: ["nouveau message", "nouveaux messages"] } as const

function Waiting({ entry, counts }: { entry: AdminEntry; counts: AdminCounts }) {
  if (!entry.counts || counts[entry.counts] === 0) return null
  const [one, several] = units[entry.counts]
  const count = counts[entry.counts]
  return <Tally count={count} unit={count > 1 ? several : one} />
}
