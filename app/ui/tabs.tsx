import { Link, NavLink } from "react-router"
import { CountBadge } from "./count-badge.tsx"

/** `current` for tabs that differ by their query only; the others follow the path. */
export type Tab = { label: string; href: string; count?: number; end?: boolean; current?: boolean }

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ label: text, href, count, end = false, current }) => {
        const content = (
          <>
            {text}
            {count !== undefined && <CountBadge count={count} />}
          </>
        )
        return current === undefined ? (
          <NavLink key={href} to={href} end={end} preventScrollReset>
            {content}
          </NavLink>
        ) : (
          <Link key={href} to={href} aria-current={current ? "page" : undefined} preventScrollReset>
            {content}
          </Link>
        )
      })}
    </nav>
  )
}
