import type { Page } from "@playwright/test"
import { deferredType } from "../../app/http/hydrate-after-paint.ts"

/**
 * A page's script wakes after its first paint, which may be after its `load` event. A person takes longer than that to
 * reach anything; a test does not, so whatever waits for a page waits for its script as well.
 */
export function waitUntilAwake(page: Page): void {
  const waited = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const result = await answer
    await untilAwake(page)
    return result
  }
  const { goto, reload, goBack, goForward, waitForURL } = page
  page.goto = (...given) => waited(goto.apply(page, given))
  page.reload = (...given) => waited(reload.apply(page, given))
  page.goBack = (...given) => waited(goBack.apply(page, given))
  page.goForward = (...given) => waited(goForward.apply(page, given))
  page.waitForURL = (...given) => waited(waitForURL.apply(page, given))
}

/** Opens a page whose script is held on its way; `arrive` lets it come and waits until it is awake. */
export async function openAsleep(page: Page, address: string): Promise<{ arrive(): Promise<void> }> {
  const scripts = await holdScripts(page)
  await scripts.open(address)
  return scripts
}

export type HeldScripts = { open(address: string): Promise<void>; arrive(): Promise<void> }

/** Holds the script of each page that is opened with `open` until `arrive`. The route stays: see interception.ts. */
export async function holdScripts(page: Page): Promise<HeldScripts> {
  let held = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", async (route) => {
    await held.promise
    await route.continue()
  })
  const { goto } = Object.getPrototypeOf(page) as Pick<Page, "goto">
  return {
    async open(address) {
      held = Promise.withResolvers()
      await goto.call(page, address, { waitUntil: "domcontentloaded" })
    },
    async arrive() {
      held.resolve()
      await untilAwake(page)
    },
  }
}

/** Asks the page alone: `waitForFunction` brings all of Playwright's own script into each page first. */
async function untilAwake(page: Page): Promise<void> {
  for (;;) {
    try {
      return await page.evaluate(awake, deferredType)
    } catch (failure) {
      // Another page has come meanwhile.
      if (!/Execution context was destroyed/.test(String(failure))) throw failure
    }
  }
}

/** Runs in the page, which is awake once it has handed over what was entered before; what is no page of ours has nothing to wait for. */
function awake(type: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(`script[type="${type}"]`) && window.earlyInput) setTimeout(look, 10)
      else resolve()
    }
    look()
  })
}
