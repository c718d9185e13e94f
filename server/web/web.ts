import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { type ServerBuild, createRequestHandler, href } from "react-router"
import { drain, isDraining } from "../platform/draining.ts"
import { findNextTimedChange } from "../availability/next-change.ts"
import { type Environment, environment, root } from "../platform/environment.server.ts"
import { type Requester, createAdmission } from "./admission.ts"
import { addressGroup } from "../platform/request/client-address.ts"
import { type ChangeFeed, startChangeFeed } from "../platform/live/change-feed.ts"
import { prepareShutdown } from "./shutdown.ts"
import { capConnections } from "./connection-cap.ts"
import {
  type DatabaseWait,
  databaseWaitMs,
  newDatabaseWait,
  measureDatabaseWait,
} from "../platform/database/database-wait.ts"
import { isDatabaseReachable } from "../platform/database/probe.ts"
import { observeRequest } from "../platform/metrics/request-times.ts"
import { currentRoute, log, logRequest, wasUnavailable, withRequest, flushRequestLines } from "../platform/log.ts"
import { type CacheablePage, matchCacheablePage } from "../platform/page-cache/cacheable.ts"
import { type CachedPage, sendCachedPage } from "../platform/page-cache/cached-page.ts"
import { type PageCache, openPageCache } from "../platform/page-cache/page-cache.ts"
import { offlinePath, findStoredPage } from "../platform/page-cache/offline-pages.ts"
import { STREAM_TYPE, closeStreams, openStreams } from "../platform/live/streams.ts"
import { isLoopback } from "../platform/loopback.ts"
import { type ResubmittableForm, readResubmittableForm, withResubmittableForm } from "./resubmittable-form.ts"
import { sendStoredPage, answerPlainly, busy, databaseDown, resubmitAnswer, addRetryAfter } from "./plain-answer.ts"
import { createPageHandler } from "./page-answer.ts"
import { receivedBody, createBodyReceiver, bodyRefusals } from "./request-body.ts"
import { cleanUrl, checkRequestLine } from "../platform/request/request-line.ts"
import { securityHeaders } from "../platform/request/security.ts"
import { createStaticHandler } from "./static-files.ts"

export type RunningWeb = { url: string; stop(): Promise<void> }

const clientAddressHeader = "x-client-address"

const GRACE_MS = 10_000
/** More than the pool's connections, since pages also render. */
const MAX_WORKING = 24
const MAX_CONNECTIONS_PER_ADDRESS = 256
/** Connections beyond the backlog retry after a second or more. */
const BACKLOG = 4_096
const TIMEOUT_MS = 4_000
const MIN_TIMEOUT_MS = 800
const STUCK_SHARE = 0.75

export async function startWeb(build: ServerBuild): Promise<RunningWeb> {
  // Our own middleware checks the origin: behind a proxy the framework would refuse everybody.
  const serverBuild = { ...build, allowedActionOrigins: ["**"] }
  const changeFeed = startChangeFeed()
  const cache = openPageCache({
    changeFeed,
    render: createRequestHandler(serverBuild, "production"),
    nextChangeByClock: findNextTimedChange,
  })
  openStreams(changeFeed)
  const handle = createCachingHandler(serverBuild, changeFeed, cache)
  const server = createServer((request, response) => {
    if (isDraining()) response.shouldKeepAlive = false
    handle(request, response)
  })
  // A film of 20 MB takes 160 seconds at 1 Mbit/s.
  server.requestTimeout = 240_000
  server.headersTimeout = 60_000
  server.keepAliveTimeout = 65_000
  if (environment.trustProxy === 0) capConnections(server, MAX_CONNECTIONS_PER_ADDRESS)
  const close = prepareShutdown(server, GRACE_MS)
  warnWithoutOrigin()
  await listen(server)
  return {
    url: publicUrl(server),
    async stop() {
      closeStreams()
      await drain(environment.drainSeconds)
      await close()
      await changeFeed.stop()
      flushRequestLines()
    },
  }
}

type OriginSettings = Pick<Environment, "isOriginConfigured" | "host" | "origin">

export function warnWithoutOrigin({ isOriginConfigured, host, origin }: OriginSettings = environment): void {
  if (isOriginConfigured || isLoopback(host)) return
  log.warn("ORIGIN is not set, and others can reach this address: mails, labels and legal pages will name it", {
    host,
    origin,
  })
}

