import { useEffect, useRef } from "react"
import { NavLink, useLocation } from "react-router"
import { Tally } from "./tally.tsx"

/** How much of the next view stays in sight, in pixels. */
const EDGE = 40

export type Tab = { label: string; href: string; count?: number; end?: boolean }

/** Views of one thing, each with its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the view that is open may lie beyond the edge.
  useEffect(() => {
    const [nav, current] = [bar.current, bar.current?.querySelector<HTMLElement>("[aria-current]")]
    if (nav && current)
      nav.scrollLeft += current.getBoundingClientRect().right - nav.getBoundingClientRect().right + EDGE
  }, [pathname])
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map(({ label: text, href, count, end = false }) => (
        <NavLink key={href} to={href} end={end} preventScrollReset>
          {text}
          {count !== undefined && <Tally count={count} />}
        </NavLink>
      ))}
    </nav>
  )
}
