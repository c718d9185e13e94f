import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { cookiePreferencesKey, formatCookieValue } from "../../../isomorphic/cookie-choice.ts"
import type { ChangeFeed } from "../live/change-feed.ts"
import { environment } from "../environment.server.ts"
import { QueueFull, limitConcurrency } from "../limit-concurrency.ts"
import { hasWarned, log, withRequest } from "../log.ts"
import { withinTime } from "../within-time.ts"
import { type CachedPage, toCachedPage } from "./cached-page.ts"
import type { CacheablePage } from "./cacheable.ts"
import { createPageStore } from "./page-store.ts"
import { withSharedRendering } from "./shared-rendering.ts"

export type PageCache = {
  find(page: CacheablePage): CachedPage | null
  findOrRender(page: CacheablePage): Promise<CachedPage | null>
  size(): { bytes: number; answers: number }
}

type NextChange = (at: Date) => Promise<number>

const TIMEOUT_MS = { changeFeed: 800, rendering: 2_500 }

/** Drops every page on any change (decision 45). */
export function openPageCache({
  changeFeed,
  render,
  nextChangeByClock,
}: {
  changeFeed: ChangeFeed
  render: (request: Request) => Promise<Response>
  nextChangeByClock: NextChange
}): PageCache {
  const store = createPageStore()
  const renderings = new Map<string, Promise<CachedPage | null>>()
  const renderSlot = limitConcurrency(4, 50)
  // A shared page must not run in the first request's async context.
  const inOwnContext = AsyncLocalStorage.snapshot()
  let generation = 0
  const drop = () => {
    generation++
    store.clear()
    // New requests must not wait for the old state.
    renderings.clear()
  }
  changeFeed.listen({ onChanges: drop, onDisconnect: drop })

  const find = ({ key }: CacheablePage) => (changeFeed.isFresh() ? store.find(key, Date.now()) : null)

  function startRendering(page: CacheablePage): Promise<CachedPage | null> {
    const startGeneration = generation
    const rendering = inOwnContext(() => renderSlot(() => renderShared(page, { render, nextChangeByClock })))
      .then((rendered) => {
        if (rendered && generation === startGeneration && rendered.expiresAt > Date.now())
          store.put(page.key, rendered.answer, rendered.expiresAt)
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
    async findOrRender(page) {
      const isFresh = await withinTime(TIMEOUT_MS.changeFeed, changeFeed.refresh()).catch(() => false)
      if (!isFresh) return null
      const rendering = find(page) ?? renderings.get(page.key) ?? startRendering(page)
      return withinTime(TIMEOUT_MS.rendering, Promise.resolve(rendering)).catch(() => null)
    },
    size: store.size,
  }
}

async function renderShared(
  page: CacheablePage,
  { render, nextChangeByClock }: { render: (request: Request) => Promise<Response>; nextChangeByClock: NextChange },
): Promise<{ answer: CachedPage; expiresAt: number } | null> {
  const at = new Date()
  return withRequest({ requestId: randomUUID(), route: page.pattern }, () =>
    withSharedRendering(async () => {
      const response = await render(sharedRequest(page, at))
      const body = Buffer.from(await response.arrayBuffer())
      const { status, headers } = response
      if ((status !== 200 && status !== 404) || !isForEverybody(headers)) return null
      const answer = await toCachedPage(body, { status, headers })
      return { answer, expiresAt: status === 404 || hasWarned() ? -Infinity : await nextChangeByClock(at) }
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

function sharedRequest({ path, choice }: CacheablePage, at: Date): Request {
  const answer = formatCookieValue({ analytics: false, marketing: false, chosenAt: at })
  return new Request(new URL(path, environment.origin), {
    headers: { accept: "text/html,*/*", ...(choice && { cookie: `${cookiePreferencesKey}=${answer}` }) },
  })
}
