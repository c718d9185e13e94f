import { NavLink } from "react-router"
import { CountBadge } from "./count-badge.tsx"

export type Tab = { label: string; href: string; count?: number; end?: boolean }

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ label: text, href, count, end = false }) => (
        <NavLink key={href} to={href} end={end} preventScrollReset>
          {text}
          {count !== undefined && <CountBadge count={count} />}
        </NavLink>
      ))}
    </nav>
  )
}
