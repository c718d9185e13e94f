import { environment } from "../../platform/environment.server.ts"

/** What providers send: each message is signed. */
const signedMessages = /^\/webhooks\/stripe$/

type Sent = { method: string; headers: Headers; url?: string }

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Addresses that hold their own right, a secret that only one mail contains, and never look at a cookie. A mail program
 * posts there by itself, from no page at all (RFC 8058), and a forged form would have to know the secret.
 */
const capabilityUrl =
  /^\/(newsletter\/desinscription\/[0-9a-f]{36}|signer\/[0-9a-f]{36}(\/payer)?|payer\/[0-9a-f]{36}(\/demonstration)?)$/

/** Programs that send a key: no cookie is looked at there. */
const byKey = /^\/api\/v1(\/|$)/i

/** Procedures that are asked by POST and change nothing: anybody may ask what anybody may see. */
const changesNothing = /^\/api\/rpc\/check_dates_availability$/

/**
 * Whether a request may change something: a safe method always passes, any other must come from a page of ours. The
 * browser says so in Origin; where it sends none, or "null", in Sec-Fetch-Site; an old one in Referer. A request that
 * says nothing is refused, except at a mail's own link and from a provider, which signs. `origin` is the public address; null when none was configured, then the host that was asked
 * is ours.
 */
export function passesOriginCheck({ method, headers, url }: Sent, origin: string | null = configuredOrigin()): boolean {
  if (safeMethods.has(method.toUpperCase())) return true
  if (method === "POST" && url !== undefined) {
    const { pathname } = new URL(url)
    if ([capabilityUrl, changesNothing, signedMessages, byKey].some((known) => known.test(pathname))) return true
  }
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
