import { classes } from "./classes.ts"

/** `primary` is the one filled button of a screen; the others are outlined or text. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger"
export type ButtonSize = "normal" | "small"

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  /** 48 px high, or 44. */
  size?: ButtonSize | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
  className?: string | undefined
}

/** The classes of a button, for what must look like one. */
export function buttonClass({ variant = "primary", size = "normal", wide, className }: ButtonLook): string {
  return classes("button", `button-${variant}`, size === "small" && "button-small", wide && "button-wide", className)
}
