import { randomBytes } from "node:crypto"
import { href } from "react-router"

/** Where the links of our mails lead. Both pages only show a button: mail scanners open links, people press buttons. */

/** A secret of 144 bits, of 36 characters as ids are. */
export const tokenPattern = /^[0-9a-f]{36}$/

/** A secret that nobody guesses. */
export function newToken(): string {
  return randomBytes(18).toString("hex")
}

const confirmationPath = (token: string) => href("/newsletter/confirmer/:token", { token })
const unsubscribePath = (token: string) => href("/newsletter/desinscription/:token", { token })

export function confirmationUrl(origin: string, token: string): string {
  return origin + confirmationPath(token)
}

export function unsubscribeUrl(origin: string, token: string): string {
  return origin + unsubscribePath(token)
}

/** What lets a mail program unsubscribe by itself, with one POST and no page (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(origin: string, token: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribeUrl(origin, token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }
}
