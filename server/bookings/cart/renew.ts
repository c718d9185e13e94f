import { and, asc, eq, inArray, lte } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import type { CartId, CartItemId, ProductId } from "../../../domain/id.ts"
import type { PlanChoice, PlannedDays } from "../../../domain/pricing/rate-plan.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { rentalDays, type RentalPeriod } from "../../../domain/rental/rental.ts"
import { checkDays } from "../../availability/check-days.ts"
import { claimProduct, sortForClaims } from "../../availability/claim.ts"
import { releaseCartHolds, releaseWizardHolds } from "../../availability/holds.ts"
import { lockProducts } from "../../availability/ranges.ts"
import { type ProductForRent, readProductForRent } from "../../catalog/queries.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { type Transaction, db } from "../../platform/database.server.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import {
  type CartFull,
  type Hold,
  type HoldLimit,
  findOrCreateCart,
  cartFull,
  hasRoomFor,
  holdWithinLimits,
  refuseTooManyHeld,
} from "./hold.ts"
import { endEmptyCart } from "./remove.ts"
import { refuseExpired } from "../refuse-expired.ts"

type EndedLine = RentalPeriod & LostLine & { productId: ProductId; plan: PlanChoice }

type LostLine = { id: CartItemId; productName: string }

export type RenewProblem =
  | { kind: "nothing-to-renew" }
  | { kind: "lines-taken"; lines: readonly LostLine[] }
  | CartFull
  | HoldLimit

/** All lines or none; a newer cart keeps its remaining time (D49). */
export async function renewCart(party: Party, cartId: CartId, at: Date): Promise<Result<Hold, RenewProblem>> {
  const { account } = party
  const lines: { item: EndedLine; product: ProductForRent; planned: PlannedDays }[] = []
  const lost: LostLine[] = []
  for (const item of await selectEndedLines(db)) {
    const product = await readProductForRent(item.productId)
    const choice = { days: rentalDays(item), plan: item.plan }
    const checked = product && (await checkDays(product, choice, { customerId: account.id, at }))
    if (product && checked?.ok) lines.push({ item, product, planned: checked.value })
    else lost.push({ id: item.id, productName: item.productName })
  }
  if (lost.length > 0) return err({ kind: "lines-taken", lines: lost })
  if (lines.length === 0) return err({ kind: "nothing-to-renew" })

  let failedLine: LostLine | null = null
  const renewed = await holdWithinLimits<Result<Hold, RenewProblem>>(party, at, async (tx) => {
    await lockProfile(tx, account.id)
    // Removed or ordered lines must not come back.
    const currentIds = new Set((await selectEndedLines(tx)).map(({ id }) => id))
    const renewable = sortForClaims(
      lines.filter(({ item }) => currentIds.has(item.id)),
      ({ item }) => item,
    )
    if (renewable.length === 0) return err({ kind: "nothing-to-renew" })
    const cart = await findOrCreateCart(tx, account.id, at)
    if (!(await hasRoomFor(tx, cart.cartId, renewable.length))) return err(cartFull)
    const ids = renewable.map(({ item }) => item.id)
    await tx.update(cartItems).set({ cartId: cart.cartId }).where(inArray(cartItems.id, ids))
    await lockProducts(
      tx,
      renewable.map(({ product }) => product.id),
    )
    // Old holds must not become the new cart's.
    await releaseCartHolds(tx, cartId)
    for (const { item, product, planned } of renewable) {
      failedLine = { id: item.id, productName: item.productName }
      await holdLine(tx, { cart, itemId: item.id, product, planned, at })
    }
    await refuseTooManyHeld(tx, cart.cartId)
    await endEmptyCart(tx, account.id)
    return ok(cart)
  })
  if (renewed === "days-taken") return err({ kind: "lines-taken", lines: failedLine === null ? [] : [failedLine] })
  return "kind" in renewed ? err(renewed) : renewed

  function selectEndedLines(executor: Transaction | typeof db) {
    return executor
      .select({
        id: cartItems.id,
        productId: cartItems.productId,
        productName: products.name,
        dates: cartItems.dates,
        plan: { id: cartItems.planId, startTime: cartItems.startTime, extraHours: cartItems.extraHours },
      })
      .from(cartItems)
      .innerJoin(carts, eq(carts.id, cartItems.cartId))
      .innerJoin(products, eq(products.id, cartItems.productId))
      .where(and(eq(carts.id, cartId), eq(carts.userId, account.id), lte(carts.expiresAt, at)))
      .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
  }
}

/** Two lines never share a unit (D7). */
async function holdLine(
  tx: Transaction,
  {
    cart,
    itemId,
    product,
    planned,
    at,
  }: { cart: Hold; itemId: CartItemId; product: ProductForRent; planned: PlannedDays; at: Date },
): Promise<void> {
  await releaseWizardHolds(tx, cart.cartId, product.id)
  const expiredIds = await claimProduct(tx, {
    product,
    ...planned,
    occupant: { kind: "hold", cartId: cart.cartId, endsAt: cart.endsAt, cartItemId: itemId },
    customerId: null,
    at,
  })
  await refuseExpired(tx, expiredIds, at)
}
