import type { MouseEvent } from "react"
import { Link, NavLink, href, useLocation } from "react-router"
import CalendarCheck from "lucide-react/icons/calendar-check"
import Euro from "lucide-react/icons/euro"
import LayoutDashboard from "lucide-react/icons/layout-dashboard"
import LogOut from "lucide-react/icons/log-out"
import ShoppingCart from "lucide-react/icons/shopping-cart"
import Truck from "lucide-react/icons/truck"
import UsersRound from "lucide-react/icons/users-round"
import User from "lucide-react/icons/user"
import { startPages } from "../../http/start-pages.ts"
import { classes } from "../../ui/classes.ts"
import { Icon } from "../../ui/icon.tsx"
import { Menu, MenuButton, MenuLink } from "../../ui/menu.tsx"
import { SideMenu } from "../../ui/side-menu.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { SignOutForm } from "../../kit/drafts/sign-out-form.tsx"
import { ActForForm, ActForItems } from "./acting-bar.tsx"
import { Brand } from "../../kit/brand.tsx"
import { signInHref } from "../../kit/contact-links.ts"
import { catalogHref, readEventContext } from "../kit/links.ts"
import type { SiteIdentity, VisitorIdentity } from "../../http/site-identity.ts"

type Destination = { to: string; label: string; marked?: boolean; barOnly?: boolean }

const destinations: readonly Destination[] = [
  { to: href("/"), label: "Accueil" },
  { to: href("/services"), label: "Services" },
  { to: href("/about"), label: "À propos" },
  { to: href("/faq"), label: "FAQ" },
  { to: href("/contact"), label: "Contact", barOnly: true },
  { to: href("/catalog"), label: "Catalogue", marked: true },
]

const signOutForm = "deconnexion"
/** "Administration" is for administrators (D72); the others enter at their first page. */
const backOfficeLinks = {
  admin: [
    { to: startPages.admin, label: "Aujourd’hui", icon: CalendarCheck },
    { to: href("/admin"), label: "Administration", icon: LayoutDashboard },
  ],
  manager: [{ to: startPages.manager, label: "Aujourd’hui", icon: CalendarCheck }],
  crew: [{ to: startPages.crew, label: "Ma journée", icon: Truck }],
  accountant: [{ to: startPages.accountant, label: "Finances", icon: Euro }],
} as const

type SiteHeaderProps = {
  site: SiteIdentity
  visitor: VisitorIdentity | null
  onSignIn?: () => void
}

export function SiteHeader({ site, visitor, onSignIn }: SiteHeaderProps) {
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  const visibleDestinations = destinations.map((each) =>
    // Carries the date along, so that nobody types it twice.
    each.to === href("/catalog") ? { ...each, to: catalogHref(readEventContext(search)) } : each,
  )
  const signInLink = {
    to: signInHref(pathname + search),
    // Without JavaScript it is a link to the page.
    ...(hydrated && onSignIn && { "aria-haspopup": "dialog" as const }),
    onClick: (event: MouseEvent) => {
      if (!onSignIn || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      onSignIn()
    },
  }
  const name = visitor?.name || "Mon compte"

  return (
    <header className="on-night">
      <div className="site-bar">
        <Brand site={site} />
        <nav className="site-links" aria-label="Principale">
          {visibleDestinations.map(({ to, label, marked }) => (
            <NavLink key={to} to={to} end={to === "/"} className={classes("site-link", marked && "site-link-marked")}>
              {label}
            </NavLink>
          ))}
          {visitor && <CartBadge lines={visitor.cartLines} className="site-link" />}
          {visitor ? (
            <Menu label={name} className="site-account" buttonClassName="site-link">
              <MenuLink to={href("/account")} icon={User}>
                {accountLabel(visitor)}
              </MenuLink>
              <ActForItems others={visitor.others} />
              {visitor.role &&
                backOfficeLinks[visitor.role].map(({ to, label, icon }) => (
                  <MenuLink key={to} to={to} icon={icon}>
                    {label}
                  </MenuLink>
                ))}
              <MenuButton form={signOutForm} icon={LogOut}>
                Déconnexion
              </MenuButton>
            </Menu>
          ) : (
            <Link {...signInLink} className="site-link">
              Connexion
            </Link>
          )}
        </nav>
        {visitor && <CartBadge lines={visitor.cartLines} className="site-link site-cart-small" />}
        <SideMenu>
          <nav aria-label="Menu">
            <ul className="side-list">
              {visibleDestinations
                .filter(({ barOnly }) => !barOnly)
                .map(({ to, label, marked }) => (
                  <li key={to}>
                    <NavLink to={to} end={to === "/"} className={classes(marked && "site-link-marked")}>
                      {label}
                    </NavLink>
                  </li>
                ))}
              <li aria-hidden="true">
                <hr />
              </li>
              {visitor ? (
                <AccountItems {...visitor} />
              ) : (
                <li>
                  <Link {...signInLink}>Connexion</Link>
                </li>
              )}
            </ul>
          </nav>
        </SideMenu>
        {visitor && <SignOutForm id={signOutForm} />}
        {visitor && <ActForForm />}
      </div>
    </header>
  )
}

const accountLabel = ({ acting }: VisitorIdentity) => (acting?.rights ? `Compte\u00a0: ${acting.name}` : "Mon compte")

const cartLabel = (lines: number) => `Panier (${lines})`

function CartBadge({ lines, className }: { lines: number; className: string }) {
  if (lines === 0) return null
  return (
    <NavLink to={href("/cart")} className={classes(className, "site-cart")}>
      <Icon icon={ShoppingCart} />
      <span className="site-cart-count" aria-hidden="true">
        {lines}
      </span>
      <span className="sr-only">{cartLabel(lines)}</span>
    </NavLink>
  )
}

function AccountItems(visitor: VisitorIdentity) {
  const { role, cartLines, others } = visitor
  return (
    <>
      <li>
        <NavLink to={href("/account")}>
          <Icon icon={User} />
          {accountLabel(visitor)}
        </NavLink>
      </li>
      {others.length > 0 && (
        <li>
          <NavLink to={href("/agir-pour")}>
            <Icon icon={UsersRound} />
            Agir pour…
          </NavLink>
        </li>
      )}
      {cartLines > 0 && (
        <li>
          <NavLink to={href("/cart")}>
            <Icon icon={ShoppingCart} />
            {cartLabel(cartLines)}
          </NavLink>
        </li>
      )}
      {role &&
        backOfficeLinks[role].map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end>
              <Icon icon={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      <li>
        <button type="submit" form={signOutForm}>
          <Icon icon={LogOut} />
          Déconnexion
        </button>
      </li>
    </>
  )
}
