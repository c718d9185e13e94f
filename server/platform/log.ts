import { AsyncLocalStorage } from "node:async_hooks"
import { pino } from "pino"
import { environment } from "./environment.server.ts"

type Level = "info" | "warn" | "error"
type Fields = Readonly<Record<string, unknown>>
type Request = { readonly requestId: string; route?: string; unavailable?: boolean; warned?: boolean }

const requests = new AsyncLocalStorage<Request>()

export function withRequest<T>(request: { requestId: string; route?: string }, work: () => T): T {
  return requests.run({ ...request }, work)
}

export function nameRoute(route: string): void {
  const request = requests.getStore()
  if (request) request.route = route
}

export function currentRoute(): string | null {
  return requests.getStore()?.route ?? null
}

export function markUnavailable(): void {
  const request = requests.getStore()
  if (request) request.unavailable = true
}

export function wasUnavailable(): boolean {
  return requests.getStore()?.unavailable === true
}

export function hasWarned(): boolean {
  return requests.getStore()?.warned === true
}

export function currentRequestId(): string | null {
  return requests.getStore()?.requestId ?? null
}

/** Objects may be logged whole, so members with such a name are hidden. */
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
    // Pino's redaction knows neither depth nor partial names.
    formatters: { level, log: (fields) => Object(withoutSecrets(fields)) },
    mixin: () => ({ requestId: requests.getStore()?.requestId, route: requests.getStore()?.route }),
    hooks: { streamWrite: hideLinkSecrets },
  },
  { write: (line: string) => addLine(environment.production ? line : formatForDevelopers(line)) },
)

const requestLogger = pino({ ...shape, formatters: { level } }, { write: addLine })

/** Other driver fields hold people's data: not for production. */
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
    stack: error.stack
      ?.split(error.message || "\0")
      .map(hideParameters)
      .join(message),
    cause: withoutSecrets(error.cause, depth + 1),
  }
}

/** To the end: typed text may contain line breaks. */
function hideParameters(text: string): string {
  return text.replace(/^params: [^]*$/m, "params: [hidden]")
}

/** Hides a mail link's secret, however it was typed (D56). */
function hideLinkSecrets(line: string): string {
  return line.replace(/(?<!\\(?:u[0-9a-f]{0,3})?)(?:[0-9a-f]|%[0-9a-f]{2}){36,}/gi, "…")
}

function formatForDevelopers(line: string): string {
  const { at, level, message, error, ...fields } = JSON.parse(line)
  const parts = Object.entries(fields).map(([key, value]) => ` ${key}=${toText(value)}`)
  for (let cause = error; cause; cause = cause.cause) {
    parts.push(cause.stack ? `\n${cause === error ? "" : "caused by "}${cause.stack}` : ` error=${toText(cause)}`)
    for (const field of errorFields) if (cause[field]) parts.push(`\n    ${field}: ${cause[field]}`)
  }
  return `${at.slice(11, 19)} ${level === "info" ? "" : `${level.toUpperCase()} `}${message}${parts.join("")}\n`
}

const toText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

let buffered = ""
const WRITE_AFTER_MS = 100
const MAX_BUFFERED_CHARS = 100_000

function addLine(line: string): void {
  buffered += line
  if (buffered.length >= MAX_BUFFERED_CHARS) flushRequestLines()
}

export function flushRequestLines(): void {
  if (buffered === "") return
  const lines = buffered
  buffered = ""
  process.stdout.write(lines)
}
process.once("exit", flushRequestLines)

export type RequestLine = {
  requestId: string
  route: string | null
  method: string
  /** Without its query, which may hold typed text. */
  path: string
  status: number
  milliseconds: number | null
}

export function logRequest({ route, milliseconds, ...line }: RequestLine): void {
  if (!environment.production) return
  if (buffered === "") setTimeout(flushRequestLines, WRITE_AFTER_MS).unref()
  requestLogger.info(
    { ...line, path: hideLinkSecrets(line.path), route: route ?? undefined, milliseconds: milliseconds ?? undefined },
    "request",
  )
}

function write(level: Level, message: string, fields: Fields = {}): void {
  const request = requests.getStore()
  if (request && level !== "info") request.warned = true
  logger[level](fields, message)
  flushRequestLines()
}

export const log = {
  info: (message: string, fields?: Fields) => write("info", message, fields),
  warn: (message: string, fields?: Fields) => write("warn", message, fields),
  error: (message: string, fields?: Fields) => write("error", message, fields),
}
