import type { MiddlewareFunction } from "react-router"

type Results = Record<string, { type: "data" | "error"; result: unknown }>

/** "Back" to an address that redirects must replace its entry, or it traps the visitor. */
export const replaceOnReturn: MiddlewareFunction<Results> = async ({ request }, next) => {
  const { pathname, search } = new URL(request.url)
  const isHistoryMove = request.method === "GET" && pathname + search === location.pathname + location.search
  const results = await next()
  if (!isHistoryMove) return results
  for (const { result } of Object.values(results))
    if (result instanceof Response && result.headers.has("Location")) result.headers.set("X-Remix-Replace", "yes")
  return results
}
