import { and, asc, eq, inArray, lte } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import type { CartId, CartItemId, ProductId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { rentalDays, type RentalPeriod } from "../../../domain/rental/rental.ts"
import { takenAmong } from "../../availability/check-days.ts"
import { claimDays, inClaimOrder } from "../../availability/claim.ts"
import { releaseCartHolds, releaseWizardHolds } from "../../availability/holds.ts"
import { type ProductForRent, productForRent, stockOf } from "../../catalog/queries.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { type Transaction, db } from "../../platform/database.server.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import {
  type CartFull,
  type Hold,
  type HoldLimit,
  cartFor,
  cartFull,
  hasRoomFor,
  holdWithinLimits,
  refuseTooManyHeld,
} from "./hold.ts"
import { endEmptyCart } from "./remove.ts"
import { refuseExpired } from "../refuse-expired.ts"

type Ended = RentalPeriod & TakenLine & { productId: ProductId }

export type TakenLine = { id: CartItemId; productName: string }

export type RenewProblem =
  /** Nothing is left in it, or it has not ended. */
  | { kind: "nothing-to-renew" }
  /** These lines cannot be had any more; every other one is kept where it is. */
  | { kind: "lines-taken"; lines: readonly TakenLine[] }
  /** With what was begun since, the cart would hold more than one may. */
  | CartFull
  | HoldLimit

/**
 * Takes up a cart that has ended, all of its lines or none: their days are held again, for the full 30 minutes of a new
 * cart, or for what is left of one that was begun since (D49).
 */
export async function renewCart(party: Party, cartId: CartId, at: Date): Promise<Result<Hold, RenewProblem>> {
  const { account } = party
  const lines: { item: Ended; product: ProductForRent }[] = []
  const gone: TakenLine[] = []
  for (const item of await endedLines(db)) {
    const product = await productForRent(item.productId)
    const taken = product && (await takenAmong(product, rentalDays(item), { customerId: account.id, at }))
    if (product && taken?.length === 0) lines.push({ item, product })
    else gone.push({ id: item.id, productName: item.productName })
  }
  if (gone.length > 0) return err({ kind: "lines-taken", lines: gone })
  if (lines.length === 0) return err({ kind: "nothing-to-renew" })

  let lostLine: TakenLine | null = null
  const renewed = await holdWithinLimits<Result<Hold, RenewProblem>>(party, at, async (tx) => {
    await lockProfile(tx, account.id)
    // Read again with the profile locked: what was removed or ordered meanwhile is not brought back.
    const still = new Set((await endedLines(tx)).map(({ id }) => id))
    const mine = inClaimOrder(
      lines.filter(({ item }) => still.has(item.id)),
      ({ item }) => item,
    )
    if (mine.length === 0) return err({ kind: "nothing-to-renew" })
    const cart = await cartFor(tx, account.id, at)
    if (!(await hasRoomFor(tx, cart.cartId, mine.length))) return err(cartFull)
    const ids = mine.map(({ item }) => item.id)
    await tx.update(cartItems).set({ cartId: cart.cartId }).where(inArray(cartItems.id, ids))
    // What ended with the old cart is in nobody's way, but must not stay as this one's.
    await releaseCartHolds(tx, cartId)
    for (const { item, product } of mine) {
      lostLine = { id: item.id, productName: item.productName }
      await holdLine(tx, cart, item, product, at)
    }
    await refuseTooManyHeld(tx, cart.cartId)
    await endEmptyCart(tx, account.id)
    return ok(cart)
  })
  if (renewed === "days-taken") return err({ kind: "lines-taken", lines: lostLine === null ? [] : [lostLine] })
  return "kind" in renewed ? err(renewed) : renewed

  function endedLines(executor: Transaction | typeof db) {
    return executor
      .select({
        id: cartItems.id,
        productId: cartItems.productId,
        productName: products.name,
        dates: cartItems.dates,
      })
      .from(cartItems)
      .innerJoin(carts, eq(carts.id, cartItems.cartId))
      .innerJoin(products, eq(products.id, cartItems.productId))
      .where(and(eq(carts.id, cartId), eq(carts.userId, account.id), lte(carts.expiresAt, at)))
      .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
  }
}

/** Nobody's days stand aside: two lines never share a unit (D7). What ended with the line goes first. */
async function holdLine(
  tx: Transaction,
  cart: Hold,
  { id, ...period }: RentalPeriod & { id: CartItemId },
  product: ProductForRent,
  at: Date,
): Promise<void> {
  await releaseWizardHolds(tx, cart.cartId, product.id)
  const ended = await claimDays(tx, {
    productId: product.id,
    days: rentalDays(period),
    stock: stockOf(product),
    occupant: { kind: "hold", cartId: cart.cartId, endsAt: cart.endsAt, cartItemId: id },
    customerId: null,
    at,
  })
  await refuseExpired(tx, ended, at)
}
