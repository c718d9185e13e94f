import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { constants } from "node:zlib"
import { createRequestListener } from "@react-router/node"
import compression from "compression"
import type { ServerBuild } from "react-router"
import sirv from "sirv"
import { environment, root } from "./environment.server.ts"
import { observeRequest } from "./health/request-times.ts"
import { currentRoute, log, withRequest } from "./log.ts"
import { securityHeaders } from "./security.ts"

export type RunningWeb = { url: string; stop(): Promise<void> }

/** The header in which routes find the visitor's network address. Whatever a client sends in it is dropped. */
export const clientAddressHeader = "x-client-address"

const GRACE_MS = 10_000
const ONE_YEAR = 31_536_000
/** 256 kB, more than a page has: the default of 4 MB takes longer to set up than the page to compress. */
const PAGE_WINDOW = 18

/** Serves the built pages and files. Rejects with the system's error when it cannot listen. */
export async function startWeb(build: ServerBuild): Promise<RunningWeb> {
  const server = createServer(requestHandler(build))
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 65_000
  await listen(server)
  return { url: addressOf(server), stop: () => stop(server) }
}

function requestHandler(build: ServerBuild) {
  // Where a form may come from is decided by our own middleware, which knows the public address behind a proxy; the
  // framework would compare with the address that the proxy connects to, and refuse everybody.
  const pages = createRequestListener({ build: { ...build, allowedActionOrigins: ["**"] }, mode: "production" })
  const files = staticFiles()
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_LGWIN]: PAGE_WINDOW } } })
  return (request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID()
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    response.setHeader("X-Request-Id", requestId)
    request.headers[clientAddressHeader] = clientAddress(request)
    foreignWhenUnreadable(request)
    const started = performance.now()
    withRequest({ requestId }, () => {
      files(request, response, () => {
        // Pages and their data know who is signed in; what may be kept says so itself.
        response.setHeader("Cache-Control", "private, no-store")
        // Bound: a connection closes outside the request that it carried.
        response.once(
          "close",
          AsyncLocalStorage.bind(() => logRequest(request, response, performance.now() - started)),
        )
        compress(request as Parameters<typeof compress>[0], response as Parameters<typeof compress>[1], () =>
          pages(request, response),
        )
      })
    })
  }
}

/**
 * An Origin that is no address comes from no page of ours. The framework would answer it in bare English before our own
 * rule has seen it: it gets an origin that is certainly foreign, and the same page as any other stranger.
 */
function foreignWhenUnreadable({ headers }: IncomingMessage): void {
  const { origin } = headers
  if (origin !== undefined && origin !== "null" && !URL.canParse(origin)) headers.origin = "http://unreadable.invalid"
}

/** Built files have their hash in their name and never change; the others (fonts, icons) are looked at again after a day. */
function staticFiles() {
  return sirv(path.join(root, "build/client"), {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, file) {
      const immutable = file.startsWith("/assets/") || file.startsWith("/fonts/")
      response.setHeader(
        "Cache-Control",
        immutable ? `public, max-age=${ONE_YEAR}, immutable` : "public, max-age=86400",
      )
    },
  })
}

/** The last address that a proxy we trust has written, else the one that is connected. */
function clientAddress(request: IncomingMessage): string {
  const direct = request.socket.remoteAddress ?? ""
  if (environment.trustProxy === 0) return direct
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
  return forwarded.at(-environment.trustProxy) ?? forwarded[0] ?? direct
}

function logRequest(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  observeRequest({ method: request.method ?? "", route: currentRoute(), status: response.statusCode, milliseconds })
  if (!environment.production) return
  log.info("request", {
    method: request.method,
    // The query may hold what somebody typed.
    path: (request.url ?? "").split("?")[0],
    status: response.statusCode,
    milliseconds: Math.round(milliseconds),
  })
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(environment.port, environment.host, () => {
      server.off("error", reject)
      resolve()
    })
  })
}

function addressOf(server: Server): string {
  if (environment.originGiven) return environment.origin
  const { port } = server.address() as AddressInfo
  return environment.origin.replace(/:\d+$/, "") + (port === 80 ? "" : `:${port}`)
}

/** Stops accepting, lets what runs finish for ten seconds, then cuts. */
async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await closed
  clearTimeout(timer)
}
