import type { ResubmittableForm } from "../server/web/resubmittable-form.ts"
import { Writable } from "node:stream"
import { renderToPipeableStream } from "react-dom/server"
import { type EntryContext, type RouterContextProvider, ServerRouter, isRouteErrorResponse } from "react-router"
import { contentSecurityPolicy, inlineScriptHashes, newNonce } from "../server/platform/request/security.ts"
import { hasSessionCookie } from "../server/accounts/auth/sessions.ts"
import { isSharedRendering } from "../server/platform/page-cache/shared-rendering.ts"
import { needsRefresh, storePage, offlinePath, findStoredPage } from "../server/platform/page-cache/offline-pages.ts"
import { textResponse } from "../server/web/page-answer.ts"
import { log, markUnavailable, wasUnavailable } from "../server/platform/log.ts"
import { currentForm } from "../server/web/resubmittable-form.ts"
import { isUnavailable, recordDiskFull } from "../server/platform/unavailable.ts"
import { countCachedView } from "./site/frame/counted-view.server.ts"
import { OfflinePageContext } from "./kit/offline-page.ts"
import { ResubmittableFormContext } from "./kit/resubmittable-form-context.ts"
import { isFrameworkRefusal, stripFrameworkErrors } from "./http/framework-errors.ts"
import { pageManifest } from "./http/page-manifest.server.ts"
import { hydrateAfterPaint } from "./http/hydrate-after-paint.ts"

/** Longer than any query may take. */
export const streamTimeout = 20_000

const transformPage = import.meta.env.PROD ? hydrateAfterPaint : (page: string) => page

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  _context: RouterContextProvider,
): Promise<Response> {
  // A nonce in a cached page would be shared: allow its scripts by hash.
  const nonce = isSharedRendering() ? null : newNonce()
  headers.set("Content-Type", "text/html; charset=utf-8")
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce ?? []))
  // Pages name who is signed in, so no cache may store them.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache")
  const { pathname, search } = new URL(request.url)
  const path = offlinePath(request.method, pathname + search)
  const offlineCopy = status >= 500 && wasUnavailable() ? findStoredPage(path) : null
  if (offlineCopy !== null) {
    headers.set("Cache-Control", "no-store")
    return new Response(request.method === "HEAD" ? null : offlineCopy, { status: 200, headers })
  }
  if (request.method === "HEAD") return new Response(null, { status, headers })

  const repost = isFormWithoutDatabase(request, status, routerContext) ? currentForm() : null
  if (repost) {
    const { html, finalStatus } = await render(request, status, withRootErrorOnly(routerContext), {
      nonce,
      isOffline: false,
      repost,
    })
    headers.set("Cache-Control", "no-store")
    return new Response(html, { status: finalStatus, headers })
  }
  const { html, finalStatus } = await render(request, status, routerContext, { nonce, isOffline: false })
  const isDue = path !== null && (nonce === null || needsRefresh(path, Date.now()))
  if (isDue && finalStatus === 200 && !hasSessionCookie(request))
    await storeOfflineCopy(path, request, routerContext, nonce)
  const page = transformPage(stripFrameworkErrors(html, finalStatus), nonce)
  if (nonce === null) headers.set("Content-Security-Policy", contentSecurityPolicy(inlineScriptHashes(page)))
  return textResponse(page, { status: finalStatus, headers })
}

/** Without the database, the error page must carry the form's values. */
function isFormWithoutDatabase(request: Request, status: number, { staticHandlerContext }: EntryContext): boolean {
  const isUnanswered = status === 503 || (status >= 500 && wasUnavailable())
  return request.method === "POST" && isUnanswered && staticHandlerContext.errors !== null
}

function withRootErrorOnly({ serverHandoffStream: _handoff, ...context }: EntryContext): EntryContext {
  const { staticHandlerContext } = context
  const [error] = Object.values(staticHandlerContext.errors ?? {})
  return { ...context, staticHandlerContext: { ...staticHandlerContext, errors: { root: error } } }
}

async function storeOfflineCopy(
  path: string,
  request: Request,
  routerContext: EntryContext,
  nonce: string | null,
): Promise<void> {
  try {
    // The first rendering has consumed the stream.
    const { serverHandoffStream: _, ...context } = routerContext
    const { html, finalStatus } = await render(request, 200, context, { nonce, isOffline: true })
    if (finalStatus === 200) storePage(path, html.replaceAll(` nonce="${nonce}"`, ""), Date.now())
  } catch (error) {
    log.error("A page could not be kept", { error, path })
  }
}

function render(
  request: Request,
  status: number,
  routerContext: EntryContext,
  { nonce, isOffline, repost = null }: { nonce: string | null; isOffline: boolean; repost?: ResubmittableForm | null },
): Promise<{ html: string; finalStatus: number }> {
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const ids = routerContext.staticHandlerContext.matches.map(({ route }) => route.id)
    const context = { ...routerContext, manifest: pageManifest(routerContext.manifest, ids) }
    const { pipe, abort } = renderToPipeableStream(
      <OfflinePageContext value={isOffline}>
        <ResubmittableFormContext value={repost}>
          <ServerRouter context={context} url={request.url} {...(nonce !== null && { nonce })} />
        </ResubmittableFormContext>
      </OfflinePageContext>,
      {
        ...(nonce !== null && { nonce }),
        // React would send long parts hidden: unreadable without JavaScript.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          const parts: Buffer[] = []
          const writable = new Writable({
            write(part: Buffer, _encoding, done) {
              parts.push(part)
              done()
            },
            final(done) {
              resolve({ html: Buffer.concat(parts).toString(), finalStatus })
              done()
            },
          })
          writable.once("error", reject)
          pipe(writable)
        },
        onShellError: reject,
        onError(error) {
          finalStatus = 500
          log.error("A page could not be rendered", { error })
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout)
  })
}

export async function handleDataRequest(response: Response): Promise<Response> {
  if (response.status >= 500 && wasUnavailable()) return new Response(null, { status: 503, headers: response.headers })
  if (!isFrameworkRefusal(response.status)) return response
  return new Response(stripFrameworkErrors(await response.text(), response.status), response)
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  recordDiskFull(error)
  if (isUnavailable(error)) markUnavailable()
  log.error("A request failed", { error, url: new URL(request.url).pathname })
}

/** The server answers cached pages without the router (D23). */
export function handleCachedView(...view: Parameters<typeof countCachedView>): void {
  countCachedView(...view)
}
