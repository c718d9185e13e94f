import { readCookieConsent } from "../../shop/content/cookie-consent.ts"

/** Known robots; "Cubot" is a telephone brand. */
const robot =
  /(?<!cu)bot|crawl|spider|slurp|scrap|preview|monitor|lighthouse|headless|externalhit|whatsapp|fetch|curl|wget|python|java\/|go-http|axios|okhttp/i

/** Requires consent and no objection by the browser (D23). */
export function canCount(request: Request, at: Date = new Date()): boolean {
  return readCookieConsent(request, at).analytics && isPerson(request)
}

export function isPerson({ headers }: Request): boolean {
  if (headers.get("dnt") === "1" || headers.get("sec-gpc") === "1") return false
  const browser = headers.get("user-agent") ?? ""
  return browser !== "" && !robot.test(browser)
}

/** Ignores reloads, repeats and prefetches; the consent page is counted elsewhere. */
export function isPageView(request: Request, path: string): boolean {
  if (request.method !== "GET" || isPrefetch(request.headers)) return false
  const { host, pathname } = new URL(request.url)
  const isDataRequest = pathname.endsWith(".data")
  if (!isDataRequest && isReload(request.headers)) return false
  // Data requests carry the previous page as referrer; without one the visit is unknown.
  const referrer = request.headers.get("referer") ?? ""
  if (!URL.canParse(referrer)) return !isDataRequest
  const previous = new URL(referrer)
  return previous.host !== host || trimSlashes(previous.pathname) !== trimSlashes(path)
}

/** A reload repeats the first referrer but sends Cache-Control. */
function isReload(headers: Headers): boolean {
  return /max-age=0|no-cache/.test(headers.get("cache-control") ?? "")
}

function isPrefetch(headers: Headers): boolean {
  return ["purpose", "sec-purpose", "x-moz", "x-purpose"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  )
}

function trimSlashes(path: string): string {
  return path.replace(/\/+$/, "")
}
