import type { ButtonHTMLAttributes } from "react"
import { classes } from "./classes.ts"
import { Icon, type LucideIcon } from "./icon.tsx"

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label"> & {
  icon: LucideIcon
  /** Its name, read out: "Mois suivant". */
  label: string
  /** Without an edge, inside a bar or a card. */
  plain?: boolean
}

/** A 44 px button that is only an icon: close, previous, next, plus, minus, menu, and nothing else. */
export function IconButton({ icon, label, plain, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classes("icon-button", plain && "icon-button-plain", className)}
    >
      <Icon of={icon} />
    </button>
  )
}
