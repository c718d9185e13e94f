import { type MiddlewareFunction, data, isRouteErrorResponse, replace } from "react-router"

/** Dispatched on the window when the server could not be reached. */
export const networkLost = "network-lost"
/** Dispatched when the server has answered. */
export const networkFound = "network-found"

export type NetworkLost = {
  /** The data or the form that was asked for. */
  request: Request
  /** "server": there is a network, and what answers is not the site: its database is away, or it is starting again. */
  missing: "network" | "server"
  /** A listener says here whether the page is on its way there: the journey goes on once there is a network again. */
  isJourney: () => boolean
}

/** Dispatched before something is asked for. */
export const readBegins = "read-begins"

export type ReadBegins = {
  /** The page or the data that is asked for. */
  request: Request
  /**
   * Anyone who has the open page read again, though nobody asked for it, says here what follows when that fails: the page
   * stays as it is, and nobody is told. Null where somebody waits for the answer.
   */
  whenFailed: (() => void) | null
}

declare global {
  interface WindowEventMap {
    [readBegins]: CustomEvent<ReadBegins>
    [networkLost]: CustomEvent<NetworkLost>
  }
}

type Results = Record<string, { type: "data" | "error"; result: unknown }>

/**
 * In the browser, around everything that React Router asks the server for: when the network is cut, or the site cannot
 * answer for a moment (D58), the page stays as it is, with all that was typed and chosen, where an error page would take
 * its place. A page that was asked for is asked for again as soon as there is a network; a form is never sent twice by
 * itself, its button is there to be pressed again. A page that was read again by itself stays as it is whatever failed.
 */
export const keepPageOffline: MiddlewareFunction<Results> = async ({ request }, next) => {
  const detail: ReadBegins = { request, whenFailed: null }
  if (request.method === "GET") window.dispatchEvent(new CustomEvent(readBegins, { detail }))
  const results = await next()
  // Without results the router leaves all as it was.
  if (detail.whenFailed && Object.values(results).some(isFailure)) {
    detail.whenFailed()
    return {}
  }
  const lost = Object.entries(results).find(
    ([, { type, result }]) => type === "error" && missingBy(unwrapped(result)) !== null,
  )
  if (!lost) {
    // Nothing may have been asked for at all.
    if (Object.keys(results).length > 0) window.dispatchEvent(new Event(networkFound))
    return results
  }
  const [routeId, { result }] = lost
  const missing = missingBy(unwrapped(result)) ?? "network"
  const event = new CustomEvent(networkLost, {
    detail: { request, missing, isJourney: () => false } satisfies NetworkLost,
  })
  window.dispatchEvent(event)
  // A status of failure keeps the router from asking for the page's data anew, which would fail in turn.
  if (request.method !== "GET") return { [routeId]: { type: "data", result: data(null, { status: 503 }) } }
  await networkBack(request.signal)
  const { pathname, search } = new URL(request.url)
  // What was asked for beside the page, by a search box say, is asked for with the next letter.
  if (!event.detail.isJourney()) await new Promise(() => {})
  return { [routeId]: { type: "error", result: replace(pathname + search) } }
}

/** Whether there is no answer. That what the page shows is no more is one. */
function isFailure({ type, result }: Results[string]): boolean {
  const thrown = unwrapped(result)
  return type === "error" && !(isRouteErrorResponse(thrown) && (thrown.status === 404 || thrown.status === 410))
}

/** What an action threw comes with the status of the answer that there was none of. */
function unwrapped(result: unknown): unknown {
  const wrapped = typeof result === "object" && result !== null && "type" in result && "data" in result
  return wrapped ? result.data : result
}

function missingBy(thrown: unknown): NetworkLost["missing"] | null {
  if (isNetworkFailure(thrown)) return "network"
  return isNoAnswerOfOurs(thrown) ? "server" : null
}

/** React Router's own words for an answer that is no page data: see `handleDataRequest`, or a proxy's own page. */
function isNoAnswerOfOurs(thrown: unknown): boolean {
  return thrown instanceof Error && /No response body to decode|Unable to decode turbo-stream/.test(thrown.message)
}

/** The words by which browsers say that `fetch` did not get through, or that the answer broke off. */
function isNetworkFailure(thrown: unknown): boolean {
  return thrown instanceof TypeError && /fetch|network|load failed/i.test(thrown.message)
}

const RETRY_MS = 5_000

/** Resolves when the browser says that there is a network again, or when it is time to try; or nobody waits any more. */
function networkBack(given: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const signal = AbortSignal.any([given, AbortSignal.timeout(RETRY_MS)])
    window.addEventListener("online", () => resolve(), { once: true, signal })
    signal.addEventListener("abort", () => resolve(), { once: true })
  })
}
