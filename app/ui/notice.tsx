import { Children, type ReactNode } from "react"
import CircleAlert from "lucide-react/icons/circle-alert"
import CircleCheck from "lucide-react/icons/circle-check"
import Info from "lucide-react/icons/info"
import TriangleAlert from "lucide-react/icons/triangle-alert"
import { Icon, type LucideIcon } from "./icon.tsx"
import { Unbroken } from "./unbroken.tsx"

export type NoticeTone = "info" | "warning" | "error" | "success"

const icons: Record<NoticeTone, LucideIcon> = {
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
  success: CircleCheck,
}

type NoticeProps = {
  tone: NoticeTone
  title?: ReactNode
  children?: ReactNode
  live?: boolean
}

export function Notice({ tone, title, children, live }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={live ? (tone === "error" ? "alert" : "status") : undefined}>
      <Icon icon={icons[tone]} />
      <div>
        {title && <b>{title}</b>}
        {containsText(children) ? (
          <p>{typeof children === "string" ? <Unbroken>{children}</Unbroken> : children}</p>
        ) : (
          children
        )}
      </div>
    </div>
  )
}

function containsText(children: ReactNode): boolean {
  return Children.toArray(children).some((part) => typeof part === "string" && part.trim() !== "")
}
