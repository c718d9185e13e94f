import { AsyncLocalStorage } from "node:async_hooks"
import { environment } from "./environment.server.ts"
import { memoized } from "./memoized.ts"

type Level = "info" | "warn" | "error"
type Fields = Readonly<Record<string, unknown>>
type Request = { readonly requestId: string; route?: string; unavailable?: boolean; warned?: boolean }

const requests = new AsyncLocalStorage<Request>()

/** Runs `work` so that every line it logs, however deep, carries the request's id and route. */
export function withRequest<T>(request: { requestId: string; route?: string }, work: () => T): T {
  return requests.run({ ...request }, work)
}

/** Names the route, as its pattern, once the router has found it. Does nothing outside a request. */
export function nameRoute(route: string): void {
  const request = requests.getStore()
  if (request) request.route = route
}

/** The route that answers the request, as its pattern: "/product/:id"; null outside a request and before it is found. */
export function currentRoute(): string | null {
  return requests.getStore()?.route ?? null
}

/** Notes that the request could not be answered because something that it needs is away, which passes. */
export function noteUnavailable(): void {
  const request = requests.getStore()
  if (request) request.unavailable = true
}

/** Whether that was noted of the request being answered. */
export function wasUnavailable(): boolean {
  return requests.getStore()?.unavailable === true
}

/** Whether a warning or an error was logged while the request was answered. */
export function hasWarned(): boolean {
  return requests.getStore()?.warned === true
}

/** The id of the request being answered, to show on an error page; null outside a request. */
export function currentRequestId(): string | null {
  return requests.getStore()?.requestId ?? null
}

const secret = /pass(word|wd|phrase)?$|password|secret|token|cookie|signature|authorization|api_?key|card_?number|cvc/i
const deepest = 6

/** A copy that can be written to a log: secrets by name are masked, errors keep their stack and cause. */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return describeError(value, depth)
  if (typeof value === "bigint") return value.toString()
  if (typeof value === "function" || typeof value === "symbol") return undefined
  if (typeof value === "string") return withoutLinkSecrets(value)
  if (typeof value !== "object" || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString()
  if (depth >= deepest) return "…"
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
  if (value instanceof Map || value instanceof Set) return redact([...value], depth)
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, secret.test(key) ? "[hidden]" : redact(item, depth + 1)]),
  )
}

/**
 * A database error is known by its code and constraint. What a driver adds beside them (the statement's parameters,
 * the row that was in the way) is people's data, so only these named properties are kept.
 */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const described: Record<string, unknown> = { name: error.name, message: withoutParameters(error.message) }
  for (const key of ["code", "constraint", "table", "column", "status", "syscall"]) {
    if (key in error) described[key] = redact(Reflect.get(error, key), depth + 1)
  }
  if (error.stack) {
    // The message stands in the stack as well; the frames after it are ours.
    const frames = error.message === "" ? error.stack : error.stack.split(error.message).join("\u0000")
    described["stack"] = withoutParameters(frames).split("\u0000").join(withoutParameters(error.message))
  }
  if (error.cause !== undefined && depth < deepest) described["cause"] = redact(error.cause, depth + 1)
  return described
}

/**
 * The log must not open what a mail's link opens (D56): its secret is hidden however it was typed, in capitals,
 * percent-encoded, with signs before or after it.
 */
function withoutLinkSecrets(text: string): string {
  return text.replace(/(?:[0-9a-f]|%[0-9a-f]{2}){36,}/gi, "…")
}

/** To the end: what somebody typed may have line breaks of its own, and lines that look like any other. */
function withoutParameters(text: string): string {
  return withoutLinkSecrets(text).replace(/^params: [^]*$/m, "params: [hidden]")
}

function write(level: Level, message: string, fields: Fields = {}): void {
  writeRequestLines()
  const request = requests.getStore()
  if (request && level !== "info") request.warned = true
  const details = redact({ requestId: request?.requestId, route: request?.route, ...fields })
  const at = new Date().toISOString()
  const line = environment.production
    ? JSON.stringify({ at, level, message, ...Object(details) })
    : `${at.slice(11, 19)} ${level === "info" ? "" : `${level.toUpperCase()} `}${message}${readable(details)}`
  process.stdout.write(`${line}\n`)
}

/** The lines of answered requests that wait to be written together: one write costs as much as half a cached page. */
let waiting = ""
const WRITE_AFTER_MS = 100
/** In characters: some five hundred lines. */
const MAX_WAITING = 100_000

export type RequestLine = {
  requestId: string
  route: string | null
  method: string
  /** Without its query, which may hold what somebody typed. */
  path: string
  status: number
  /** Null for a stream, which lasts as long as somebody listens. */
  milliseconds: number | null
}

/** The line of an answered request, in production: written within a tenth of a second, off the request. */
export function logRequest({ requestId, route, method, path, status, milliseconds }: RequestLine): void {
  if (!environment.production) return
  // Written out: to make an object and to have it read again costs twice as much.
  const named = route === null ? "" : `"route":${quoted(route)},`
  if (waiting === "") setTimeout(writeRequestLines, WRITE_AFTER_MS).unref()
  waiting +=
    `{"at":"${timeOfDay()}","level":"info","message":"request","requestId":"${requestId}",${named}"method":"${method}",` +
    `"path":${quoted(path)},"status":${status}` +
    (milliseconds === null ? "}\n" : `,"milliseconds":${milliseconds}}\n`)
  if (waiting.length >= MAX_WAITING) writeRequestLines()
}

/** A path as the line has it: a shop has some hundred that are asked for again and again. */
const quoted = memoized((path) => JSON.stringify(withoutLinkSecrets(path)), 1_000)

let lastTime = { at: 0, text: "" }

/** Now, as the log writes it; many requests share a millisecond. */
function timeOfDay(): string {
  const at = Date.now()
  if (lastTime.at !== at) lastTime = { at, text: new Date(at).toISOString() }
  return lastTime.text
}

/** Writes what waits: in time, before any other line, when the server has stopped, and when the process ends. */
export function writeRequestLines(): void {
  if (waiting === "") return
  const lines = waiting
  waiting = ""
  process.stdout.write(lines)
}
process.once("exit", writeRequestLines)

function readable(details: unknown): string {
  const entries = Object.entries(Object(details)).filter(([, value]) => value !== undefined)
  return entries
    .map(([key, value]) => {
      const stack = typeof value === "object" && value !== null && "stack" in value ? value.stack : undefined
      if (typeof stack === "string") return `\n${stack}`
      return ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`
    })
    .join("")
}

/** One JSON object a line in production, a readable line otherwise; always on standard output. */
export const log = {
  info: (message: string, fields?: Fields) => write("info", message, fields),
  warn: (message: string, fields?: Fields) => write("warn", message, fields),
  error: (message: string, fields?: Fields) => write("error", message, fields),
}
