import { PassThrough } from "node:stream"
import { buffer } from "node:stream/consumers"
import { renderToPipeableStream } from "react-dom/server"
import { type EntryContext, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from "react-router"
import { contentSecurityPolicy, newNonce } from "../server/security.ts"
import { log, noteUnavailable } from "../server/log.ts"
import { isUnavailable } from "../server/unavailable.ts"
import { isRefusal, withoutFramework } from "./http/framework-labels.ts"
import { hydrateAfterPaint } from "./http/hydrate-after-paint.ts"

/** Longer than any query may take, so that a page is never cut while its data is on the way. */
export const streamTimeout = 20_000

/** Vite's development server asks for its modules one by one and would only be slower. */
const arrange = import.meta.env.PROD ? hydrateAfterPaint : (page: string) => page

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  _context: RouterContextProvider,
): Promise<Response> | Response {
  const nonce = newNonce()
  headers.set("Content-Type", "text/html; charset=utf-8")
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce))
  // Every page knows who is signed in: no cache may keep it.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache")
  if (request.method === "HEAD") return new Response(null, { status, headers })

  return new Promise((resolve, reject) => {
    let answered = status
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        // A long part would be sent hidden, for a script to put in its place: nobody without one would ever read it.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        // Loaders have everything ready, so waiting for the whole page costs nothing and its status is always true.
        onAllReady() {
          clearTimeout(timer)
          // In one piece: cut up for streaming it would take longer to hand on and to compress.
          resolve(
            buffer(pipe(new PassThrough())).then(
              (body) =>
                new Response(arrange(withoutFramework(body.toString(), answered), nonce), {
                  status: answered,
                  headers,
                }),
            ),
          )
        },
        onShellError: reject,
        onError(error) {
          answered = 500
          log.error("A page could not be rendered", { error })
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout)
  })
}

/** The same for the data of a page alone. */
export async function handleDataRequest(response: Response): Promise<Response> {
  if (!isRefusal(response.status)) return response
  return new Response(withoutFramework(await response.text(), response.status), response)
}

/** Loader and action failures end here; a thrown response (404, redirect) is an answer, not a failure. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  // The answer is then 503, and says when to come back.
  if (isUnavailable(error)) noteUnavailable()
  log.error("A request failed", { error, url: new URL(request.url).pathname })
}
