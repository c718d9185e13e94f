import { lookup } from "node:dns/promises"
import http from "node:http"
import https from "node:https"
import { type LookupFunction, isIP } from "node:net"
import { type Result, err, ok } from "../../../domain/result.ts"
import { isPublicHost } from "../../../domain/web-address.ts"
import { environment } from "../environment.server.ts"
import { isPublicAddress } from "./public-address.ts"

/** Whom we may ask at addresses that somebody typed: the Internet by https, or, while developing, this machine too. */
export type Reach = "internet" | "anywhere"

const defaultReach: Reach = environment.outboundLocal ? "anywhere" : "internet"

/** What was sent and what may come back; times in milliseconds, sizes in bytes. */
export type Question = {
  method?: "GET" | "POST"
  headers?: Readonly<Record<string, string>>
  body?: string
  /** For all of it, from the look-up of the name to the last byte. */
  timeoutMs: number
  maxBytes: number
  /** A longer answer is cut there instead of refused. */
  cutsLongAnswers?: boolean
  /** Each is looked at like the first; none for what must not be sent on. */
  redirects: number
  reach?: Reach
}

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

export type AskProblem =
  /** Not https, a port that is not the web's, or an address that is not the Internet's. */
  "refused-address" | "unknown-host" | "timeout" | "certificate" | "unreachable" | "redirects" | "too-big"

type Place = { address: string; family: number }

/**
 * Asks an address that somebody typed, without being led into our own network (server-side request forgery): names are
 * looked up here, one that has a single private address is refused, and the connection goes to the addresses that were
 * looked at, so that a second look-up cannot answer otherwise. No cookie, no proxy, no connection is kept.
 */
export async function ask(address: string, question: Question): Promise<Result<Answer, AskProblem>> {
  const signal = AbortSignal.timeout(question.timeoutMs)
  let url = parsed(address)
  for (let left = question.redirects; url; left--) {
    const places = await placesOf(url, question.reach ?? defaultReach, signal)
    if (!places.ok) return places
    const answer = await askPlaces(url, places.value, question, signal)
    if (!answer.ok) return answer
    const { status, headers } = answer.value
    const isRedirect = [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined
    if (!isRedirect || question.redirects === 0) return answer
    if (left === 0) return err("redirects")
    url = parsed(headers.location ?? "", url)
  }
  return err("refused-address")
}

function parsed(address: string, base?: URL): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null
}

const LOOK_UP_MS = 3_000

/**
 * Whether an address that is typed may be asked, by what is written in it and by where its name leads today. A name that
 * is not there yet may come; it is looked up again each time that it is asked.
 */
export async function mayBeAsked(address: string, reach: Reach = defaultReach): Promise<boolean> {
  const url = parsed(address)
  if (url === null) return false
  const places = await placesOf(url, reach, AbortSignal.timeout(LOOK_UP_MS))
  return places.ok || places.error !== "refused-address"
}

/** The host that an address names; null when it may not be asked. */
function hostOf(url: URL, reach: Reach): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (url.username || url.password || host === "") return null
  if (reach === "anywhere") return /^https?:$/.test(url.protocol) ? host : null
  // The default port of https is left out of `port`.
  if (url.protocol !== "https:" || url.port !== "") return null
  return (isIP(host) === 0 ? isPublicHost(host) : isPublicAddress(host)) ? host : null
}

async function placesOf(url: URL, reach: Reach, signal: AbortSignal): Promise<Result<Place[], AskProblem>> {
  const host = hostOf(url, reach)
  if (host === null) return err("refused-address")
  const family = isIP(host)
  if (family !== 0) return ok([{ address: host, family }])
  try {
    const places = await Promise.race([lookup(host, { all: true, verbatim: true }), ended(signal)])
    const isAllowed =
      places.length > 0 && places.every((place) => reach === "anywhere" || isPublicAddress(place.address))
    return isAllowed ? ok(places) : err("refused-address")
  } catch {
    return err(signal.aborted ? "timeout" : "unknown-host")
  }
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    else signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })
  })
}

async function askPlaces(
  url: URL,
  places: readonly Place[],
  { method = "GET", headers = {}, body, maxBytes, cutsLongAnswers = false }: Question,
  signal: AbortSignal,
): Promise<Result<Answer, AskProblem>> {
  // Whatever name is asked for, these are the addresses.
  const known: LookupFunction = (_, { all }, done) => {
    const [first] = places
    if (all) done(null, [...places])
    else if (first) done(null, first.address, first.family)
  }
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve(err(signal.aborted ? "timeout" : problemOf(error)))
    const { request } = url.protocol === "https:" ? https : http
    const asked = request(
      url,
      {
        method,
        agent: false,
        lookup: known,
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
          const cut = { status: response.statusCode ?? 0, headers: response.headers, body: start }
          resolve(cutsLongAnswers ? ok(cut) : err("too-big"))
          response.destroy()
        })
        response.on("end", () =>
          resolve(ok({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })),
        )
        response.on("error", fail)
        // Cut before its end.
        response.on("close", () => response.complete || resolve(err(signal.aborted ? "timeout" : "unreachable")))
      },
    )
    asked.on("error", fail)
    asked.end(body)
  })
}

function problemOf(error: unknown): AskProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return /CERT|SSL|TLS|SIGNED|ALTNAME|UNABLE_TO|EPROTO/.test(code) ? "certificate" : "unreachable"
}
