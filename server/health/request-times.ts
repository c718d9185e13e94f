/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
const methods = new Set(["GET", "HEAD", "POST"])

/** `within` counts, for each bound, the answers that took at most that long. */
type Series = { labels: string; within: number[]; count: number; seconds: number }

const series = new Map<string, Series>()
/** The same by route, status and method, so that no label is written for each answer. */
const byRoute = new Map<string, Map<string, Series>>()

export type AnsweredRequest = {
  method: string
  /** The pattern, never the path: there are as many as the site has routes. Null when none was found. */
  route: string | null
  status: number
  milliseconds: number
}

/** Counts an answer of this process. */
export function observeRequest({ method, route, status, milliseconds }: AnsweredRequest): void {
  const known = seriesOf(route ?? "", status, methods.has(method) ? method : "other")
  const seconds = milliseconds / 1000
  known.count += 1
  known.seconds += seconds
  for (let index = bounds.length - 1; index >= 0 && seconds <= (bounds[index] ?? 0); index--)
    known.within[index] = (known.within[index] ?? 0) + 1
}

function seriesOf(route: string, status: number, method: string): Series {
  const ofRoute = byRoute.get(route) ?? new Map<string, Series>()
  const known = ofRoute.get(method + status)
  if (known) return known
  const labels = `method="${method}",route="${route}",status="${status}"`
  const made = { labels, within: bounds.map(() => 0), count: 0, seconds: 0 }
  byRoute.set(route, ofRoute.set(method + status, made))
  series.set(labels, made)
  return made
}

/** A histogram in Prometheus text. */
export function requestTimesText(): string {
  const name = "guinguette_http_request_duration_seconds"
  const lines = [...series.values()].flatMap(({ labels, within, count, seconds }) => [
    ...bounds.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${within[index] ?? 0}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${count}`,
  ])
  return [`# HELP ${name} Answers by method, route and status.`, `# TYPE ${name} histogram`, ...lines, ""].join("\n")
}
