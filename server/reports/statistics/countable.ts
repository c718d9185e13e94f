import { cookieConsent } from "../../shop/content/cookie-consent.ts"

/** Programs that say what they are, and whoever says nothing. A telephone of the brand Cubot is none. */
const robot =
  /(?<!cu)bot|crawl|spider|slurp|scrap|preview|monitor|lighthouse|headless|externalhit|whatsapp|fetch|curl|wget|python|java\/|go-http|axios|okhttp/i

/**
 * Whether anyone who sends this may be counted (D23): a person who accepts it on this site, whose browser does not object
 * for them. What a browser says of itself is read here and kept nowhere.
 */
export function mayBeCounted(request: Request, at: Date = new Date()): boolean {
  return cookieConsent(request, at).analytics && isPerson(request)
}

/** A person whose browser does not object for them, whatever they have agreed to. */
export function isPerson({ headers }: Request): boolean {
  if (headers.get("dnt") === "1" || headers.get("sec-gpc") === "1") return false
  const browser = headers.get("user-agent") ?? ""
  return browser !== "" && !robot.test(browser)
}

/**
 * Whether a page is being opened: loaded by the browser, or reached from another page of the site. The same page once
 * more (after a form, with other filters, reloaded) is not, nor what a browser fetches in case somebody should want it.
 * The page on which somebody accepts to be counted is counted with their answer, not here.
 * `path` is the page's own, also when its data alone is asked for.
 */
export function opensPage(request: Request, path: string): boolean {
  if (request.method !== "GET" || isAhead(request.headers)) return false
  const { host, pathname } = new URL(request.url)
  const byScript = pathname.endsWith(".data")
  if (!byScript && isReload(request.headers)) return false
  // The scripts ask while the address bar still shows the page that one leaves; without it nobody can tell.
  const from = request.headers.get("referer") ?? ""
  if (!URL.canParse(from)) return !byScript
  const before = new URL(from)
  return before.host !== host || trimmed(before.pathname) !== trimmed(path)
}

/** Browsers send the first referrer once more with a reload, and ask for the page itself anew. */
function isReload(headers: Headers): boolean {
  return /max-age=0|no-cache/.test(headers.get("cache-control") ?? "")
}

function isAhead(headers: Headers): boolean {
  return ["purpose", "sec-purpose", "x-moz", "x-purpose"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  )
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, "")
}
