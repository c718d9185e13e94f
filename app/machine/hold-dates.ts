import { z } from "zod"
import { isId } from "../../domain/id.ts"
import { holdDaysInCart } from "../../server/bookings/cart/hold.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { holdProblemText } from "../kit/booking-problems.server.ts"
import { getVisitor, authorizedParty } from "../http/visitor.server.ts"
import type { Route } from "./+types/hold-dates"
import { RpcRefusal, answerRpc, onlyPost } from "./rpc.ts"
import { dates, productId } from "./rpc-fields.ts"

export const loader = onlyPost

const HoldRequest = z.object(
  { product_id: productId, dates, cart_id: z.string().refine(isId, "L’identifiant du panier n’est pas valable.") },
  { error: "Cette demande n’a pas la forme attendue." },
)

/**
 * POST /api/rpc/hold_dates_for_cart (specification, section 7). Replaces the product's holds outside the cart's lines;
 * all or nothing.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const at = new Date()
  return answerRpc(request, {
    name: "hold_dates_for_cart",
    schema: HoldRequest,
    limit: "datesHold",
    at,
    async run({ product_id: id, dates: days, cart_id: cartId }) {
      const visitor = getVisitor(context)
      if (!visitor) throw new RpcRefusal(401, "Vous devez être connecté pour ajouter au panier")
      const party = authorizedParty(visitor)
      if (!party) throw new RpcRefusal(403, "Vous ne pouvez pas réserver au nom de ce compte")
      const product = await readProductForRent(id)
      if (!product) throw new RpcRefusal(404, "Produit non trouvé")
      const hold = await holdDaysInCart({ party, cartId, product, days, at })
      if (hold.ok) return { cart_id: hold.value.cartId, expires_at: hold.value.endsAt.toISOString(), dates: days }
      if (hold.error.kind === "not-found") throw new RpcRefusal(404, "Panier non trouvé, ou expiré")
      if (hold.error.kind === "throttled") {
        const { retryAfterSeconds } = hold.error
        throw new RpcRefusal(429, holdProblemText(hold.error), {}, { "retry-after": String(retryAfterSeconds) })
      }
      throw new RpcRefusal(409, holdProblemText(hold.error), { dates: "days" in hold.error ? hold.error.days : days })
    },
  })
}
