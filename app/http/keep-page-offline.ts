import { type MiddlewareFunction, data, isRouteErrorResponse, replace } from "react-router"

export const networkLost = "network-lost"
export const networkRestored = "network-found"

type NetworkLost = {
  request: Request
  missing: "network" | "server"
  isNavigation: () => boolean
  /** Set by a page that sends the form again by itself. */
  isResent: boolean
}

export const dataRequested = "read-begins"

type DataRequested = {
  request: Request
  /** Set by a background reload, whose failure stays silent. */
  onFailure: (() => void) | null
}

declare global {
  interface WindowEventMap {
    [dataRequested]: CustomEvent<DataRequested>
    [networkLost]: CustomEvent<NetworkLost>
  }
}

type Results = Record<string, { type: "data" | "error"; result: unknown }>

/** Keeps the page when the network is cut (D58); never sends a form twice. */
export const keepPageOffline: MiddlewareFunction<Results> = async ({ request }, next) => {
  const detail: DataRequested = { request, onFailure: null }
  if (request.method === "GET") window.dispatchEvent(new CustomEvent(dataRequested, { detail }))
  const results = await next()
  if (detail.onFailure && Object.values(results).some(isFailure)) {
    detail.onFailure()
    return {}
  }
  const failure = Object.entries(results).find(
    ([, { type, result }]) => type === "error" && missingPart(unwrapResult(result)) !== null,
  )
  if (!failure) {
    if (Object.keys(results).length > 0) window.dispatchEvent(new Event(networkRestored))
    return results
  }
  const [routeId, { result }] = failure
  const missing = missingPart(unwrapResult(result)) ?? "network"
  const event = new CustomEvent(networkLost, {
    detail: { request, missing, isNavigation: () => false, isResent: false } satisfies NetworkLost,
  })
  window.dispatchEvent(event)
  // A failure status keeps the router from reloading data.
  if (request.method !== "GET") return { [routeId]: { type: "data", result: data(null, { status: 503 }) } }
  await waitForNetwork(request.signal)
  const { pathname, search } = new URL(request.url)
  // Background requests stay unresolved.
  if (!event.detail.isNavigation()) await new Promise(() => {})
  return { [routeId]: { type: "error", result: replace(pathname + search) } }
}

function isFailure({ type, result }: Results[string]): boolean {
  const thrown = unwrapResult(result)
  return type === "error" && !(isRouteErrorResponse(thrown) && (thrown.status === 404 || thrown.status === 410))
}

function unwrapResult(result: unknown): unknown {
  const wrapped = typeof result === "object" && result !== null && "type" in result && "data" in result
  return wrapped ? result.data : result
}

function missingPart(thrown: unknown): NetworkLost["missing"] | null {
  if (isNetworkFailure(thrown)) return "network"
  return isForeignAnswer(thrown) ? "server" : null
}

function isForeignAnswer(thrown: unknown): boolean {
  return thrown instanceof Error && /No response body to decode|Unable to decode turbo-stream/.test(thrown.message)
}

function isNetworkFailure(thrown: unknown): boolean {
  return thrown instanceof TypeError && /fetch|network|load failed/i.test(thrown.message)
}

const RETRY_MS = 5_000

function waitForNetwork(parentSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const signal = AbortSignal.any([parentSignal, AbortSignal.timeout(RETRY_MS)])
    window.addEventListener("online", () => resolve(), { once: true, signal })
    signal.addEventListener("abort", () => resolve(), { once: true })
  })
}
