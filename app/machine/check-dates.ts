import { z } from "zod"
import { customerDay, planDay } from "../../domain/availability/calendar.ts"
import type { Day } from "../../domain/day.ts"
import { findPlan } from "../../domain/pricing/rate-plan.ts"
import { readProductCalendar } from "../../server/availability/queries.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { actingAccountId } from "../../server/accounts/auth/visitor.ts"
import { getVisitor } from "../http/visitor.server.ts"
import type { Route } from "./+types/check-dates"
import { RpcRefusal, answerRpc, onlyPost } from "./rpc.ts"
import { dates, productId } from "./rpc-fields.ts"

export const loader = onlyPost

const Question = z.object({ product_id: productId, dates }, { error: "Cette demande n’a pas la forme attendue." })

/** POST /api/rpc/check_dates_availability (specification, section 7). A customer's own holds do not block them. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const at = new Date()
  return answerRpc(request, {
    name: "check_dates_availability",
    schema: Question,
    limit: "datesCheck",
    at,
    async run({ product_id: id, dates: days }) {
      const product = await readProductForRent(id)
      const [first, last] = [days[0], days.at(-1)]
      if (!product || first === undefined || last === undefined) throw new RpcRefusal(404, "Produit non trouvé")
      const customerId = actingAccountId(getVisitor(context))
      const calendar = await readProductCalendar(product, first, last, { customerId, at })
      const plan = findPlan(product.plans, null)
      const stateOn = (date: Day) =>
        plan?.kind === "hours" ? planDay(date, calendar, plan).state : customerDay(date, calendar)
      return days.map((date) => ({ date, is_available: stateOn(date) === "free" }))
    },
  })
}
