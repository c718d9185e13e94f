import type { LucideIcon } from "lucide-react"
import { classes } from "./classes.ts"

export type { LucideIcon }

export type IconProps = {
  /** One icon, imported alone: `import Check from "lucide-react/icons/check"`. */
  of: LucideIcon
  /** 20 px, or 16 px beside small text. */
  size?: "normal" | "small"
  className?: string
}

/** A lucide icon in the house's weight. Always beside a word, or inside something that has a name. */
export function Icon({ of: Glyph, size = "normal", className }: IconProps) {
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
