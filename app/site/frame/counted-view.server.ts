import type { MiddlewareFunction } from "react-router"
import { mayBeCounted, opensPage } from "../../../server/statistics/countable.ts"
import { countPageView } from "../../../server/statistics/page-views.ts"
import { countedPage } from "./counted-page.ts"
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
