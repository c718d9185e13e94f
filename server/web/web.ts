import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { type ServerBuild, createRequestHandler, href } from "react-router"
import { nextChangeByClock } from "../availability/next-change.ts"
import { type Environment, environment, root } from "../platform/environment.server.ts"
import { type Asking, admission } from "./admission.ts"
import { addressGroup } from "../platform/request/client-address.ts"
import { type Bell, startBell } from "../platform/live/bell.ts"
import { closesSoon } from "./closing.ts"
import { capConnections } from "./connection-cap.ts"
import {
  type DatabaseWait,
  databaseWaitMs,
  newDatabaseWait,
  measureDatabaseWait,
} from "../platform/database/database-wait.ts"
import { databaseAnswers } from "../platform/database/probe.ts"
import { observeRequest } from "../platform/metrics/request-times.ts"
import { currentRoute, log, logRequest, wasUnavailable, withRequest, writeRequestLines } from "../platform/log.ts"
import { type CacheablePage, cacheablePage } from "../platform/page-cache/cacheable.ts"
import { type CachedPage, sendCachedPage } from "../platform/page-cache/cached-page.ts"
import { type PageCache, openPageCache } from "../platform/page-cache/page-cache.ts"
import { keepablePath, keptPage } from "../platform/page-cache/when-away.ts"
import { STREAM_TYPE, closeStreams, openStreams } from "../platform/live/streams.ts"
import { isLoopback } from "../platform/loopback.ts"
import { type PostedAgain, readPostedAgain, withPosted } from "./posted-again.ts"
import { answerKept, answerPlainly, busy, databaseAway, tryAgain, withRetry } from "./plain-answer.ts"
import { answerBy } from "./page-answer.ts"
import { arrivedBody, bodyReceiver, bodyRefusals } from "./request-body.ts"
import { cleanAddress, unusableRequest } from "../platform/request/request-line.ts"
import { securityHeaders } from "../platform/request/security.ts"
import { staticFiles } from "./static-files.ts"

export type RunningWeb = { url: string; stop(): Promise<void> }

/** The header in which routes find the visitor's network address. Whatever a client sends in it is dropped. */
const clientAddressHeader = "x-client-address"

const GRACE_MS = 10_000
/** More than the pool has connections, since a page also renders; few enough that nobody waits in vain for one. */
const WORKING_AT_ONCE = 24
/** A whole office behind one address, each with a few tabs. */
const CONNECTIONS_EACH = 256
/** Who comes while the process is busy waits in the system's queue: beyond it, for a second attempt, a second or more. */
const BACKLOG = 4_096
/** Anyone who waits longer than this reads why: with what comes before and after it, within five seconds. */
const TIMEOUT_MS = 4_000
/** Anyone who has waited that long already, for a turn, is still worth a moment. */
const MIN_TIMEOUT_MS = 800
/** A page that has waited for the database for that part of its time, and still is not there, waits for nothing else. */
const STUCK_SHARE = 0.75

/** Serves the built pages and files. Rejects with the system's error when it cannot listen. */
export async function startWeb(build: ServerBuild): Promise<RunningWeb> {
  // Where a form may come from is decided by our own middleware, which knows the public address behind a proxy; the
  // framework would compare with the address that the proxy connects to, and refuse everybody.
  const ours = { ...build, allowedActionOrigins: ["**"] }
  const bell = startBell()
  const cache = openPageCache({ bell, render: createRequestHandler(ours, "production"), nextChangeByClock })
  openStreams(bell)
  const server = createServer(requestHandler(ours, bell, cache))
  // A film of 20 MB over a line of 1 Mbit/s takes 160 seconds; what comes before a body is short.
  server.requestTimeout = 240_000
  server.headersTimeout = 60_000
  server.keepAliveTimeout = 65_000
  if (environment.trustProxy === 0) capConnections(server, CONNECTIONS_EACH)
  const close = closesSoon(server, GRACE_MS)
  warnWithoutOrigin()
  await listen(server)
  return {
    url: addressOf(server),
    async stop() {
      // Nobody waits for what would never end by itself: anyone who listens comes back to the process that follows.
      closeStreams()
      await close()
      await bell.stop()
      writeRequestLines()
    },
  }
}

type Reached = Pick<Environment, "originGiven" | "host" | "origin">

/** Labels, mails and legal pages carry the public address: without it they would name this machine. */
export function warnWithoutOrigin({ originGiven, host, origin }: Reached = environment): void {
  if (originGiven || isLoopback(host)) return
  log.warn("ORIGIN is not set, and others can reach this address: mails, labels and legal pages will name it", {
    host,
    origin,
  })
}

