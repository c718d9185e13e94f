import { type MiddlewareFunction, RouterContextProvider } from "react-router"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { visitorMiddleware } from "../../app/http/visitor.server.ts"

export type RouteArgs = {
  request: Request
  url: URL
  params: Record<string, string>
  pattern: string
  context: RouterContextProvider
}

/** Passes the request through the root's middleware first. */
export async function routeArgs(request: Request, params: Record<string, string> = {}): Promise<RouteArgs> {
  const args = {
    request,
    url: new URL(request.url),
    params,
    pattern: new URL(request.url).pathname,
    context: new RouterContextProvider(),
  }
  await runMiddleware(visitorMiddleware, args)
  return args
}

export async function runMiddleware(middleware: MiddlewareFunction<Response>, args: RouteArgs): Promise<void> {
  await middleware(args, () => Promise.resolve(new Response()))
}

export function postRequest(
  path: string,
  fields: Record<string, string> | [string, string][],
  from: Request = requestFrom(),
): Request {
  const headers = new Headers(from.headers)
  headers.set("origin", "http://localhost:3000")
  return new Request(new URL(path, "http://localhost:3000"), {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  })
}

export async function catchThrown(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (thrown) {
    return thrown
  }
  throw new Error("Nothing was thrown")
}
