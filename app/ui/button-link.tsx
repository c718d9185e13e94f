import { Link, type LinkProps } from "react-router"
import { buttonClass, type ButtonLook } from "./button-class.ts"
import { Icon, type LucideIcon } from "./icon.tsx"

type ButtonLinkProps = ButtonLook & Omit<LinkProps, "className"> & { icon?: LucideIcon; iconEnd?: LucideIcon }

export function ButtonLink({ variant, size, wide, className, icon, iconEnd, children, ...link }: ButtonLinkProps) {
  const iconSize = size === "small" ? "small" : "normal"
  return (
    <Link {...link} className={buttonClass({ variant, size, wide, className })}>
      {icon && <Icon icon={icon} size={iconSize} />}
      {children}
      {iconEnd && <Icon icon={iconEnd} size={iconSize} />}
    </Link>
  )
}
