import type { PostedAgain } from "../server/web/posted-again.ts"
import { Writable } from "node:stream"
import { renderToPipeableStream } from "react-dom/server"
import { type EntryContext, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from "react-router"
import { contentSecurityPolicy, inlineScriptHashes, newNonce } from "../server/platform/request/security.ts"
import { hasSessionCookie } from "../server/accounts/auth/sessions.ts"
import { isSharedRendering } from "../server/platform/page-cache/shared-rendering.ts"
import { isDueToBeKept, keepPage, keepablePath, keptPage } from "../server/platform/page-cache/when-away.ts"
import { withText } from "../server/web/page-answer.ts"
import { log, noteUnavailable, wasUnavailable } from "../server/platform/log.ts"
import { postedAgain } from "../server/web/posted-again.ts"
import { isUnavailable, noteFailure } from "../server/platform/unavailable.ts"
import { countCachedView } from "./site/frame/counted-view.server.ts"
import { KeptPageContext } from "./kit/kept-page.ts"
import { PostedAgainContext } from "./kit/posted-again-context.ts"
import { isRefusal, withoutFramework } from "./http/framework-labels.ts"
import { manifestOfPage } from "./http/manifest-of-page.server.ts"
import { hydrateAfterPaint } from "./http/hydrate-after-paint.ts"

/** Longer than any query may take, so that a page is never cut while its data is on the way. */
export const streamTimeout = 20_000

/** Vite's development server asks for its modules one by one and would only be slower. */
const arrange = import.meta.env.PROD ? hydrateAfterPaint : (page: string) => page

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  _context: RouterContextProvider,
): Promise<Response> {
  // A nonce in a cached page would be everybody's: its scripts are allowed by their hashes.
  const nonce = isSharedRendering() ? null : newNonce()
  headers.set("Content-Type", "text/html; charset=utf-8")
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce ?? []))
  // Every page knows who is signed in: no cache may keep it.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache")
  const { pathname, search } = new URL(request.url)
  const path = keepablePath(request.method, pathname + search)
  const kept = status >= 500 && wasUnavailable() ? keptPage(path) : null
  if (kept !== null) {
    headers.set("Cache-Control", "no-store")
    return new Response(request.method === "HEAD" ? null : kept, { status: 200, headers })
  }
  if (request.method === "HEAD") return new Response(null, { status, headers })

  const again = isFormWithoutDatabase(request, status, routerContext) ? postedAgain() : null
  if (again) {
    const { html, answered } = await render(request, status, withErrorAlone(routerContext), {
      nonce,
      isKept: false,
      again,
    })
    headers.set("Cache-Control", "no-store")
    return new Response(html, { status: answered, headers })
  }
  const { html, answered } = await render(request, status, routerContext, { nonce, isKept: false })
  const isDue = path !== null && (nonce === null || isDueToBeKept(path, Date.now()))
  if (isDue && answered === 200 && !hasSessionCookie(request)) await keep(path, request, routerContext, nonce)
  const page = arrange(withoutFramework(html, answered), nonce)
  if (nonce === null) headers.set("Content-Security-Policy", contentSecurityPolicy(inlineScriptHashes(page)))
  return withText(page, { status: answered, headers })
}

/** A form that gets an error page because the database is away: what it said is not in the page, unless it is put there. */
function isFormWithoutDatabase(request: Request, status: number, { staticHandlerContext }: EntryContext): boolean {
  const isUnanswered = status === 503 || (status >= 500 && wasUnavailable())
  return request.method === "POST" && isUnanswered && staticHandlerContext.errors !== null
}

/** The error page of the whole site, whichever part of it has failed, and no data for scripts: the page has none. */
function withErrorAlone({ serverHandoffStream: _handoff, ...context }: EntryContext): EntryContext {
  const { staticHandlerContext } = context
  const [error] = Object.values(staticHandlerContext.errors ?? {})
  return { ...context, staticHandlerContext: { ...staticHandlerContext, errors: { root: error } } }
}

/** Draws the page once more, as it may be shown while the database is away. A page that cannot be kept is shown all the same. */
async function keep(path: string, request: Request, routerContext: EntryContext, nonce: string | null): Promise<void> {
  try {
    // The data for the scripts has been read by the first drawing, and this page has none.
    const { serverHandoffStream: _, ...context } = routerContext
    const { html, answered } = await render(request, 200, context, { nonce, isKept: true })
    if (answered === 200) keepPage(path, html.replaceAll(` nonce="${nonce}"`, ""), Date.now())
  } catch (error) {
    log.error("A page could not be kept", { error, path })
  }
}

/** A page as HTML; `answered` is 500 where a part of it could not be drawn. */
function render(
  request: Request,
  status: number,
  routerContext: EntryContext,
  { nonce, isKept, again = null }: { nonce: string | null; isKept: boolean; again?: PostedAgain | null },
): Promise<{ html: string; answered: number }> {
  return new Promise((resolve, reject) => {
    let answered = status
    const ids = routerContext.staticHandlerContext.matches.map(({ route }) => route.id)
    const context = { ...routerContext, manifest: manifestOfPage(routerContext.manifest, ids) }
    const { pipe, abort } = renderToPipeableStream(
      <KeptPageContext value={isKept}>
        <PostedAgainContext value={again}>
          <ServerRouter context={context} url={request.url} {...(nonce !== null && { nonce })} />
        </PostedAgainContext>
      </KeptPageContext>,
      {
        ...(nonce !== null && { nonce }),
        // A long part would be sent hidden, for a script to put in its place: nobody without one would ever read it.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        // Loaders have everything ready, so waiting for the whole page costs nothing and its status is always true.
        onAllReady() {
          clearTimeout(timer)
          // In one piece: cut up for streaming it would take longer to hand on and to compress.
          const parts: Buffer[] = []
          const whole = new Writable({
            write(part: Buffer, _encoding, done) {
              parts.push(part)
              done()
            },
            final(done) {
              resolve({ html: Buffer.concat(parts).toString(), answered })
              done()
            },
          })
          whole.once("error", reject)
          pipe(whole)
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
  // Nothing that the page could show: the browser keeps the page that it has, with what was typed (`keepPageOffline`).
  if (response.status >= 500 && wasUnavailable()) return new Response(null, { status: 503, headers: response.headers })
  if (!isRefusal(response.status)) return response
  return new Response(withoutFramework(await response.text(), response.status), response)
}

/** Loader and action failures end here; a thrown response (404, redirect) is an answer, not a failure. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  noteFailure(error)
  // The answer is then 503, and says when to come back.
  if (isUnavailable(error)) noteUnavailable()
  log.error("A request failed", { error, url: new URL(request.url).pathname })
}

/** A cached page was opened, which the server answers without the router: `pattern` and `params` are its route's (D23). */
export function handleCachedView(...opened: Parameters<typeof countCachedView>): void {
  countCachedView(...opened)
}
