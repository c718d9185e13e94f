import { randomUUID } from "node:crypto"
import { and, desc, eq, gt } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import { CART_LIFETIME_MINUTES, MAX_CART_ITEMS, MAX_EXTENSIONS, MAX_HELD_DAYS } from "../../../domain/cart/cart.ts"
import { rentableDays } from "../../../domain/availability/rentable-days.ts"
import type { Day } from "../../../domain/day.ts"
import type { CartId, ProductId, ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { mayOrderFor } from "../../access/may-book-for.ts"
import { type DaysRefused, daysTaken } from "../../availability/check-days.ts"
import { claimDays, withClaimRetry } from "../../availability/claim.ts"
import { countHeldDays, findHeldDays, releaseWizardHolds } from "../../availability/holds.ts"
import { type ProductForRent, stockOf } from "../../catalog/queries.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import type { Executor, Transaction } from "../../platform/database.server.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { refuseExpired } from "../refuse-expired.ts"

export type Hold = { cartId: CartId; endsAt: Date }

/** What keeps one customer from holding the whole shop (D40). */
export type HoldLimit =
  | { kind: "too-many-held"; max: number }
  | { kind: "throttled"; retryAfterSeconds: number }
  /** Who acts may not book in the account's name (any more). */
  | { kind: "not-allowed" }
export type HoldProblem = DaysRefused | HoldLimit

type HoldDays = { party: Party; product: ProductForRent; days: readonly Day[]; at: Date }

/**
 * Keeps the wizard's days for a signed-in customer while the rest is typed (D8). Days held before for the same
 * product and no longer wanted are let go. Only days that may be rented are held; fails with `days-taken` when somebody
 * else has one of them.
 */
export async function holdDays(asked: HoldDays): Promise<Result<Hold, HoldProblem>> {
  const held = await holdIn(asked, (tx) => cartFor(tx, asked.party.account.id, asked.at))
  if (held === "no-cart") throw new Error("Failed to create or retrieve cart")
  return held
}

/**
 * The same for a cart that is named: `not-found` unless it is the customer's own and has not ended (the specification's
 * procedure `hold_dates_for_cart`).
 */
export async function holdDaysInCart({
  cartId,
  ...asked
}: HoldDays & { cartId: CartId }): Promise<Result<Hold, HoldProblem | { kind: "not-found" }>> {
  const { party, at } = asked
  const held = await holdIn(asked, async (tx) => {
    await lockProfile(tx, party.account.id)
    return validCart(tx, party.account.id, at, cartId)
  })
  return held === "no-cart" ? err({ kind: "not-found" }) : held
}

async function holdIn(
  { party, product, days, at }: HoldDays,
  lockCart: (tx: Transaction) => Promise<Hold | null>,
): Promise<Result<Hold, HoldProblem> | "no-cart"> {
  const { account } = party
  const rentable = rentableDays(product, days, at)
  if (!rentable.ok) return rentable
  const held = await holdWithinLimits(party, at, async (tx) => {
    const cart = await lockCart(tx)
    if (cart) await holdInCart(tx, cart, { accountId: account.id, product, days: rentable.value, at })
    return cart
  })
  if (held === null) return "no-cart"
  if (held === "days-taken") return err(await daysTaken(product, rentable.value, { customerId: account.id, at }))
  return "kind" in held ? err(held) : ok(held)
}

/** Undoes the transaction. */
class TooManyHeld extends Error {
  override name = "TooManyHeld"
}

/** `withClaimRetry` for what a customer holds: not too often, and not more than one cart may (D40). */
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

/** Fails when a cart holds too much by now; its customer's profile is locked, so nothing is added meanwhile. */
export async function refuseTooManyHeld(tx: Transaction, cartId: CartId): Promise<void> {
  if ((await countHeldDays(tx, cartId)) > MAX_HELD_DAYS) throw new TooManyHeld()
}

export type CartFull = { kind: "too-many-items"; max: number }
export const cartFull: CartFull = { kind: "too-many-items", max: MAX_CART_ITEMS }

/** Whether so many lines more may stand in a cart; its customer's profile is locked, so nothing is added meanwhile. */
export async function hasRoomFor(tx: Transaction, cartId: CartId, more: number): Promise<boolean> {
  return (await tx.$count(cartItems, eq(cartItems.cartId, cartId))) + more <= MAX_CART_ITEMS
}

/** The hold that a customer has on these days of a product, or null when a day is not held (any more). */
export async function currentHold(
  accountId: ProfileId,
  productId: ProductId,
  days: readonly Day[],
  at: Date,
): Promise<(Hold & { extensionsLeft: number }) | null> {
  const held = await findHeldDays({ customerId: accountId, productId, days, at })
  const whole = held.find((cart) => cart.days === new Set(days).size)
  return whole ? { cartId: whole.cartId, endsAt: whole.endsAt, extensionsLeft: MAX_EXTENSIONS - whole.extended } : null
}

/** The valid cart of a customer, or a new one that lives 30 minutes (specification, section 4). */
export async function cartFor(tx: Transaction, accountId: ProfileId, at: Date): Promise<Hold> {
  // Of two requests that arrive together, the second finds the cart that the first has made.
  await lockProfile(tx, accountId)
  const valid = await validCart(tx, accountId, at)
  if (valid) return valid
  const cart = { cartId: randomUUID(), endsAt: new Date(at.getTime() + CART_LIFETIME_MINUTES * 60_000) }
  await tx.insert(carts).values({ id: cart.cartId, userId: accountId, expiresAt: cart.endsAt, createdAt: at })
  return cart
}

/** The newest cart of a customer that has not ended, or null; `cartId` asks for that one and no other. */
export async function validCart(
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

type Wanted = { accountId: ProfileId; product: ProductForRent; days: readonly Day[]; at: Date }

/** Holds days that are in no line; those that a line of the same cart holds already are the customer's own. */
async function holdInCart(tx: Transaction, cart: Hold, { accountId, product, days, at }: Wanted): Promise<void> {
  await releaseWizardHolds(tx, cart.cartId, product.id)
  const lines = await tx
    .select({ dates: cartItems.dates })
    .from(cartItems)
    .where(and(eq(cartItems.cartId, cart.cartId), eq(cartItems.productId, product.id)))
  const missing = without(
    days,
    lines.flatMap(({ dates }) => dates),
  )
  if (missing.length === 0) return
  const ended = await claimDays(tx, {
    productId: product.id,
    days: missing,
    stock: stockOf(product),
    occupant: { kind: "hold", ...cart },
    customerId: accountId,
    at,
  })
  await refuseExpired(tx, ended, at)
  await refuseTooManyHeld(tx, cart.cartId)
}

function without(days: readonly Day[], others: readonly Day[]): Day[] {
  return days.filter((day) => !others.includes(day))
}
