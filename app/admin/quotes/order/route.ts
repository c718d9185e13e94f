import { openOrder, orderFileName } from "../../../../server/quotes/order-file.ts"
import { findQuote } from "../../../../server/quotes/quote-rows.ts"
import { sendPrivateFile } from "../../../http/private-file.server.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const quote = await findQuote(params.number)
  const file = quote && (await openOrder(quote))
  if (!file) throw new Response(null, { status: 404 })
  return sendPrivateFile({ ...file, name: orderFileName(file.type, quote.number) })
}
