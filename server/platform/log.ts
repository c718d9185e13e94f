import { AsyncLocalStorage } from "node:async_hooks"
import { pino } from "pino"
import { environment } from "./environment.server.ts"

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

/** Nothing logs these on purpose: an object that holds one may be logged whole. */
const secretName =
  /pass(word|wd|phrase)?$|password|secret|token|cookie|signature|authorization|api[_-]?key|card[_-]?number|cvc/i

const level = (label: string) => ({ level: label })
const shape = {
  base: null,
  messageKey: "message",
  timestamp: () => `,"at":"${new Date().toISOString()}"`,
}

const logger = pino(
  {
    ...shape,
    // Pino's own redaction knows neither a depth nor a part of a name, and writes the parameters of some errors.
    formatters: { level, log: (fields) => Object(withoutSecrets(fields)) },
    mixin: () => ({ requestId: requests.getStore()?.requestId, route: requests.getStore()?.route }),
    hooks: { streamWrite: hideLinkSecrets },
  },
  { write: (line: string) => addLine(environment.production ? line : readable(line)) },
)

/** The line of a request has nothing secret but its path: a page of the cache costs little more than its line. */
const requestLogger = pino({ ...shape, formatters: { level } }, { write: addLine })

/** What else a driver adds (the statement's parameters, the row in the way) is people's data: not for production. */
const errorFields = ["code", "constraint", "table", "column", "status", "syscall"]
if (!environment.production) errorFields.push("detail")
const MAX_DEPTH = 6

function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value
  if (depth > MAX_DEPTH) return "…"
  if (value instanceof Error) return describeError(value, depth)
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => withoutSecrets(item, depth + 1))
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, item]) => [name, secretName.test(name) ? "[hidden]" : withoutSecrets(item, depth + 1)]),
  )
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const message = hideParameters(error.message)
  return {
    name: error.name,
    message,
    ...Object.fromEntries(errorFields.map((field) => [field, withoutSecrets(Reflect.get(error, field), depth + 1)])),
    // The frames after the message are ours: they stay.
    stack: error.stack
      ?.split(error.message || "\0")
      .map(hideParameters)
      .join(message),
    cause: withoutSecrets(error.cause, depth + 1),
  }
}

/** To the end: what somebody typed may have line breaks of its own, and lines that look like any other. */
function hideParameters(text: string): string {
  return text.replace(/^params: [^]*$/m, "params: [hidden]")
}

/**
 * The log must not open what a mail's link opens (D56): its secret is hidden however it was typed, in capitals,
 * percent-encoded, with signs before or after it.
 */
function hideLinkSecrets(line: string): string {
  // The letters of JSON's own escapes, such as \b, are no part of it.
  return line.replace(/(?<!\\(?:u[0-9a-f]{0,3})?)(?:[0-9a-f]|%[0-9a-f]{2}){36,}/gi, "…")
}

/** A line for developers. */
function readable(line: string): string {
  const { at, level, message, error, ...fields } = JSON.parse(line)
  const parts = Object.entries(fields).map(([key, value]) => ` ${key}=${textOf(value)}`)
  for (let cause = error; cause; cause = cause.cause) {
    parts.push(cause.stack ? `\n${cause === error ? "" : "caused by "}${cause.stack}` : ` error=${textOf(cause)}`)
    for (const field of errorFields) if (cause[field]) parts.push(`\n    ${field}: ${cause[field]}`)
  }
  return `${at.slice(11, 19)} ${level === "info" ? "" : `${level.toUpperCase()} `}${message}${parts.join("")}\n`
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

let waiting = ""
const WRITE_AFTER_MS = 100
/** In characters: some five hundred lines. */
const MAX_WAITING = 100_000

function addLine(line: string): void {
  waiting += line
  if (waiting.length >= MAX_WAITING) writeRequestLines()
}

/** Writes the lines that wait: requests share a write, which costs as much as half a page. */
export function writeRequestLines(): void {
  if (waiting === "") return
  const lines = waiting
  waiting = ""
  process.stdout.write(lines)
}
process.once("exit", writeRequestLines)

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
export function logRequest({ route, milliseconds, ...line }: RequestLine): void {
  if (!environment.production) return
  if (waiting === "") setTimeout(writeRequestLines, WRITE_AFTER_MS).unref()
  requestLogger.info(
    { ...line, path: hideLinkSecrets(line.path), route: route ?? undefined, milliseconds: milliseconds ?? undefined },
    "request",
  )
}

function write(level: Level, message: string, fields: Fields = {}): void {
  const request = requests.getStore()
  if (request && level !== "info") request.warned = true
  logger[level](fields, message)
  writeRequestLines()
}

/** One JSON object a line in production, a readable line otherwise; always on standard output. */
export const log = {
  info: (message: string, fields?: Fields) => write("info", message, fields),
  warn: (message: string, fields?: Fields) => write("warn", message, fields),
  error: (message: string, fields?: Fields) => write("error", message, fields),
}
