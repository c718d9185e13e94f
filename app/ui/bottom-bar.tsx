import type { ReactNode } from "react"
import ChevronUp from "lucide-react/icons/chevron-up"
import { Icon } from "./icon.tsx"

export type BottomBarProps = {
  total: ReactNode
  /** Under the total: "Total TTC, 2 jours". */
  caption: ReactNode
  /** What unfolds above the bar: usually `ReceiptLines`. */
  lines: ReactNode
  /** The one filled button of the screen. */
  children: ReactNode
}

/** On a phone the price and the next step stay at the bottom of the screen; last thing in the page's flow. */
export function BottomBar({ total, caption, lines, children }: BottomBarProps) {
  return (
    <div className="bottom-bar">
      <details>
        <summary>
          <strong>{total}</strong>
          <span>
            {caption}&nbsp;
            <Icon of={ChevronUp} size="small" />
            <span className="sr-only">Détail</span>
          </span>
        </summary>
        <div className="bottom-bar-lines">{lines}</div>
      </details>
      {children}
    </div>
  )
}
