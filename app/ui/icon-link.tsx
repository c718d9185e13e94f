import { Link, type LinkProps } from "react-router"
import { classes } from "./classes.ts"
import { Icon, type LucideIcon } from "./icon.tsx"

type IconLinkProps = Omit<LinkProps, "children" | "aria-label"> & {
  icon: LucideIcon
  label: string
  plain?: boolean
}

export function IconLink({ icon, label, plain, className, ...link }: IconLinkProps) {
  return (
    <Link {...link} aria-label={label} className={classes("icon-button", plain && "icon-button-plain", className)}>
      <Icon icon={icon} />
    </Link>
  )
}