function createCachingHandler(build: ServerBuild, changeFeed: ChangeFeed, cache: PageCache) {
  const countView = createViewCounter(build)
  const answerUncached = createUncachedHandler(build)

  type Cached = { page: CacheablePage; cachedPage: CachedPage; arrivedAt: number }
  const send = (request: IncomingMessage, response: ServerResponse, { page, cachedPage, arrivedAt }: Cached) => {
    const isSent = sendCachedPage(request, response, { answer: cachedPage, route: page.pattern, arrivedAt })
    if (isSent && cachedPage.status === 200) countView(request, page)
    return isSent
  }
  const renderAndSend = async (
    request: IncomingMessage,
    response: ServerResponse,
    { page, arrivedAt }: Omit<Cached, "cachedPage">,
  ) => {
    const rendered = await cache.findOrRender(page)
    if (response.destroyed || (rendered && send(request, response, { page, cachedPage: rendered, arrivedAt }))) return
    answerUncached(request, response, arrivedAt)
  }

  /** A posted form's result must be visible on the next page. */
  const invalidateOnAnswer = (response: ServerResponse) => {
    const { writeHead } = response
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      changeFeed.invalidateNow()
      return writeHead.apply(response, head)
    }) as typeof writeHead
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const arrivedAt = performance.now()
    const page = matchCacheablePage(request)
    if (!page) {
      if (request.method !== "GET" && request.method !== "HEAD") invalidateOnAnswer(response)
      return answerUncached(request, response, arrivedAt)
    }
    const cached = cache.find(page)
    if (cached && send(request, response, { page, cachedPage: cached, arrivedAt })) return
    void renderAndSend(request, response, { page, arrivedAt })
  }
}

/** Counts pages that skip the router's middleware (D23). */
function createViewCounter(build: ServerBuild) {
  const count: unknown = Reflect.get(build.entry.module, "handleCachedView")
  return (request: IncomingMessage, { choice, pattern, params }: CacheablePage) => {
    if (typeof count !== "function" || !choice?.analytics) return
    setClientAddress(request)
    const headers = new Headers(
      Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        name.startsWith(":") || value === undefined ? [] : [[name, String(value)]],
      ),
    )
    const url = `http://${request.headers.host}${request.url}`
    count(new Request(url, { method: request.method ?? "GET", headers }), pattern, params)
  }
}

function createUncachedHandler(build: ServerBuild) {
  const render = createPageHandler(createRequestHandler(build, "production"))
  const serveStaticFile = createStaticHandler(path.join(root, "build/client"))
  const admit = createAdmission({ maxWorking: MAX_WORKING, maxWaiting: 2_000, timeoutMs: TIMEOUT_MS })
  const receiveBody = createBodyReceiver()
  return (request: IncomingMessage, response: ServerResponse, arrivedAt: number) => {
    setClientAddress(request)
    const requestId = randomUUID()
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    response.setHeader("X-Request-Id", requestId)
    replaceUnreadableOrigin(request)
    withRequest({ requestId }, () => {
      const unusable = checkRequestLine(request)
      if (unusable) {
        logWhenClosed(request, response, { requestId, arrivedAt })
        return answerPlainly(request, response, {
          ...unusable,
          ...(unusable.allow ? { headers: { Allow: unusable.allow } } : {}),
        })
      }
      request.url = cleanUrl(request.url ?? "/")
      serveStaticFile(request, response, () => {
        response.setHeader("Cache-Control", "private, no-store")
        logWhenClosed(request, response, { requestId, arrivedAt })
        const answerPage = (postedForm: ResubmittableForm | null, wait: DatabaseWait) =>
          measureDatabaseWait(wait, () => withResubmittableForm(postedForm, () => render(request, response)))
        if (monitoringPaths.has(request.url ?? "")) return answerPage(null, newDatabaseWait())
        void answerWhenAdmitted(request, response, {
          admit,
          receiveBody,
          arrivedAt,
          answerPage: AsyncLocalStorage.bind(answerPage),
        })
      })
    })
  }
}

const monitoringPaths = new Set<string>([href("/healthz"), href("/readyz"), href("/metrics")])

