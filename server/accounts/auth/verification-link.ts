import { href } from "react-router"

export const VERIFICATION_DAYS = 3

/** Mail scanners open links, so the page only shows a button. */
export function verificationUrl(origin: string, token: string): string {
  return origin + href("/verification/:token", { token })
}
