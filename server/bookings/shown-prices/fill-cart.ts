import { createHash } from "node:crypto"
import { and, eq, gt } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import type { CartItemId } from "../../../domain/id.ts"
import { planChoiceOf } from "../../../domain/pricing/rate-plan.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { readProductForRent } from "../../catalog/queries.ts"
import { db } from "../../platform/database.server.ts"
import { carts } from "../../platform/schema/bookings.ts"
import { type AddToCartProblem, addToCart } from "../cart/add.ts"
import { readCart } from "../cart/read.ts"
import type { ShownPrice } from "./show-price.ts"

/** The price holds for a cart with just what was shown, so one with other lines is left alone. */
export async function fillCartFromPrice(
  party: Party,
  { id, rows }: ShownPrice,
  at: Date,
): Promise<Result<null, AddToCartProblem | { kind: "cart-in-use" }>> {
  const { account } = party
  const rentals = rows.flatMap((row) => row.rentals)
  const itemIds = rentals.map((_, index) => itemId(`${id} ${account.id} ${index}`))
  const earlier = await readCart(account.id, at)
  if (earlier?.state === "open" && earlier.lines.some((line) => !itemIds.includes(line.id)))
    return err({ kind: "cart-in-use" })
  for (const [index, rental] of rentals.entries()) {
    const { productId, plan, options, photoPacks, ...period } = rental
    const product = await readProductForRent(productId)
    if (!product) return err({ kind: "not-for-rent" })
    const choice = {
      days: [...rentalDays(period)],
      ...(plan && { plan: planChoiceOf(plan) }),
      options: options.items.map((option) => ({ optionId: option.id, quantity: option.quantity })),
      photoPacks,
      itemId: itemIds[index] as CartItemId,
    }
    const added = await addToCart(party, product, choice, at)
    if (!added.ok) return added
  }
  await db
    .update(carts)
    .set({ shownPriceId: id })
    .where(and(eq(carts.userId, account.id), gt(carts.expiresAt, at)))
  return ok(null)
}

/** A double click replaces the line instead of adding another one. */
function itemId(seed: string): CartItemId {
  const hex = createHash("sha256").update(seed).digest("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  ) as CartItemId
}
