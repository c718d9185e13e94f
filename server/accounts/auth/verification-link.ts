import { href } from "react-router"

/** How long a link to verify an address is good for. */
export const VERIFICATION_DAYS = 3

/** Where the link of the mail leads; its page only shows a button: mail scanners open links, people press buttons. */
export function verificationUrl(origin: string, token: string): string {
  return origin + href("/verification/:token", { token })
}
