import { z } from "zod"
import { isId } from "../../domain/id.ts"
import { holdDaysInCart } from "../../server/bookings/cart/hold.ts"
import { productForRent } from "../../server/catalog/queries.ts"
import { holdProblemText } from "../kit/booking-problems.server.ts"
import { getVisitor, partyIfAllowed } from "../http/visitor.server.ts"
import type { Route } from "./+types/hold-dates"
import { RpcRefusal, answerRpc, onlyPost } from "./rpc.ts"
import { dates, productId } from "./rpc-fields.ts"

export const loader = onlyPost

const Wanted = z.object(
  { product_id: productId, dates, cart_id: z.string().refine(isId, "L’identifiant du panier n’est pas valable.") },
  { error: "Cette demande n’a pas la forme attendue." },
)

/**
 * POST /api/rpc/hold_dates_for_cart: keeps the dates for a cart of the signed-in customer until it ends, in place of
 * those that were kept for this product and are in none of its lines (specification, section 7). All or nothing.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const at = new Date()
  return answerRpc(request, {
    name: "hold_dates_for_cart",
    schema: Wanted,
    limit: "datesHold",
    at,
    async run({ product_id: id, dates: days, cart_id: cartId }) {
      const visitor = getVisitor(context)
      if (!visitor) throw new RpcRefusal(401, "Vous devez être connecté pour ajouter au panier")
      const party = partyIfAllowed(visitor)
      if (!party) throw new RpcRefusal(403, "Vous ne pouvez pas réserver au nom de ce compte")
      const product = await productForRent(id)
      if (!product) throw new RpcRefusal(404, "Produit non trouvé")
      const held = await holdDaysInCart({ party, cartId, product, days, at })
      if (held.ok) return { cart_id: held.value.cartId, expires_at: held.value.endsAt.toISOString(), dates: days }
      if (held.error.kind === "not-found") throw new RpcRefusal(404, "Panier non trouvé, ou expiré")
      if (held.error.kind === "throttled") {
        const { retryAfterSeconds } = held.error
        throw new RpcRefusal(429, holdProblemText(held.error), {}, { "retry-after": String(retryAfterSeconds) })
      }
      throw new RpcRefusal(409, holdProblemText(held.error), { dates: "days" in held.error ? held.error.days : days })
    },
  })
}
