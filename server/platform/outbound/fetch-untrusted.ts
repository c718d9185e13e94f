import { lookup } from "node:dns/promises"
import http from "node:http"
import https from "node:https"
import { type LookupFunction, isIP } from "node:net"
import { type Result, err, ok } from "../../../domain/result.ts"
import { isPublicHost } from "../../../domain/web-address.ts"
import { environment } from "../environment.server.ts"
import { isPublicAddress } from "./public-address.ts"

export type Reach = "internet" | "anywhere"

const defaultReach: Reach = environment.outboundLocal ? "anywhere" : "internet"

export type OutboundRequest = {
  method?: "GET" | "POST"
  headers?: Readonly<Record<string, string>>
  body?: string
  timeoutMs: number
  maxBytes: number
  truncates?: boolean
  redirects: number
  reach?: Reach
}

type OutboundResponse = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

export type OutboundProblem =
  | "refused-address"
  | "unknown-host"
  | "timeout"
  | "certificate"
  | "unreachable"
  | "redirects"
  | "too-big"

type ResolvedAddress = { address: string; family: number }

/**
 * Prevents SSRF: one private address refuses the name, and the connection uses the checked addresses, so that a second
 * lookup cannot differ.
 */
export async function fetchUntrusted(
  address: string,
  options: OutboundRequest,
): Promise<Result<OutboundResponse, OutboundProblem>> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let url = parseUrl(address)
  for (let redirectsLeft = options.redirects; url; redirectsLeft--) {
    const addresses = await resolveAddresses(url, options.reach ?? defaultReach, signal)
    if (!addresses.ok) return addresses
    const answer = await requestFrom(url, addresses.value, options, signal)
    if (!answer.ok) return answer
    const { status, headers } = answer.value
    const isRedirect = [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined
    if (!isRedirect || options.redirects === 0) return answer
    if (redirectsLeft === 0) return err("redirects")
    url = parseUrl(headers.location ?? "", url)
  }
  return err("refused-address")
}

function parseUrl(address: string, base?: URL): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null
}

const LOOK_UP_MS = 3_000

export async function isAllowedAddress(address: string, reach: Reach = defaultReach): Promise<boolean> {
  const url = parseUrl(address)
  if (url === null) return false
  const addresses = await resolveAddresses(url, reach, AbortSignal.timeout(LOOK_UP_MS))
  return addresses.ok || addresses.error !== "refused-address"
}

function allowedHost(url: URL, reach: Reach): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (url.username || url.password || host === "") return null
  if (reach === "anywhere") return /^https?:$/.test(url.protocol) ? host : null
  if (url.protocol !== "https:" || url.port !== "") return null
  return (isIP(host) === 0 ? isPublicHost(host) : isPublicAddress(host)) ? host : null
}

async function resolveAddresses(
  url: URL,
  reach: Reach,
  signal: AbortSignal,
): Promise<Result<ResolvedAddress[], OutboundProblem>> {
  const host = allowedHost(url, reach)
  if (host === null) return err("refused-address")
  const family = isIP(host)
  if (family !== 0) return ok([{ address: host, family }])
  try {
    const addresses = await Promise.race([lookup(host, { all: true, verbatim: true }), rejectOnAbort(signal)])
    const isAllowed =
      addresses.length > 0 && addresses.every((place) => reach === "anywhere" || isPublicAddress(place.address))
    return isAllowed ? ok(addresses) : err("refused-address")
  } catch {
    return err(signal.aborted ? "timeout" : "unknown-host")
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    else signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })
  })
}

async function requestFrom(
  url: URL,
  addresses: readonly ResolvedAddress[],
  { method = "GET", headers = {}, body, maxBytes, truncates = false }: OutboundRequest,
  signal: AbortSignal,
): Promise<Result<OutboundResponse, OutboundProblem>> {
  const checkedLookup: LookupFunction = (_, { all }, done) => {
    const [first] = addresses
    if (all) done(null, [...addresses])
    else if (first) done(null, first.address, first.family)
  }
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve(err(signal.aborted ? "timeout" : classifyError(error)))
    const { request } = url.protocol === "https:" ? https : http
    const outgoing = request(
      url,
      {
        method,
        agent: false,
        lookup: checkedLookup,
        signal,
        headers: {
          "user-agent": "Guinguette",
          "accept-encoding": "identity",
          ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        let length = 0
        response.on("data", (part: Buffer) => {
          length += part.length
          if (length <= maxBytes) return void parts.push(part)
          const start = Buffer.concat([...parts, part]).subarray(0, maxBytes)
          const truncated = { status: response.statusCode ?? 0, headers: response.headers, body: start }
          resolve(truncates ? ok(truncated) : err("too-big"))
          response.destroy()
        })
        response.on("end", () =>
          resolve(ok({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })),
        )
        response.on("error", fail)
        response.on("close", () => response.complete || resolve(err(signal.aborted ? "timeout" : "unreachable")))
      },
    )
    outgoing.on("error", fail)
    outgoing.end(body)
  })
}

function classifyError(error: unknown): OutboundProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return /CERT|SSL|TLS|SIGNED|ALTNAME|UNABLE_TO|EPROTO/.test(code) ? "certificate" : "unreachable"
}
