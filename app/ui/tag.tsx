import type { ReactNode } from "react"
import Check from "lucide-react/icons/check"
import CircleAlert from "lucide-react/icons/circle-alert"
import Clock from "lucide-react/icons/clock"
import { Icon, type LucideIcon } from "./icon.tsx"

/** "off": over or out of use, struck through. */
export type TagTone = "pending" | "ok" | "late" | "off" | "busy" | "neutral"

const icons: Partial<Record<TagTone, LucideIcon>> = { pending: Clock, ok: Check, late: CircleAlert }

/** Colour, shape and text say the same. */
export function Tag({ tone, plain, children }: { tone: TagTone; plain?: boolean; children: ReactNode }) {
  const icon = plain ? undefined : icons[tone]
  return (
    <span className={`tag tag-${tone}`}>
      {icon && <Icon icon={icon} size="small" />}
      {children}
    </span>
  )
}
