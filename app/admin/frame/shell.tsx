import { type ReactNode, useEffect, useRef } from "react"
import { Link, href, useLocation } from "react-router"
import CircleHelp from "lucide-react/icons/circle-question-mark"
import ExternalLink from "lucide-react/icons/external-link"
import LogOut from "lucide-react/icons/log-out"
import User from "lucide-react/icons/user"
import { Breadcrumb } from "../../ui/breadcrumb.tsx"
import { Icon } from "../../ui/icon.tsx"
import { SideMenu } from "../../ui/side-menu.tsx"
import { SkipLink } from "../../ui/skip-link.tsx"
import { CountBadge } from "../../ui/count-badge.tsx"
import { adminCrumbs, officeName } from "./crumbs.ts"
import { useBackOfficeRole, useMayOpen } from "../kit/back-office-role.tsx"
import { Presence } from "../kit/presence/presence.tsx"
import { screens } from "../kit/screens.ts"
import { SearchButton } from "./search-button.tsx"
import { type AdminCounts, type AdminEntry, entryGroups, isCurrentEntry } from "./entries.ts"
import { Brand } from "../../kit/brand.tsx"
import { SignOutForm } from "../../kit/drafts/sign-out-form.tsx"
import type { ActingIdentity, SiteIdentity } from "../../http/site-identity.ts"
import UsersRound from "lucide-react/icons/users-round"

type AdminShellProps = {
  site: SiteIdentity
  counts: AdminCounts
  userId: string
  acting: ActingIdentity["acting"]
  children: ReactNode
}

const signOutForm = "deconnexion"

export function AdminShell({ site, counts, userId, acting, children }: AdminShellProps) {
  const mayOpen = useMayOpen()
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <div className="admin">
        <header className="admin-side on-night">
          <Brand site={site} />
          {mayOpen(screens.search.to) && <SearchButton userId={userId} />}
          <AdminNav counts={counts} />
          <SideMenu>
            <AdminNav counts={counts} />
          </SideMenu>
          <SignOutForm id={signOutForm} />
        </header>
        <div className="admin-crumbs">
          <Breadcrumb crumbs={adminCrumbs(pathname, useBackOfficeRole())} />
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

function AdminNav({ counts }: { counts: AdminCounts }) {
  const { pathname } = useLocation()
  const role = useBackOfficeRole()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [entries, activeLink] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")]
    if (entries && activeLink && activeLink.offsetTop + activeLink.offsetHeight > entries.clientHeight)
      entries.scrollTop = activeLink.offsetTop - entries.clientHeight / 2
  }, [])
  return (
    <nav className="admin-nav" aria-label={officeName(role)}>
      <h2>{officeName(role)}</h2>
      <div ref={list} className="admin-entries">
        {entryGroups(role).map((entries) => (
          <ul key={entries[0]?.to}>
            {entries.map((entry) => (
              <li key={entry.to}>
                <AdminLink entry={entry} pathname={pathname} counts={counts} />
              </li>
            ))}
          </ul>
        ))}
      </div>
      <ul className="admin-foot">
        <li>
          <Link to={`${screens.help.to}?${new URLSearchParams({ ecran: pathname })}`}>
            <Icon icon={CircleHelp} />
            {screens.help.title}
          </Link>
        </li>
        <li>
          <Link to={href("/")}>
            <Icon icon={ExternalLink} />
            Voir le site
          </Link>
        </li>
        <li>
          <Link to={href("/account")}>
            <Icon icon={User} />
            Mon compte
          </Link>
        </li>
        <li>
          <button type="submit" form={signOutForm}>
            <Icon icon={LogOut} />
            Déconnexion
          </button>
        </li>
      </ul>
    </nav>
  )
}

function AdminLink({ entry, pathname, counts }: { entry: AdminEntry; pathname: string; counts: AdminCounts }) {
  const isCurrent = isCurrentEntry(entry, pathname)
  return (
    <Link to={entry.to} {...(isCurrent && { "aria-current": "page" as const, className: "active" })}>
      <Icon icon={entry.icon} />
      {entry.title}
      <WaitingCount entry={entry} counts={counts} />
    </Link>
  )
}

const units = { requests: ["demande", "demandes"], messages: ["nouveau message", "nouveaux messages"] } as const

function WaitingCount({ entry, counts }: { entry: AdminEntry; counts: AdminCounts }) {
  if (!entry.counts || counts[entry.counts] === 0) return null
  const [one, several] = units[entry.counts]
  const count = counts[entry.counts]
  return <CountBadge count={count} unit={count > 1 ? several : one} />
}

/** Acting for another account (D19) applies to the site; in the back office administrators always act as themselves. */
function ActingNote({ acting }: Pick<ActingIdentity, "acting">) {
  const { pathname, search } = useLocation()
  if (!acting?.rights) return null
  return (
    <div className="acting-bar on-night" role="region" aria-label={`Vous agissez pour ${acting.name}`}>
      <Icon icon={UsersRound} size="small" />
      <p className="acting-name">
        Sur le site, vous agissez pour <b>{acting.name}</b>
      </p>
      <form method="post" action={href("/agir-pour")}>
        <input type="hidden" name="retour" value={pathname + search} />
        <button name="pour" value="moi" className="acting-button">
          Mon compte
        </button>
      </form>
    </div>
  )
}
