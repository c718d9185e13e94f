import type { ReactNode } from "react"
import ChevronUp from "lucide-react/icons/chevron-up"
import { Icon } from "./icon.tsx"

type BottomBarProps = {
  total: ReactNode
  caption: ReactNode
  lines: ReactNode
  children: ReactNode
}

/** Must come last in the page's flow. */
export function BottomBar({ total, caption, lines, children }: BottomBarProps) {
  return (
    <div className="bottom-bar">
      <details>
        <summary>
          <strong>{total}</strong>
          <span>
            {caption}&nbsp;
            <Icon icon={ChevronUp} size="small" />
            <span className="sr-only">Détail</span>
          </span>
        </summary>
        <div className="bottom-bar-lines">{lines}</div>
      </details>
      {children}
    </div>
  )
}
