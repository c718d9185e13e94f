import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react"
import { buttonClass, type ButtonLook } from "./button-class.ts"
import { Icon, type LucideIcon } from "./icon.tsx"

export type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
    /** Work is going on: a ring turns and a second press does nothing, but the button keeps its focus. */
    busy?: boolean | undefined
    /** What it says meanwhile, read out when it changes. */
    busyText?: ReactNode | undefined
    icon?: LucideIcon | undefined
    iconEnd?: LucideIcon | undefined
  }

/** A button; unless told otherwise it submits the form it is in. */
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
      onClick={busy ? swallow : onClick}
    >
      {busy ? <span className="spinner" /> : icon && <Icon of={icon} size={iconSize} />}
      {busyText ? <span aria-live="polite">{busy ? busyText : children}</span> : children}
      {!busy && iconEnd && <Icon of={iconEnd} size={iconSize} />}
    </button>
  )
}

function swallow(event: MouseEvent) {
  event.preventDefault()
}
