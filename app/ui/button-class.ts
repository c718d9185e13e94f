import { classes } from "./classes.ts"

/** `primary` is the one filled button of a screen; the others are outlined or text. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger"
export type ButtonSize = "normal" | "small"

export type ButtonLook = {
  variant?: ButtonVariant
  /** 48 px high, or 44. */
  size?: ButtonSize
  /** As wide as its container. */
  wide?: boolean
  className?: string
}

/** The classes of a button, for what must look like one. */
export function buttonClass({ variant = "primary", size = "normal", wide, className }: ButtonLook): string {
  return classes("button", `button-${variant}`, size === "small" && "button-small", wide && "button-wide", className)
}
