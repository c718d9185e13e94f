import type { LucideIcon } from "lucide-react"
import { classes } from "./classes.ts"

export type { LucideIcon }

type IconProps = {
  /** Import icons one by one: `import Check from "lucide-react/icons/check"`. */
  icon: LucideIcon
  size?: "normal" | "small"
  className?: string
}

/** Hidden from screen readers, so it needs a word beside it. */
export function Icon({ icon: Glyph, size = "normal", className }: IconProps) {
  const small = size === "small"
  return (
    <Glyph
      className={classes("icon", small && "icon-small", className)}
      size={small ? 16 : 20}
      strokeWidth={1.75}
      aria-hidden="true"
      focusable="false"
    />
  )
}
