import { createHash, randomBytes } from "node:crypto"
import { type Environment, environment } from "../environment.server.ts"

/** OWASP ASVS 5 */
export const securityHeaders: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(self), usb=(), interest-cohort=()",
  ...transportSecurity(environment),
}

export function transportSecurity({
  secure,
  hstsSubDomains,
}: Pick<Environment, "secure" | "hstsSubDomains">): Record<string, string> {
  return secure ? { "Strict-Transport-Security": `max-age=63072000${hstsSubDomains ? "; includeSubDomains" : ""}` } : {}
}

export function newNonce(): string {
  return randomBytes(16).toString("base64")
}

/** For shared responses, which cannot use a nonce. */
export function inlineScriptHashes(html: string): string[] {
  const texts = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)].flatMap(([, attributes = "", text = ""]) =>
    text === "" || attributes.includes("application/ld+json") ? [] : [text],
  )
  return [...new Set(texts)].map(inlineHash)
}

export function inlineHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}

export function contentSecurityPolicy(nonceOrHashes: string | readonly string[]): string {
  const development = import.meta.env?.DEV === true
  return [
    "default-src 'self'",
    ["script-src 'self'", ...(typeof nonceOrHashes === "string" ? [`'nonce-${nonceOrHashes}'`] : nonceOrHashes)].join(
      " ",
    ),
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(environment.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ")
}
