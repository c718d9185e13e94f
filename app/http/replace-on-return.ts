import type { MiddlewareFunction } from "react-router"

type Results = Record<string, { type: "data" | "error"; result: unknown }>

/**
 * In the browser, around what React Router asks the server for: where Back or Forward leads to an address that leads on,
 * as the one to sign in does for whoever is signed in, the place it leads to stands in its stead. The router adds an entry
 * after it, and the next Back would lead to where one is, for ever.
 */
export const replaceOnReturn: MiddlewareFunction<Results> = async ({ request }, next) => {
  // Back and Forward alone have changed the address already.
  const { pathname, search } = new URL(request.url)
  const hasChanged = request.method === "GET" && pathname + search === location.pathname + location.search
  const results = await next()
  if (!hasChanged) return results
  for (const { result } of Object.values(results))
    if (result instanceof Response && result.headers.has("Location")) result.headers.set("X-Remix-Replace", "yes")
  return results
}
