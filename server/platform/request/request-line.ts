import type { IncomingMessage } from "node:http"
import { memoized } from "../memoized.ts"

/** What cannot be answered by any page: the status, and the sentence that the answer consists of. */
export type UnusableRequest = { status: 400 | 404 | 405; message: string; allow?: string }

const methods = new Set(["GET", "HEAD", "POST"])
const allow = [...methods].join(", ")

const notUnderstood: UnusableRequest = { status: 400, message: "Cette demande n’a pas pu être comprise." }
const unknownAddress: UnusableRequest = { status: 404, message: "Il n’y a rien à cette adresse." }

/**
 * Why a request never reaches a page, or null. The framework would break on these, in English and with its own file
 * names: another method than pages have, an address that is not a path ("OPTIONS *", "GET http://…"), or a Host that is
 * none.
 */
export function unusableRequest({
  method = "",
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): UnusableRequest | null {
  if (!methods.has(method)) return { status: 405, message: "Cette adresse ne reçoit pas ce genre de demande.", allow }
  if (!isHost(headers.host)) return notUnderstood
  if (!isPath(url, headers.host)) return notUnderstood
  // The framework would answer its own pages' data at an address that answers programs.
  return isOfApi(url) && /^[^?]*\.data(\?|$)/.test(url) ? unknownAddress : null
}

/** Whether an address answers programs, in JSON whatever happens (decision 63). */
export function isOfApi(url: string | undefined): boolean {
  return /^\/api\/v1(\/|\?|$)/i.test(url ?? "")
}

/** Whether a Host header names one. */
export function isHost(host: string | undefined): host is string {
  return host !== undefined && isAuthority(host)
}

const isAuthority = memoized(
  (host) => /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`),
  100,
)

/** "//elsewhere" would name a host. What a browser could not have sent as an address is none of ours. */
function isPath(url: string, host: string): boolean {
  return url.startsWith("/") && URL.canParse(`http://${host}${url}`)
}

/** U+0000 to U+001F but for tab and line ends, and U+007F, as an address writes them. */
const controlCharacters = /%(?:0[0-8bcef]|1[0-9a-f]|7f)/gi

/**
 * An address whose query holds no control characters, as forms have none: no search may break on what a database
 * refuses. A path with one, or one that no text is written like, names nothing: it leads to the page that says so.
 */
export function cleanAddress(url: string): string {
  const [path = "", ...query] = url.split("?")
  const search = query.length > 0 ? `?${query.join("?").replace(controlCharacters, "")}` : ""
  if (isOfApi(path)) return (namesSomething(path) ? path : `/api/v1${NOWHERE}`) + search
  return (namesSomething(path) ? path : path.endsWith(".data") ? `${NOWHERE}.data` : NOWHERE) + search
}

/** An address that no page has. */
export const NOWHERE = "/introuvable"

/** Parts of an address become keys of objects, in the framework too. */
const reserved = new Set(["__proto__"])

function namesSomething(path: string): boolean {
  try {
    const parts = path.split("/").map((part) => decodeURIComponent(part))
    // oxlint-disable-next-line no-control-regex
    return !parts.some((part) => /[\u0000-\u001f\u007f]/.test(part) || reserved.has(part.replace(/\.data$/, "")))
  } catch {
    return false
  }
}
