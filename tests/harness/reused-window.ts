import type { EventEmitter } from "node:events"
import type { Browser, CDPSession, Page, ViewportSize } from "@playwright/test"

/** The options that differ between tests; the others are in playwright.config.ts. */
export type WindowOptions = {
  readonly javaScriptEnabled: boolean
  readonly viewport: ViewportSize | null
}

type ReusedWindow = {
  readonly page: Page
  /** False when the window must be closed instead. */
  renew(): Promise<boolean>
}

/** Calls that cannot be undone: a window that used one is not reused. */
const irreversibleCalls: readonly string[] = [
  "addInitScript",
  "addLocatorHandler",
  "exposeBinding",
  "exposeFunction",
  "newCDPSession",
  "route",
  "routeFromHAR",
  "routeWebSocket",
  "setDefaultNavigationTimeout",
  "setDefaultTimeout",
  "setExtraHTTPHeaders",
  "setGeolocation",
  "setHTTPCredentials",
  "setStorageState",
]
const lastingOfClock: readonly string[] = ["install", "setFixedTime", "setSystemTime"]

const media = {
  media: null,
  colorScheme: "light",
  reducedMotion: "reduce",
  forcedColors: "none",
  contrast: null,
} as const

const resets: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  emulateMedia: (page) => page.emulateMedia(media),
  grantPermissions: (page) => page.context().clearPermissions(),
  setOffline: (page) => page.context().setOffline(false),
}

/** A plain text page keeps the process and its compiled scripts. */
const restingPlace = "/robots.txt"

/** A new window's first page costs 0.46 CPU seconds, most of it to compile scripts; in a warm process 0.11. */
async function openWindow(
  browser: Browser,
  url: string,
  options: WindowOptions,
  prepare: (page: Page, options: WindowOptions) => void,
): Promise<ReusedWindow> {
  const { javaScriptEnabled, viewport } = options
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled, viewport })
  context.on("page", (page) => prepare(page, options))
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const { goto } = page
  await goto.call(page, restingPlace)
  let beyondRepair = false
  const used = new Set<string>()
  const stopListening: (() => unknown)[] = []
  for (const target of [context, page]) {
    watchCalls(target, irreversibleCalls, () => (beyondRepair = true))
    watchCalls(target, Object.keys(resets), (name) => used.add(name))
    watchCalls(target, ["on"], (_, args) => stopListening.push(() => Reflect.apply(target.off, target, args)))
  }
  watchCalls(context.clock, lastingOfClock, () => (beyondRepair = true))
  // A service worker outlives its registration; cutting the network then sometimes waited for a stopped one.
  await devtools.send("ServiceWorker.enable")
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    if (registrations.length > 0) beyondRepair = true
  })
  const listenerCount = listeners(context, page)
  return {
    page,
    async renew() {
      for (const stop of stopListening.splice(0)) stop()
      if (beyondRepair || page.isClosed() || listeners(context, page) !== listenerCount) return false
      await Promise.all(context.pages().map((other) => (other === page ? null : other.close())))
      for (const name of used) await resets[name]?.(page)
      used.clear()
      await goto.call(page, restingPlace)
      if (new URL(page.url()).origin !== url) return false
      await forget(page, devtools, url)
      await context.clearCookies()
      const now = page.viewportSize()
      if (viewport && (now?.width !== viewport.width || now.height !== viewport.height)) {
        await page.setViewportSize(viewport)
      }
      return !beyondRepair
    },
  }
}

async function forget(page: Page, devtools: CDPSession, origin: string): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await devtools.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "local_storage,indexeddb,service_workers,cache_storage",
  })
  await devtools.send("Page.resetNavigationHistory")
  await page.mouse.move(-1, -1)
}

function watchCalls(target: object, names: readonly string[], tell: (name: string, args: unknown[]) => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name)
    if (typeof method !== "function") continue
    Reflect.set(target, name, (...args: unknown[]) => {
      tell(name, args)
      return Reflect.apply(method, target, args) as unknown
    })
  }
}

function listeners(...targets: object[]): number {
  return (targets as EventEmitter[])
    .flatMap((target) => target.eventNames().map((name) => target.listenerCount(name)))
    .reduce((sum, count) => sum + count, 0)
}

export type Windows = {
  open(url: string, options: WindowOptions): Promise<Page>
  /** `keep` returns it for the next test, if it can be reset. */
  leave(page: Page, keep: boolean): Promise<void>
  close(): Promise<void>
}

export function keepWindows(browser: Browser, prepare: (page: Page, options: WindowOptions) => void): Windows {
  const resting = new Map<string, ReusedWindow[]>()
  const open = new Map<Page, { window: ReusedWindow; like: ReusedWindow[] }>()
  return {
    async open(url, options) {
      const { javaScriptEnabled, viewport } = options
      const key = JSON.stringify([url, javaScriptEnabled, viewport?.width, viewport?.height])
      const like = resting.get(key) ?? []
      resting.set(key, like)
      const window = like.pop() ?? (await openWindow(browser, url, options, prepare))
      open.set(window.page, { window, like })
      return window.page
    },
    async leave(page, keep) {
      const entry = open.get(page)
      open.delete(page)
      if (keep && entry && (await entry.window.renew())) entry.like.push(entry.window)
      else await page.context().close()
    },
    async close() {
      await Promise.all([...resting.values()].flat().map(({ page }) => page.context().close()))
    },
  }
}
