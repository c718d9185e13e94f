import { environment } from "../environment.server.ts"

type Sent = { method: string; headers: Headers }

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Whether a request may change something: a safe method always passes, any other must come from a page of ours. The
 * browser says so in Origin; where it sends none, or "null", in Sec-Fetch-Site; an old one in Referer. A request that
 * says nothing is refused. `origin` is the public address; null when none was configured, then the host that was asked
 * is ours.
 */
export function mayChange({ method, headers }: Sent, origin: string | null = configuredOrigin()): boolean {
  if (safeMethods.has(method.toUpperCase())) return true
  const said = headers.get("origin")
  if (said && said !== "null") return isOurs(said, headers, origin)
  const site = headers.get("sec-fetch-site")
  if (site) return site === "same-origin"
  const referer = headers.get("referer")
  return referer !== null && isOurs(referer, headers, origin)
}

function configuredOrigin(): string | null {
  return environment.originGiven ? environment.origin : null
}

function isOurs(address: string, headers: Headers, origin: string | null): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (origin) return url.origin === origin
  return /^https?:$/.test(url.protocol) && url.host === headers.get("host")
}
