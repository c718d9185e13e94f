import { randomBytes } from "node:crypto"
import { environment } from "./environment.server.ts"

/** Headers of every answer (OWASP ASVS 5). Pages add their own Content-Security-Policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(self), usb=(), interest-cohort=()",
  ...(environment.secure
    ? { "Strict-Transport-Security": `max-age=63072000${environment.hstsSubDomains ? "; includeSubDomains" : ""}` }
    : {}),
}

export function newNonce(): string {
  return randomBytes(16).toString("base64")
}

/** Only our own files, and the inline scripts that carry this answer's nonce. */
export function contentSecurityPolicy(nonce: string): string {
  const development = import.meta.env?.DEV === true
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Vite's development server injects its styles; what is built has none.
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(environment.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ")
}
