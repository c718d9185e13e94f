import type { ButtonHTMLAttributes } from "react"
import { classes } from "./classes.ts"
import { Icon, type LucideIcon } from "./icon.tsx"

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label"> & {
  icon: LucideIcon
  label: string
  plain?: boolean
}

export function IconButton({ icon, label, plain, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classes("icon-button", plain && "icon-button-plain", className)}
    >
      <Icon icon={icon} />
    </button>
  )
}
