import type { IncomingMessage } from "node:http"
import { href } from "react-router"
import { type CookieChoice, cookieChoiceIn } from "../../../isomorphic/cookie-choice.ts"
import { isHost } from "../request/request-line.ts"

/** Pages that show every stranger the same until something changes; a query in the address is each visitor's own. */
export const cacheablePages = [
  "/",
  "/catalog",
  "/book",
  "/faq",
  "/services",
  "/about",
  "/sitemap",
  "/legal/cookies",
  "/legal/:page",
  "/product/:id",
  "/manual/:id",
  "/embed/:id",
] as const

const fixedPages: ReadonlySet<string> = new Set(cacheablePages.filter((pattern) => !pattern.includes(":")))
const matchers = cacheablePages
  .filter((pattern) => pattern.includes(":"))
  .map((pattern) => ({
    pattern,
    expression: new RegExp(`^${pattern.replace(/:(\w+)/, "(?<$1>[a-z0-9-]{1,80})")}$`),
  }))

/** Any cookie of ours, whatever its prefix, but the one that only names a known device. */
const personalCookie = /guinguette\.(?!device=)/

export type CacheablePage = {
  path: string
  /** As the log and the metrics name it: "/product/:id". */
  pattern: string
  params: Readonly<Record<string, string>>
  /** Null while the page still asks about cookies. */
  choice: CookieChoice | null
  key: string
}

/** The page that a stranger asks for, or null: the page may be another one for whoever asks. */
export function cacheablePage({ method, url = "", headers }: IncomingMessage): CacheablePage | null {
  if (method !== "GET" && method !== "HEAD") return null
  const page = matchPage(url)
  if (!page || !isHost(headers.host) || headers.authorization !== undefined) return null
  const cookies = headers.cookie ?? ""
  if (personalCookie.test(cookies)) return null
  const choice = cookieChoiceIn(cookies, new Date())
  // That page shows the choice itself, and when it was made.
  if (choice && page.pattern === href("/legal/cookies")) return null
  return { ...page, path: url, choice, key: `${choice ? "answered" : "asked"} ${url}` }
}

function matchPage(path: string): Pick<CacheablePage, "pattern" | "params"> | null {
  if (fixedPages.has(path)) return { pattern: path, params: {} }
  for (const { pattern, expression } of matchers) {
    const found = expression.exec(path)
    if (found) return { pattern, params: { ...found.groups } }
  }
  return null
}
