import type { MiddlewareFunction, RouterContextProvider } from "react-router"
import { readActiveProduct } from "../../../server/catalog/queries.ts"
import { isPerson, canCount, isPageView } from "../../../server/reports/statistics/countable.ts"
import { countPageView } from "../../../server/reports/statistics/page-views.ts"
import { countedAddress, countedPage } from "./counted-page.ts"
import { log } from "../../../server/platform/log.ts"
import { visitorContext } from "../../http/visitor.server.ts"

/** Counts only with consent (D23), and never staff. */
export const countViews: MiddlewareFunction<Response> = async ({ request, url, pattern, params, context }, next) => {
  const answer = await next()
  if (answer.status !== 200 || !canCount(request) || !isPageView(request, url.pathname)) return answer
  const { visitorResult } = context.get(visitorContext)
  const page = countedPage(pattern, params)
  if (page !== null && visitorResult.ok && !visitorResult.visitor?.role) countPageView(page)
  return answer
}

/** The router never sees requests for cached pages. */
export function countCachedView(request: Request, pattern: string, params: Readonly<Record<string, string>>): void {
  const { pathname } = new URL(request.url)
  const page = canCount(request) && isPageView(request, pathname) ? countedPage(pattern, params) : null
  if (page !== null) countPageView(page)
}

/**
 * Counts the page on which consent was given, because it opened before. `address` comes from a form, so its product is
 * checked.
 */
export async function countAcceptedPage(
  request: Request,
  context: Readonly<RouterContextProvider>,
  address: string,
): Promise<void> {
  const { visitorResult } = context.get(visitorContext)
  const counted = countedAddress(address)
  if (!counted || !visitorResult.ok || visitorResult.visitor?.role || !isPerson(request)) return
  try {
    if (counted.productId === null || (await readActiveProduct(counted.productId))) countPageView(counted.page)
  } catch (error) {
    log.warn("A page view could not be counted", { error })
  }
}
