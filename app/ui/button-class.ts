import { classes } from "./classes.ts"

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger"
export type ButtonSize = "normal" | "small"

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
  className?: string | undefined
}

export function buttonClass({ variant = "primary", size = "normal", wide, className }: ButtonLook): string {
  return classes("button", `button-${variant}`, size === "small" && "button-small", wide && "button-wide", className)
}
