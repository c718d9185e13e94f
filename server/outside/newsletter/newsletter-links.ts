import { randomBytes } from "node:crypto"
import { href } from "react-router"

/** Both pages only show a button, because mail scanners open links. */

/** 144 bits, as long as an id. */
export const tokenPattern = /^[0-9a-f]{36}$/

export function createToken(): string {
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

/** One-click unsubscription without a page (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(origin: string, token: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribeUrl(origin, token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }
}
