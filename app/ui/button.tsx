import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react"
import { buttonClass, type ButtonLook } from "./button-class.ts"
import { Icon, type LucideIcon } from "./icon.tsx"

export type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
    /** A second press does nothing, but the button keeps its focus. */
    busy?: boolean | undefined
    busyText?: ReactNode | undefined
    icon?: LucideIcon | undefined
    iconEnd?: LucideIcon | undefined
  }

export function Button({
  variant,
  size,
  wide,
  className,
  type = "submit",
  busy = false,
  busyText,
  icon,
  iconEnd,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const iconSize = size === "small" ? "small" : "normal"
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, wide, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      onClick={busy ? preventClick : onClick}
    >
      {busy ? <span className="spinner" /> : icon && <Icon icon={icon} size={iconSize} />}
      {busyText ? <span aria-live="polite">{busy ? busyText : children}</span> : children}
      {!busy && iconEnd && <Icon icon={iconEnd} size={iconSize} />}
    </button>
  )
}

function preventClick(event: MouseEvent) {
  event.preventDefault()
}
