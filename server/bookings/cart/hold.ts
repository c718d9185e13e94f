import { randomUUID } from "node:crypto"
import { and, desc, eq, gt } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import { CART_LIFETIME_MINUTES, MAX_CART_ITEMS, MAX_EXTENSIONS, MAX_HELD_DAYS } from "../../../domain/cart/cart.ts"
import { type WantedDays, rentableDays } from "../../../domain/availability/rentable-days.ts"
import type { Day } from "../../../domain/day.ts"
import type { CartId, ProductId, ProfileId } from "../../../domain/id.ts"
import type { PlannedDays } from "../../../domain/pricing/rate-plan.ts"
import type { TimeRange } from "../../../domain/rental/rental.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { mayOrderFor } from "../../access/may-book-for.ts"
import { type DaysRefusal, readDaysTakenProblem } from "../../availability/check-days.ts"
import { claimProduct, withClaimRetry } from "../../availability/claim.ts"
import { countHeldDays, findCartHold, releaseWizardHolds } from "../../availability/holds.ts"
import { lockProducts } from "../../availability/ranges.ts"
import type { ProductForRent } from "../../catalog/queries.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import type { Executor, Transaction } from "../../platform/database.server.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { refuseExpired } from "../refuse-expired.ts"

export type Hold = { cartId: CartId; endsAt: Date }

/** Keeps one customer from holding the whole shop (D40). */
export type HoldLimit =
  | { kind: "too-many-held"; max: number }
  | { kind: "throttled"; retryAfterSeconds: number }
  | { kind: "not-allowed" }
export type HoldProblem = DaysRefusal | HoldLimit

type HoldDays = WantedDays & { party: Party; product: ProductForRent; at: Date }

/** Releases the product's other wizard days (D8). */
export async function holdDays(request: HoldDays): Promise<Result<Hold, HoldProblem>> {
  const result = await holdWithLockedCart(request, (tx) => findOrCreateCart(tx, request.party.account.id, request.at))
  if (result === "no-cart") throw new Error("Failed to create or retrieve cart")
  return result
}

/** The specification's procedure `hold_dates_for_cart`. */
export async function holdDaysInCart({
  cartId,
  ...request
}: HoldDays & { cartId: CartId }): Promise<Result<Hold, HoldProblem | { kind: "not-found" }>> {
  const { party, at } = request
  const result = await holdWithLockedCart(request, async (tx) => {
    await lockProfile(tx, party.account.id)
    return findValidCart(tx, party.account.id, at, cartId)
  })
  return result === "no-cart" ? err({ kind: "not-found" }) : result
}

async function holdWithLockedCart(
  { party, product, at, ...wanted }: HoldDays,
  lockCart: (tx: Transaction) => Promise<Hold | null>,
): Promise<Result<Hold, HoldProblem> | "no-cart"> {
  const { account } = party
  const rentable = rentableDays(product, wanted, at)
  if (!rentable.ok) return rentable
  const result = await holdWithinLimits(party, at, async (tx) => {
    const cart = await lockCart(tx)
    if (cart) await holdInCart(tx, cart, { accountId: account.id, product, ...rentable.value, at })
    return cart
  })
  if (result === null) return "no-cart"
  if (result === "days-taken")
    return err(await readDaysTakenProblem(product, rentable.value, { customerId: account.id, at }))
  return "kind" in result ? err(result) : ok(result)
}

/** Rolls the transaction back. */
class TooManyHeld extends Error {
  override name = "TooManyHeld"
}

export async function holdWithinLimits<Value>(
  party: Party,
  at: Date,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value | "days-taken" | HoldLimit> {
  const admission = await throttle(party.account.id, policies.accountHold, at)
  if (!admission.allowed) return { kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds }
  try {
    return await withClaimRetry(async (tx) =>
      (await mayOrderFor(tx, party)) ? work(tx) : ({ kind: "not-allowed" } as const),
    )
  } catch (failure) {
    if (failure instanceof TooManyHeld) return { kind: "too-many-held", max: MAX_HELD_DAYS }
    throw failure
  }
}

/** Requires the profile lock. */
export async function refuseTooManyHeld(tx: Transaction, cartId: CartId): Promise<void> {
  if ((await countHeldDays(tx, cartId)) > MAX_HELD_DAYS) throw new TooManyHeld()
}

export type CartFull = { kind: "too-many-items"; max: number }
export const cartFull: CartFull = { kind: "too-many-items", max: MAX_CART_ITEMS }

/** Requires the profile lock. */
export async function hasRoomFor(tx: Transaction, cartId: CartId, added: number): Promise<boolean> {
  return (await tx.$count(cartItems, eq(cartItems.cartId, cartId))) + added <= MAX_CART_ITEMS
}

/** null when a part of the time is not held. */
export async function findCurrentHold(
  accountId: ProfileId,
  productId: ProductId,
  times: readonly TimeRange[],
  at: Date,
): Promise<(Hold & { extensionsLeft: number }) | null> {
  const hold = times.length === 0 ? null : await findCartHold({ customerId: accountId, productId, times, at })
  return hold && { cartId: hold.cartId, endsAt: hold.endsAt, extensionsLeft: MAX_EXTENSIONS - hold.extended }
}

export async function findOrCreateCart(tx: Transaction, accountId: ProfileId, at: Date): Promise<Hold> {
  // Serialises concurrent requests: both must use one cart.
  await lockProfile(tx, accountId)
  const valid = await findValidCart(tx, accountId, at)
  if (valid) return valid
  const cart = { cartId: randomUUID(), endsAt: new Date(at.getTime() + CART_LIFETIME_MINUTES * 60_000) }
  await tx.insert(carts).values({ id: cart.cartId, userId: accountId, expiresAt: cart.endsAt, createdAt: at })
  return cart
}

export async function findValidCart(
  executor: Executor,
  accountId: ProfileId,
  at: Date,
  cartId?: CartId,
): Promise<Hold | null> {
  const [valid] = await executor
    .select({ cartId: carts.id, endsAt: carts.expiresAt })
    .from(carts)
    .where(
      and(
        eq(carts.userId, accountId),
        gt(carts.expiresAt, at),
        cartId === undefined ? undefined : eq(carts.id, cartId),
      ),
    )
    .orderBy(desc(carts.createdAt))
    .limit(1)
  return valid ?? null
}

type CartHoldRequest = PlannedDays & { accountId: ProfileId; product: ProductForRent; at: Date }

/** Days of the cart's lines count as held. */
async function holdInCart(
  tx: Transaction,
  cart: Hold,
  { accountId, product, plan, days, at }: CartHoldRequest,
): Promise<void> {
  await lockProducts(tx, [product.id])
  await releaseWizardHolds(tx, cart.cartId, product.id)
  const lines = await tx
    .select({ dates: cartItems.dates, startTime: cartItems.startTime })
    .from(cartItems)
    .where(and(eq(cartItems.cartId, cart.cartId), eq(cartItems.productId, product.id)))
  const missing = excludeDays(
    days,
    lines
      .filter(({ startTime }) => plan.kind !== "hours" || startTime === plan.startTime)
      .flatMap(({ dates }) => dates),
  )
  if (missing.length === 0) return
  const expiredIds = await claimProduct(tx, {
    product,
    days: missing,
    plan,
    occupant: { kind: "hold", ...cart },
    customerId: accountId,
    at,
  })
  await refuseExpired(tx, expiredIds, at)
  await refuseTooManyHeld(tx, cart.cartId)
}

function excludeDays(days: readonly Day[], others: readonly Day[]): Day[] {
  return days.filter((day) => !others.includes(day))
}
