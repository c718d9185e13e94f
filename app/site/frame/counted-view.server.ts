import type { MiddlewareFunction, RouterContextProvider } from "react-router"
import { activeProduct } from "../../../server/catalog/queries.ts"
import { isPerson, mayBeCounted, opensPage } from "../../../server/reports/statistics/countable.ts"
import { countPageView } from "../../../server/reports/statistics/page-views.ts"
import { countedAddress, countedPage } from "./counted-page.ts"
import { log } from "../../../server/platform/log.ts"
import { visitorContext } from "../../http/visitor.server.ts"

/** Counts the public pages that are opened, for visitors who accept it, the owner's own people apart (D23). */
export const countedView: MiddlewareFunction<Response> = async ({ request, url, pattern, params, context }, next) => {
  const answer = await next()
  if (answer.status !== 200 || !mayBeCounted(request) || !opensPage(request, url.pathname)) return answer
  const { reading } = context.get(visitorContext)
  const page = countedPage(pattern, params)
  if (page !== null && reading.ok && !reading.visitor?.isAdmin) countPageView(page)
  return answer
}

/** Counts a cached page that a stranger opened: the router never saw the request. `pattern` and `params` are its route's. */
export function countCachedView(request: Request, pattern: string, params: Readonly<Record<string, string>>): void {
  const { pathname } = new URL(request.url)
  const page = mayBeCounted(request) && opensPage(request, pathname) ? countedPage(pattern, params) : null
  if (page !== null) countPageView(page)
}

/**
 * Counts the page on which a visitor accepts to be counted: it had been opened before the answer. The browser shows it
 * on, or loads it again, and neither opens it. `address` comes from the form, so that a product must exist.
 */
export async function countAcceptedPage(
  request: Request,
  context: Readonly<RouterContextProvider>,
  address: string,
): Promise<void> {
  const { reading } = context.get(visitorContext)
  const counted = countedAddress(address)
  if (!counted || !reading.ok || reading.visitor?.isAdmin || !isPerson(request)) return
  try {
    if (counted.productId === null || (await activeProduct(counted.productId))) countPageView(counted.page)
  } catch (error) {
    log.warn("A page view could not be counted", { error })
  }
}
