import type { Page, Response } from "@playwright/test"
import { deferredType } from "../../app/http/hydrate-after-paint.ts"

/** A page's script may wake after the `load` event: a test, faster than a person, must wait for it. */
export function waitUntilAwake(page: Page): void {
  const waited = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const result = await answer
    await untilAwake(page)
    return result
  }
  const { goto, reload, goBack, goForward, waitForURL } = page
  page.goto = (...args) => waited(goto.apply(page, args))
  page.reload = (...args) => waited(reload.apply(page, args))
  page.goBack = (...args) => waited(goBack.apply(page, args))
  page.goForward = (...args) => waited(goForward.apply(page, args))
  page.waitForURL = (...args) => waited(waitForURL.apply(page, args))
}

/** Opens a page whose script is held until `arrive`, which waits until it is awake. */
export async function openAsleep(page: Page, address: string): Promise<{ arrive(): Promise<void> }> {
  const scripts = await holdScripts(page)
  await scripts.open(address)
  return scripts
}

export type HeldScripts = { open(address: string): Promise<Response | null>; arrive(): Promise<void> }

declare global {
  var startHeldScript: (() => void) | undefined
}

/** Held in the page, until somebody waits: a route would have it loaded and compiled anew for each page. */
export async function holdScripts(page: Page): Promise<HeldScripts> {
  await page.addInitScript(hold, deferredType)
  const { goto } = Object.getPrototypeOf(page) as Pick<Page, "goto">
  return {
    open: (address) => goto.call(page, address, { waitUntil: "domcontentloaded" }),
    arrive: () => untilAwake(page),
  }
}

/** Runs in the page: its own start (app/http/hydrate-after-paint.ts) finds no script to run. */
function hold(type: string): void {
  const parsing = new MutationObserver(() => {
    const deferred = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
    if (!deferred) return
    parsing.disconnect()
    deferred.type = `${type}-held`
    globalThis.startHeldScript = () => {
      const { nonce, textContent } = deferred
      document.head.append(Object.assign(document.createElement("script"), { type: "module", nonce, textContent }))
    }
  })
  parsing.observe(document, { childList: true, subtree: true })
}

/** `waitForFunction` would inject all of Playwright's own script into each page first. */
async function untilAwake(page: Page): Promise<void> {
  for (;;) {
    try {
      return await page.evaluate(awake, deferredType)
    } catch (failure) {
      if (!/Execution context was destroyed/.test(String(failure))) throw failure
    }
  }
}

/** Runs in the page, which is awake once it has replayed earlier input. Foreign pages need no wait. */
function awake(type: string): Promise<void> {
  globalThis.startHeldScript?.()
  globalThis.startHeldScript = undefined
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(`script[type^="${type}"]`) && window.earlyInput) setTimeout(look, 10)
      else resolve()
    }
    look()
  })
}
