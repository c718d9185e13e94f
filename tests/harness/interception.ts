import type { Page, Route } from "@playwright/test"

/**
 * The route stays, but passes everything on: when Playwright removes one, Chromium may lose a pending request and
 * hang.
 */
export async function intercept(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  let passes = false
  await page.route(url, (route) => (passes ? route.continue() : answer(route)))
  return () => {
    passes = true
  }
}

export async function failNext(page: Page, url: string | RegExp): Promise<void> {
  const pass = await intercept(page, url, (route) => {
    pass()
    return route.fulfill({ status: 503, body: "busy" })
  })
}

/** Makes the removal of a route fail with the alternative. */
export function keepRoutes(page: Page): void {
  const refuse = () => Promise.reject(new Error("A route stays until its test ends: see tests/harness/interception.ts"))
  Object.assign(page, { unroute: refuse, unrouteAll: refuse })
  const { route } = page
  page.route = (url, answer, options) => (options?.times ? refuse() : route.call(page, url, answer))
}
