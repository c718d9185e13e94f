import type { HTMLAttributes } from "react"
import GripVertical from "lucide-react/icons/grip-vertical"
import { Icon } from "../../ui/icon.tsx"

/** Buttons offer the same for the keyboard and without JavaScript. */
export function DragHandle({ grip }: { grip: HTMLAttributes<HTMLElement> }) {
  return (
    <span
      {...grip}
      title="Glisser pour déplacer"
      className="needs-script grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-soft hover:bg-paper-sunk"
    >
      <Icon icon={GripVertical} />
    </span>
  )
}
