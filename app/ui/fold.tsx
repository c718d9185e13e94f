import ChevronDown from "lucide-react/icons/chevron-down"
import type { ReactNode } from "react"
import { Icon, type LucideIcon } from "./icon.tsx"

type FoldProps = {
  title: string
  /** Its content in a few words. */
  summary: string
  icon: LucideIcon
  open?: boolean
  children: ReactNode
}

export function Fold({ title, summary, icon, open = false, children }: FoldProps) {
  return (
    <details className="panel fold" open={open || undefined}>
      <summary>
        <Icon icon={icon} />
        <h2 className="title-block">{title}</h2>
        <span className="small soft">{summary}</span>
        <Icon icon={ChevronDown} />
      </summary>
      <div className="stack gap-5">{children}</div>
    </details>
  )
}
