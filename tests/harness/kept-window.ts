import type { EventEmitter } from "node:events"
import type { Browser, CDPSession, Page, ViewportSize } from "@playwright/test"

/** What tells the windows of two tests apart; everything else is the same for all of them (playwright.config.ts). */
export type WindowOptions = {
  readonly javaScriptEnabled: boolean
  readonly viewport: ViewportSize | null
}

/** A window that stays for the next test of its worker, with one page. */
type KeptWindow = {
  readonly page: Page
  /** Makes it as new. False: it cannot be made so, and is to be closed. */
  renew(): Promise<boolean>
}

/** What Playwright cannot take back, or what is easily forgotten: who has used it leaves no window to the next test. */
const lasting: readonly string[] = [
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

/** As every window has it (playwright.config.ts, and what Playwright itself says). */
const media = {
  media: null,
  colorScheme: "light",
  reducedMotion: "reduce",
  forcedColors: "none",
  contrast: null,
} as const

/** What can be taken back, and how. */
const passing: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  emulateMedia: (page) => page.emulateMedia(media),
  grantPermissions: (page) => page.context().clearPermissions(),
  setOffline: (page) => page.context().setOffline(false),
}

/** A plain text of the shop: the page leaves what it showed, but neither its process nor what that holds of our scripts. */
const restingPlace = "/robots.txt"

/**
 * Opens a window that can be made as new. A new window's first page costs 0.46 CPU seconds, most of it for scripts that
 * its process reads and compiles for the first time; the same page in a process that has shown it 0.11.
 */
async function openWindow(
  browser: Browser,
  url: string,
  options: WindowOptions,
  prepare: (page: Page, options: WindowOptions) => void,
): Promise<KeptWindow> {
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
    tellOf(target, lasting, () => (beyondRepair = true))
    tellOf(target, Object.keys(passing), (name) => used.add(name))
    tellOf(target, ["on"], (_, given) => stopListening.push(() => Reflect.apply(target.off, target, given)))
  }
  tellOf(context.clock, lastingOfClock, () => (beyondRepair = true))
  // A service worker outlives its page and its registration; to cut the network then sometimes waited for one that had stopped.
  await devtools.send("ServiceWorker.enable")
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    if (registrations.length > 0) beyondRepair = true
  })
  const heard = listeners(context, page)
  return {
    page,
    async renew() {
      for (const stop of stopListening.splice(0)) stop()
      if (beyondRepair || page.isClosed() || listeners(context, page) !== heard) return false
      await Promise.all(context.pages().map((other) => (other === page ? null : other.close())))
      for (const name of used) await passing[name]?.(page)
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

/** What a page leaves behind in its window: what it kept, where it has been, where the pointer is. */
async function forget(page: Page, devtools: CDPSession, origin: string): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await devtools.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "local_storage,indexeddb,service_workers,cache_storage",
  })
  await devtools.send("Page.resetNavigationHistory")
  await page.mouse.move(-1, -1)
}

function tellOf(target: object, names: readonly string[], tell: (name: string, given: unknown[]) => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name)
    if (typeof method !== "function") continue
    Reflect.set(target, name, (...given: unknown[]) => {
      tell(name, given)
      return Reflect.apply(method, target, given) as unknown
    })
  }
}

/** How many listen to them. */
function listeners(...targets: object[]): number {
  return (targets as EventEmitter[])
    .flatMap((target) => target.eventNames().map((name) => target.listenerCount(name)))
    .reduce((sum, count) => sum + count, 0)
}

/** The windows of a worker, each with its page. */
export type Windows = {
  /** One as new. */
  open(url: string, options: WindowOptions): Promise<Page>
  /** Gives it back: to the next who asks for such a one (`keep`), if it can be made as new. */
  leave(page: Page, keep: boolean): Promise<void>
  close(): Promise<void>
}

export function keepWindows(browser: Browser, prepare: (page: Page, options: WindowOptions) => void): Windows {
  const resting = new Map<string, KeptWindow[]>()
  const open = new Map<Page, { window: KeptWindow; like: KeptWindow[] }>()
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
      const found = open.get(page)
      open.delete(page)
      if (keep && found && (await found.window.renew())) found.like.push(found.window)
      else await page.context().close()
    },
    async close() {
      await Promise.all([...resting.values()].flat().map(({ page }) => page.context().close()))
    },
  }
}
