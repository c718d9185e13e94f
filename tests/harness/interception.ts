import type { Page, Route } from "@playwright/test"

/**
 * Has `answer` asked for what matches, until the function that is returned is called; then everything passes. The route
 * itself stays: where Playwright takes one away (`unroute`, `times`), Chromium may lose a request that is under way, and
 * the page waits for it for ever.
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

/** Answers the next request that matches as a server does that has too much to do; those after it pass. */
export async function failNext(page: Page, url: string | RegExp): Promise<void> {
  const pass = await intercept(page, url, (route) => {
    pass()
    return route.fulfill({ status: 503, body: "busy" })
  })
}

/** What takes a route away says at once what to use instead. */
export function keepRoutes(page: Page): void {
  const refuse = () => Promise.reject(new Error("A route stays until its test ends: see tests/harness/interception.ts"))
  Object.assign(page, { unroute: refuse, unrouteAll: refuse })
  const { route } = page
  page.route = (url, answer, options) => (options?.times ? refuse() : route.call(page, url, answer))
}
