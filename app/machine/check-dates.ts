import { z } from "zod"
import { customerDay } from "../../domain/availability/calendar.ts"
import { productCalendar } from "../../server/availability/queries.ts"
import { productForRent } from "../../server/catalog/queries.ts"
import { holderOf } from "../../server/accounts/auth/visitor.ts"
import { getVisitor } from "../http/visitor.server.ts"
import type { Route } from "./+types/check-dates"
import { RpcRefusal, answerRpc, onlyPost } from "./rpc.ts"
import { dates, productId } from "./rpc-fields.ts"

export const loader = onlyPost

const Question = z.object({ product_id: productId, dates }, { error: "Cette demande n’a pas la forme attendue." })

/**
 * POST /api/rpc/check_dates_availability: for each date, whether the product can be had on it (specification, section 7).
 * A customer's own holds do not stand in the way. Changes nothing.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const at = new Date()
  return answerRpc(request, {
    name: "check_dates_availability",
    schema: Question,
    limit: "datesCheck",
    at,
    async run({ product_id: id, dates: days }) {
      const product = await productForRent(id)
      const [first, last] = [days[0], days.at(-1)]
      if (!product || first === undefined || last === undefined) throw new RpcRefusal(404, "Produit non trouvé")
      const customerId = holderOf(getVisitor(context))
      const calendar = await productCalendar(product, first, last, { customerId, at })
      return days.map((date) => ({ date, is_available: customerDay(date, calendar) === "free" }))
    },
  })
}
