import { environment } from "../../platform/environment.server.ts"

const signedWebhookPath = /^\/webhooks\/stripe$/

type RequestParts = { method: string; headers: Headers; url?: string }

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"])

/** The secret in the path authorises; no cookie is read. Mail programs post here without a page (RFC 8058). */
const capabilityPath =
  /^\/(newsletter\/desinscription\/[0-9a-f]{36}|signer\/[0-9a-f]{36}(\/payer)?|payer\/[0-9a-f]{36}(\/demonstration)?)$/

const apiKeyPath = /^\/api\/v1(\/|$)/i

const readOnlyPath = /^\/api\/rpc\/check_dates_availability$/

/** Falls back to Sec-Fetch-Site, then Referer; refuses requests without any. */
export function passesOriginCheck(
  { method, headers, url }: RequestParts,
  origin: string | null = configuredOrigin(),
): boolean {
  if (safeMethods.has(method.toUpperCase())) return true
  if (method === "POST" && url !== undefined) {
    const { pathname } = new URL(url)
    if ([capabilityPath, readOnlyPath, signedWebhookPath, apiKeyPath].some((pattern) => pattern.test(pathname)))
      return true
  }
  const originHeader = headers.get("origin")
  if (originHeader && originHeader !== "null") return isOwnOrigin(originHeader, headers, origin)
  const site = headers.get("sec-fetch-site")
  if (site) return site === "same-origin"
  const referer = headers.get("referer")
  return referer !== null && isOwnOrigin(referer, headers, origin)
}

function configuredOrigin(): string | null {
  return environment.isOriginConfigured ? environment.origin : null
}

function isOwnOrigin(address: string, headers: Headers, origin: string | null): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (origin) return url.origin === origin
  return /^https?:$/.test(url.protocol) && url.host === headers.get("host")
}
