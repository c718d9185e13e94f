import type { IncomingMessage } from "node:http"
import { memoize } from "../memoize.ts"

type UnusableRequest = { status: 400 | 404 | 405; message: string; allow?: string }

const methods = new Set(["GET", "HEAD", "POST"])
const allow = [...methods].join(", ")

const badRequest: UnusableRequest = { status: 400, message: "Cette demande n’a pas pu être comprise." }
const notFound: UnusableRequest = { status: 404, message: "Il n’y a rien à cette adresse." }

/** The framework would fail on these, naming its own files. */
export function checkRequestLine({
  method = "",
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): UnusableRequest | null {
  if (!methods.has(method)) return { status: 405, message: "Cette adresse ne reçoit pas ce genre de demande.", allow }
  if (!isHost(headers.host)) return badRequest
  if (!isPath(url, headers.host)) return badRequest
  // The framework would answer with a page's data at an API address.
  return isApiUrl(url) && /^[^?]*\.data(\?|$)/.test(url) ? notFound : null
}

/** The API always replies in JSON (decision 63). */
export function isApiUrl(url: string | undefined): boolean {
  return /^\/api\/v1(\/|\?|$)/i.test(url ?? "")
}

export function isHost(host: string | undefined): host is string {
  return host !== undefined && isAuthority(host)
}

const isAuthority = memoize(
  (host) => /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`),
  100,
)

/** "//elsewhere" would name a host. */
function isPath(url: string, host: string): boolean {
  return url.startsWith("/") && URL.canParse(`http://${host}${url}`)
}

const controlCharacters = /%(?:0[0-8bcef]|1[0-9a-f]|7f)/gi

/** The database refuses control characters in a search. */
export function cleanUrl(url: string): string {
  const [path = "", ...query] = url.split("?")
  const search = query.length > 0 ? `?${query.join("?").replace(controlCharacters, "")}` : ""
  if (isApiUrl(path)) return (isUsablePath(path) ? path : `/api/v1${NOT_FOUND_PATH}`) + search
  return (isUsablePath(path) ? path : path.endsWith(".data") ? `${NOT_FOUND_PATH}.data` : NOT_FOUND_PATH) + search
}

export const NOT_FOUND_PATH = "/introuvable"

const reserved = new Set(["__proto__"])

function isUsablePath(path: string): boolean {
  try {
    const parts = path.split("/").map((part) => decodeURIComponent(part))
    // oxlint-disable-next-line no-control-regex
    return !parts.some((part) => /[\u0000-\u001f\u007f]/.test(part) || reserved.has(part.replace(/\.data$/, "")))
  } catch {
    return false
  }
}