async function answerWhenAdmitted(
  request: IncomingMessage,
  response: ServerResponse,
  { admit, receiveBody, arrivedAt, answerPage }: Turn,
): Promise<void> {
  const requester = identifyRequester(request)
  const problem = await receiveBody(request, response, requester.address)
  if (response.destroyed || response.closed || problem === "cut") return
  if (problem) return answerPlainly(request, response, problem === "no-room" ? busy : bodyRefusals[problem])
  const waitingSince = request.method === "POST" ? performance.now() : arrivedAt
  const postedForm = readResubmittableForm(request, receivedBody(request))
  const release = await admit(requester)
  if (response.destroyed || response.closed) return release?.()
  if (!release) return answerPlainly(request, response, resubmitAnswer(postedForm, busy))
  const { writeHead } = response
  response.writeHead = ((status: number, ...rest: []) => {
    release()
    const announced = addRetryAfter(response, status === 500 && wasUnavailable() ? 503 : status)
    return writeHead.call(response, announced, ...rest)
  }) as typeof response.writeHead
  const rawResponse = { writeHead: response.writeHead.bind(response), end: response.end.bind(response) } as RawResponse
  const [wait, startedAt] = [newDatabaseWait(), performance.now()]
  const isStuck = () => isPageRequest(request) && databaseWaitMs(wait) > STUCK_SHARE * (performance.now() - startedAt)
  const giveUp = () => void answerWithoutDatabase(request, response, { rawResponse, postedForm, isStuck })
  const timer = setTimeout(giveUp, Math.max(MIN_TIMEOUT_MS, waitingSince + TIMEOUT_MS - startedAt))
  response.once("close", () => {
    clearTimeout(timer)
    release()
  })
  answerPage(postedForm, wait)
}

type Turn = {
  admit: ReturnType<typeof createAdmission>
  receiveBody: ReturnType<typeof createBodyReceiver>
  arrivedAt: number
  answerPage: (postedForm: ResubmittableForm | null, wait: DatabaseWait) => void
}

function isPageRequest({ method, url }: IncomingMessage): boolean {
  const [path = ""] = (url ?? "").split("?")
  return (method === "GET" || method === "HEAD") && !/\.(csv|zip|pdf|ics|xml|txt)$|\/pdf$/.test(path)
}

type RawResponse = Pick<ServerResponse, "writeHead" | "end">

/** If the page's own query hangs, treats the database as down even if a probe succeeds. */
async function answerWithoutDatabase(
  request: IncomingMessage,
  response: ServerResponse,
  {
    rawResponse,
    postedForm,
    isStuck,
  }: { rawResponse: RawResponse; postedForm: ResubmittableForm | null; isStuck: () => boolean },
) {
  if (response.headersSent || (!isStuck() && (await isDatabaseReachable())) || response.headersSent) return
  log.warn("A page was given up: the database does not answer")
  const storedPage = findStoredPage(offlinePath(request.method ?? "", request.url ?? ""))
  if (storedPage === null) answerPlainly(request, rawResponse, resubmitAnswer(postedForm, databaseDown))
  else sendStoredPage(request, rawResponse, storedPage)
  const ignore = () => response
  Object.assign(response, { setHeader: ignore, appendHeader: ignore, removeHeader: ignore, writeHead: ignore })
  Object.assign(response, { write: () => true, end: ignore })
}

/** The cookie is unverified, so it may only order the queue. */
function identifyRequester(request: IncomingMessage): Requester {
  const visitor = /session_token=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? ""
  return { address: addressGroup(String(request.headers[clientAddressHeader] ?? "")), visitor }
}

function logWhenClosed(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, arrivedAt }: { requestId: string; arrivedAt: number },
): void {
  // Bound: the socket closes outside the request's context.
  response.once(
    "close",
    AsyncLocalStorage.bind(() => {
      const observed = {
        method: request.method ?? "",
        route: currentRoute(),
        status: response.statusCode,
        milliseconds: performance.now() - arrivedAt,
      }
      const isStream = response.getHeader("content-type") === STREAM_TYPE
      if (!isStream) observeRequest(observed)
      const path = (request.url ?? "").split("?")[0] ?? ""
      logRequest({ requestId, ...observed, path, milliseconds: isStream ? null : Math.round(observed.milliseconds) })
    }),
  )
}

/** The framework would answer an unparsable Origin in bare English. */
function replaceUnreadableOrigin({ headers }: IncomingMessage): void {
  const { origin } = headers
  if (origin !== undefined && origin !== "null" && !URL.canParse(origin)) headers.origin = "http://unreadable.invalid"
}

/** Overwrites whatever the client sent. */
function setClientAddress(request: IncomingMessage): void {
  request.headers[clientAddressHeader] = resolveClientAddress(request)
}

function resolveClientAddress(request: IncomingMessage): string {
  const direct = request.socket.remoteAddress ?? ""
  if (environment.trustProxy === 0) return direct
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
  return forwarded.at(-environment.trustProxy) ?? forwarded[0] ?? direct
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen({ port: environment.port, host: environment.host, backlog: BACKLOG }, () => {
      server.off("error", reject)
      resolve()
    })
  })
}

function publicUrl(server: Server): string {
  if (environment.isOriginConfigured) return environment.origin
  const { port } = server.address() as AddressInfo
  return environment.origin.replace(/:\d+$/, "") + (port === 80 ? "" : `:${port}`)
}
