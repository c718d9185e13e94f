import { Histogram } from "prom-client"

const methods = new Set(["GET", "HEAD", "POST"])

export const requestTimes = new Histogram({
  name: "guinguette_http_request_duration_seconds",
  help: "Answers by method, route and status.",
  labelNames: ["method", "route", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [],
})

type AnsweredRequest = {
  method: string
  /** The pattern, never the path: labels must stay few. */
  route: string | null
  status: number
  milliseconds: number
}

export function observeRequest({ method, route, status, milliseconds }: AnsweredRequest): void {
  requestTimes.observe(
    { method: methods.has(method) ? method : "other", route: route ?? "", status },
    milliseconds / 1000,
  )
}