/** Answers from the page cache (decision 45) before anything else is asked, and everything else the ordinary way. */
function requestHandler(build: ServerBuild, bell: Bell, cache: PageCache) {
  const countView = viewCounter(build)
  const answer = ordinaryHandler(build)

  type Cached = { page: CacheablePage; answer: CachedPage; started: number }
  const send = (request: IncomingMessage, response: ServerResponse, { page, answer, started }: Cached) => {
    const isSent = sendCachedPage(request, response, { answer, route: page.pattern, started })
    if (isSent && answer.status === 200) countView(request, page)
    return isSent
  }
  const makeAndSend = async (
    request: IncomingMessage,
    response: ServerResponse,
    { page, started }: Omit<Cached, "answer">,
  ) => {
    const made = await cache.make(page)
    if (response.destroyed || (made && send(request, response, { page, answer: made, started }))) return
    answer(request, response, started)
  }

  /** Whoever posts a form sees its result on the next page. */
  const doubtWhenAnswered = (response: ServerResponse) => {
    const { writeHead } = response
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      bell.doubt()
      return writeHead.apply(response, head)
    }) as typeof writeHead
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    const page = cacheablePage(request)
    if (!page) {
      if (request.method !== "GET" && request.method !== "HEAD") doubtWhenAnswered(response)
      return answer(request, response, started)
    }
    const cached = cache.find(page)
    if (cached && send(request, response, { page, answer: cached, started })) return
    void makeAndSend(request, response, { page, started })
  }
}

/** Counts a page that was answered without the router, as the router's middleware does (D23). */
function viewCounter(build: ServerBuild) {
  const count: unknown = Reflect.get(build.entry.module, "handleCachedView")
  return (request: IncomingMessage, { choice, pattern, params }: CacheablePage) => {
    if (typeof count !== "function" || !choice?.analytics) return
    nameClient(request)
    const headers = new Headers(
      Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        name.startsWith(":") || value === undefined ? [] : [[name, String(value)]],
      ),
    )
    const url = `http://${request.headers.host}${request.url}`
    count(new Request(url, { method: request.method ?? "GET", headers }), pattern, params)
  }
}

/** Every request that no cached page answers: files, forms, and pages for somebody in particular. */
function ordinaryHandler(build: ServerBuild) {
  const render = answerBy(createRequestHandler(build, "production"))
  const files = staticFiles(path.join(root, "build/client"))
  const admit = admission({ together: WORKING_AT_ONCE, waiting: 2_000, timeoutMs: TIMEOUT_MS })
  const receiveBody = bodyReceiver()
  return (request: IncomingMessage, response: ServerResponse, started: number) => {
    nameClient(request)
    const requestId = randomUUID()
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    response.setHeader("X-Request-Id", requestId)
    foreignWhenUnreadable(request)
    withRequest({ requestId }, () => {
      const unusable = unusableRequest(request)
      if (unusable) {
        logWhenClosed(request, response, { requestId, started })
        return answerPlainly(request, response, {
          ...unusable,
          ...(unusable.allow ? { headers: { Allow: unusable.allow } } : {}),
        })
      }
      request.url = cleanAddress(request.url ?? "/")
      files(request, response, () => {
        // Pages and their data know who is signed in; what may be kept says so itself.
        response.setHeader("Cache-Control", "private, no-store")
        logWhenClosed(request, response, { requestId, started })
        const answerPage = (posted: PostedAgain | null, wait: DatabaseWait) =>
          measureDatabaseWait(wait, () => withPosted(posted, () => render(request, response)))
        if (alwaysAnswered.has(request.url ?? "")) return answerPage(null, newDatabaseWait())
        void answerInTurn(request, response, {
          admit,
          receiveBody,
          started,
          answerPage: AsyncLocalStorage.bind(answerPage),
        })
      })
    })
  }
}

/** Anyone who watches the shop is answered whatever its visitors do. */
const alwaysAnswered = new Set<string>([href("/healthz"), href("/readyz"), href("/metrics")])

