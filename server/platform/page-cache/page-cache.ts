import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { cookiePreferencesKey, cookieValueOf } from "../../../isomorphic/cookie-choice.ts"
import type { Bell } from "../live/bell.ts"
import { environment } from "../environment.server.ts"
import { QueueFull, limitConcurrency } from "../limit-concurrency.ts"
import { hasWarned, log, withRequest } from "../log.ts"
import { withinTime } from "../within-time.ts"
import { type CachedPage, cachedPageFrom } from "./cached-page.ts"
import type { CacheablePage } from "./cacheable.ts"
import { openRoom } from "./page-room.ts"
import { withSharedRendering } from "./shared-rendering.ts"

export type PageCache = {
  /** The cached page, where one may be shown at this moment. */
  find(page: CacheablePage): CachedPage | null
  /** The page after asking what has changed, rendered for everybody if need be. Null: render it for this visitor. */
  make(page: CacheablePage): Promise<CachedPage | null>
  size(): { bytes: number; answers: number }
}

/** When a page rendered at that moment changes without a write, in milliseconds since 1970. */
type NextChange = (at: Date) => Promise<number>

/** Whoever waits longer than that to learn what has changed, or for another's rendering, has one of their own. */
const TIMEOUT_MS = { bell: 800, rendering: 2_500 }

/** Strangers' pages, each rendered once for all, and all dropped as soon as anything has changed (decision 45). */
export function openPageCache({
  bell,
  render,
  nextChangeByClock,
}: {
  bell: Bell
  /** Renders a page as the router does. */
  render: (request: Request) => Promise<Response>
  nextChangeByClock: NextChange
}): PageCache {
  const room = openRoom()
  const renderings = new Map<string, Promise<CachedPage | null>>()
  const inTurn = limitConcurrency(4, 50)
  // A shared page is rendered outside the request that happened to come first.
  const apart = AsyncLocalStorage.snapshot()
  let drops = 0
  const drop = () => {
    drops++
    room.clear()
    // Whoever asks from now on must not wait for a page that shows what was before.
    renderings.clear()
  }
  bell.listen({ onChanges: drop, onDeaf: drop })

  const find = ({ key }: CacheablePage) => (bell.isFresh() ? room.find(key, Date.now()) : null)

  function begin(page: CacheablePage): Promise<CachedPage | null> {
    const dropsBefore = drops
    const rendering = apart(() => inTurn(() => renderShared(page, { render, nextChangeByClock })))
      .then((rendered) => {
        if (rendered && drops === dropsBefore && rendered.until > Date.now())
          room.keep(page.key, rendered.answer, rendered.until)
        return rendered?.answer ?? null
      })
      .catch((error: unknown) => {
        if (!(error instanceof QueueFull)) log.error("A page could not be rendered for the cache", { error })
        return null
      })
      .finally(() => {
        if (renderings.get(page.key) === rendering) renderings.delete(page.key)
      })
    renderings.set(page.key, rendering)
    return rendering
  }

  return {
    find,
    async make(page) {
      const isFresh = await withinTime(TIMEOUT_MS.bell, bell.ask()).catch(() => false)
      if (!isFresh) return null
      const rendering = find(page) ?? renderings.get(page.key) ?? begin(page)
      return withinTime(TIMEOUT_MS.rendering, Promise.resolve(rendering)).catch(() => null)
    },
    size: room.size,
  }
}

/** Null where the answer is no page that everybody may see. Not kept: what is not found, and what a warning was logged of. */
async function renderShared(
  page: CacheablePage,
  { render, nextChangeByClock }: { render: (request: Request) => Promise<Response>; nextChangeByClock: NextChange },
): Promise<{ answer: CachedPage; until: number } | null> {
  const at = new Date()
  return withRequest({ requestId: randomUUID(), route: page.pattern }, () =>
    withSharedRendering(async () => {
      const response = await render(sharedRequest(page, at))
      const body = Buffer.from(await response.arrayBuffer())
      const { status, headers } = response
      if ((status !== 200 && status !== 404) || !isForEverybody(headers)) return null
      const answer = await cachedPageFrom(body, { status, headers })
      return { answer, until: status === 404 || hasWarned() ? -Infinity : await nextChangeByClock(at) }
    }),
  )
}

function isForEverybody(headers: Headers): boolean {
  return (
    (headers.get("content-type") ?? "").startsWith("text/html") &&
    !headers.has("set-cookie") &&
    !(headers.get("cache-control") ?? "").includes("no-store")
  )
}

/** A request of nobody in particular: it carries nothing of the visitor but whether they have answered about cookies. */
function sharedRequest({ path, choice }: CacheablePage, at: Date): Request {
  const answer = cookieValueOf({ analytics: false, marketing: false, chosenAt: at })
  return new Request(new URL(path, environment.origin), {
    headers: { accept: "text/html,*/*", ...(choice && { cookie: `${cookiePreferencesKey}=${answer}` }) },
  })
}
