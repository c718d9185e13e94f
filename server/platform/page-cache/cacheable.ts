import type { IncomingMessage } from "node:http"
import { href } from "react-router"
import { type CookieChoice, parseCookieChoice } from "../../../isomorphic/cookie-choice.ts"
import { isHost } from "../request/request-line.ts"

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

const personalCookie = /guinguette\.(?!device=)/

export type CacheablePage = {
  path: string
  pattern: string
  params: Readonly<Record<string, string>>
  choice: CookieChoice | null
  key: string
}

/** null when the page may differ for this visitor. */
export function matchCacheablePage({ method, url = "", headers }: IncomingMessage): CacheablePage | null {
  if (method !== "GET" && method !== "HEAD") return null
  const page = matchPage(url)
  if (!page || !isHost(headers.host) || headers.authorization !== undefined) return null
  const cookies = headers.cookie ?? ""
  if (personalCookie.test(cookies)) return null
  const choice = parseCookieChoice(cookies, new Date())
  if (choice && page.pattern === href("/legal/cookies")) return null
  return { ...page, path: url, choice, key: `${choice ? "answered" : "asked"} ${url}` }
}

function matchPage(path: string): Pick<CacheablePage, "pattern" | "params"> | null {
  if (fixedPages.has(path)) return { pattern: path, params: {} }
  for (const { pattern, expression } of matchers) {
    const match = expression.exec(path)
    if (match) return { pattern, params: { ...match.groups } }
  }
  return null
}