/** Answers a page when it has its turn; 503 when that takes too long, or when the database has gone meanwhile. */
async function answerInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  { admit, receiveBody, started, answerPage }: Turn,
): Promise<void> {
  const asking = askingOf(request)
  const problem = await receiveBody(request, response, asking.address)
  if (response.destroyed || response.closed || problem === "cut") return
  if (problem) return answerPlainly(request, response, problem === "no-room" ? busy : bodyRefusals[problem])
  const waitingSince = request.method === "POST" ? performance.now() : started
  const posted = readPostedAgain(request, arrivedBody(request))
  const leave = await admit(asking)
  if (response.destroyed || response.closed) return leave?.()
  if (!leave) return answerPlainly(request, response, tryAgain(posted, busy))
  const { writeHead } = response
  // The place is free as soon as the answer begins: what is still being sent needs nobody's work.
  response.writeHead = ((status: number, ...rest: []) => {
    leave()
    const announced = withRetry(response, status === 500 && wasUnavailable() ? 503 : status)
    return writeHead.call(response, announced, ...rest)
  }) as typeof response.writeHead
  const sending = { writeHead: response.writeHead.bind(response), end: response.end.bind(response) } as Sending
  const [wait, begun] = [newDatabaseWait(), performance.now()]
  const isStuck = () => isPageRead(request) && databaseWaitMs(wait) > STUCK_SHARE * (performance.now() - begun)
  const giveUp = () => void giveUpWithoutDatabase(request, response, { sending, posted, isStuck })
  // The wait for a turn, and for a page of the cache, counts.
  const timer = setTimeout(giveUp, Math.max(MIN_TIMEOUT_MS, waitingSince + TIMEOUT_MS - begun))
  response.once("close", () => {
    clearTimeout(timer)
    leave()
  })
  answerPage(posted, wait)
}

type Turn = {
  admit: ReturnType<typeof admission>
  receiveBody: ReturnType<typeof bodyReceiver>
  /** When the request came. */
  started: number
  answerPage: (posted: PostedAgain | null, wait: DatabaseWait) => void
}

/** A page, or its data, that somebody waits for; what is downloaded, and what is sent, takes as long as it takes. */
function isPageRead({ method, url }: IncomingMessage): boolean {
  const [path = ""] = (url ?? "").split("?")
  return (method === "GET" || method === "HEAD") && !/\.(csv|zip|pdf|ics|xml|txt)$|\/pdf$/.test(path)
}

/** What sends an answer as it is, whatever stands around the response by then. */
type Sending = Pick<ServerResponse, "writeHead" | "end">

/**
 * A page that is not there by now is waited for only while the database answers, and only where something else than the
 * database keeps it: one that answers others and hangs over what this page asks is no better than one that is away.
 */
async function giveUpWithoutDatabase(
  request: IncomingMessage,
  response: ServerResponse,
  { sending, posted, isStuck }: { sending: Sending; posted: PostedAgain | null; isStuck: () => boolean },
) {
  if (response.headersSent || (!isStuck() && (await databaseAnswers())) || response.headersSent) return
  log.warn("A page was given up: the database does not answer")
  const kept = keptPage(keepablePath(request.method ?? "", request.url ?? ""))
  if (kept === null) answerPlainly(request, sending, tryAgain(posted, databaseAway))
  else answerKept(request, sending, kept)
  // What the page sends later must not reach a connection that has its answer.
  const nothing = () => response
  Object.assign(response, { setHeader: nothing, appendHeader: nothing, removeHeader: nothing, writeHead: nothing })
  Object.assign(response, { write: () => true, end: nothing })
}

/** Whose request it is, as far as that can be told without asking the database: nobody has looked at the cookie yet. */
function askingOf(request: IncomingMessage): Asking {
  const visitor = /session_token=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? ""
  return { address: addressGroup(String(request.headers[clientAddressHeader] ?? "")), visitor }
}

function logWhenClosed(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, started }: { requestId: string; started: number },
): void {
  // Bound: a connection closes outside the request that it carried.
  response.once(
    "close",
    AsyncLocalStorage.bind(() => {
      const answered = {
        method: request.method ?? "",
        route: currentRoute(),
        status: response.statusCode,
        milliseconds: performance.now() - started,
      }
      // A stream lasts as long as its page is open, which is no time that an answer took.
      const isStream = response.getHeader("content-type") === STREAM_TYPE
      if (!isStream) observeRequest(answered)
      // The query may hold what somebody typed.
      const path = (request.url ?? "").split("?")[0] ?? ""
      logRequest({ requestId, ...answered, path, milliseconds: isStream ? null : Math.round(answered.milliseconds) })
    }),
  )
}

/**
 * An Origin that is no address comes from no page of ours. The framework would answer it in bare English before our own
 * rule has seen it: it gets an origin that is certainly foreign, and the same page as any other stranger.
 */
function foreignWhenUnreadable({ headers }: IncomingMessage): void {
  const { origin } = headers
  if (origin !== undefined && origin !== "null" && !URL.canParse(origin)) headers.origin = "http://unreadable.invalid"
}

/** Whatever a client sends under this name is dropped here, before anything reads it. */
function nameClient(request: IncomingMessage): void {
  request.headers[clientAddressHeader] = clientAddress(request)
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

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen({ port: environment.port, host: environment.host, backlog: BACKLOG }, () => {
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
