import { randomUUID } from "node:crypto"
import { type Placeholder, and, desc, eq, gt, sql } from "drizzle-orm"
import { type Party, isForAnother } from "../../domain/accounts/party.ts"
import { CART_LIFETIME_MINUTES, MAX_CART_ITEMS, MAX_EXTENSIONS, MAX_HELD_DAYS } from "../../domain/cart/cart.ts"
import { rentableDays } from "../../domain/availability/rentable-days.ts"
import type { Day } from "../../domain/day.ts"
import type { CartId, ProductId, ProfileId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { policies, throttle } from "../auth/throttle.ts"
import { mayOrderFor } from "../bookings/may-book-for.ts"
import { type DaysRefused, daysTaken } from "../availability/check-days.ts"
import {
  type Chosen,
  asSeenOrLooking,
  chooseAmong,
  claimDays,
  lookAround,
  sendClaim,
  withClaimRetry,
} from "../availability/claim.ts"
import { type ProductForRent, stockOf } from "../catalog/queries.ts"
import { lockProfile } from "../customers/lock-profile.ts"
import { type Executor, type Transaction, db, inOneFlight, readTogether, transaction } from "../database.server.ts"
import { refusalIn } from "../database/failures.ts"
import { placeholders, prepared, preparedSql } from "../database/prepared.ts"
import { cartItems, carts } from "../schema/bookings.ts"

export type Hold = { cartId: CartId; endsAt: Date }

/** What keeps one customer from holding the whole shop (D40). */
export type HoldLimit =
  | { kind: "too-many-held"; max: number }
  | { kind: "throttled"; retryAfterSeconds: number }
  /** Who acts may not book in the account's name (any more). */
  | { kind: "not-allowed" }
export type HoldProblem = DaysRefused | HoldLimit

/**
 * Keeps the wizard's days for a signed-in customer while the rest is typed (D8). Days held before for the same
 * product and no longer wanted are let go. Only days that may be rented are held; fails with `days-taken` when somebody
 * else has one of them.
 */
export async function holdDays(
  party: Party,
  product: ProductForRent,
  asked: readonly Day[],
  at: Date,
): Promise<Result<Hold, HoldProblem>> {
  const held = await hold(party, product, asked, at, null)
  if (held === "no-cart") throw new Error("Failed to create or retrieve cart")
  return held
}

/**
 * The same for a cart that is named: `not-found` unless it is the customer's own and has not ended (the specification's
 * procedure `hold_dates_for_cart`).
 */
export async function holdDaysInCart(
  party: Party,
  cartId: CartId,
  product: ProductForRent,
  asked: readonly Day[],
  at: Date,
): Promise<Result<Hold, HoldProblem | { kind: "not-found" }>> {
  const held = await hold(party, product, asked, at, cartId)
  return held === "no-cart" ? err({ kind: "not-found" }) : held
}

/** In two flights, as an order (decision 74). Without `named` it begins a cart where there is none. */
async function hold(
  party: Party,
  product: ProductForRent,
  asked: readonly Day[],
  at: Date,
  named: CartId | null,
): Promise<Result<Hold, HoldProblem> | "no-cart"> {
  const { account } = party
  const rentable = rentableDays(product, asked, at)
  if (!rentable.ok) return rentable
  const wanted = { accountId: account.id, product, days: rentable.value, named, at }
  const [admission, found, around] = await readTogether((executor) => [
    throttle(account.id, policies.accountHold, at, executor),
    findCart(executor, wanted),
    lookAround(executor, {
      productId: product.id,
      days: wanted.days,
      customerId: account.id,
      ordering: { cartItem: null },
      at,
    }),
  ])
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })

  const missing = without(wanted.days, found?.inLines ?? [])
  const chosen = chooseAmong(missing, stockOf(product), around)
  const decides = chosen !== null && !isForAnother(party) && (found !== null || named === null)
  const held = await heldWithinLimits(
    asSeenOrLooking<Hold | NotAllowed | null>(decides ? () => holdInOneFlight(wanted, found, chosen) : null, () =>
      transaction((tx) => holdLooking(tx, party, wanted)),
    ),
  )
  if (held === null) return "no-cart"
  if (held === "days-taken") return err(await daysTaken(product, wanted.days, { customerId: account.id, at }))
  return "kind" in held ? err(held) : ok(held)
}

/** By what was seen before: nothing is waited for between BEGIN and COMMIT. */
async function holdInOneFlight(wanted: Wanted, found: FoundCart | null, chosen: Chosen): Promise<Hold> {
  const { accountId, product, at } = wanted
  const cart = found ?? newCart(at)
  const claim = {
    productId: product.id,
    occupant: { kind: "hold" as const, ...holdOf(cart) },
    customerId: accountId,
    at,
  }
  await inOneFlight((tx) => [
    lockProfile(tx, accountId),
    refuseAnotherCart(tx, wanted, found),
    ...(found ? [] : [beginCart(tx, accountId, cart, at)]),
    releaseWizardDays(tx, cart.cartId, product.id),
    ...(chosen.claims.length > 0 ? sendClaim(tx, claim, chosen) : []),
    refuseTooManyHeld(tx, cart.cartId),
  ])
  return holdOf(cart)
}

async function holdLooking(tx: Transaction, party: Party, wanted: Wanted): Promise<Hold | NotAllowed | null> {
  const { accountId, named, at } = wanted
  if (!(await mayOrderFor(tx, party))) return notAllowed
  if (named) await lockProfile(tx, accountId)
  const cart = named ? await validCart(tx, accountId, at, named) : await cartFor(tx, accountId, at)
  if (cart) await holdInCart(tx, cart, wanted)
  return cart
}

type NotAllowed = Extract<HoldLimit, { kind: "not-allowed" }>
const notAllowed: NotAllowed = { kind: "not-allowed" }

/** `withClaimRetry` for what a customer holds: not too often, and not more than one cart may (D40). */
export async function holdWithinLimits<Value>(
  party: Party,
  at: Date,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value | "days-taken" | HoldLimit> {
  const admission = await throttle(party.account.id, policies.accountHold, at)
  if (!admission.allowed) return { kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds }
  return heldWithinLimits(withClaimRetry(async (tx) => ((await mayOrderFor(tx, party)) ? work(tx) : notAllowed)))
}

async function heldWithinLimits<Value>(
  holding: Promise<Value>,
): Promise<Value | Extract<HoldLimit, { kind: "too-many-held" }>> {
  return holding.catch((failure: unknown) => {
    if (refusalIn(failure)?.reason === "too-many-held") return { kind: "too-many-held", max: MAX_HELD_DAYS }
    throw failure
  })
}

const refuseBeyondHeld = preparedSql(
  "refuse_too_many_held",
  (given) => sql`
    select refuse('too-many-held') from (
      select count(*) as days from occupancy where cart_id = ${given("cartId")} and role = 'rental') held
    where days > ${given("most")}::integer`,
)

/** Fails when a cart holds too much by now; its customer's profile is locked, so nothing is added meanwhile. */
export async function refuseTooManyHeld(tx: Transaction, cartId: CartId): Promise<void> {
  await refuseBeyondHeld(tx).execute({ cartId, most: MAX_HELD_DAYS })
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
  const held = await db.execute<{ cart_id: CartId; ends: Date; days: number; extended: number }>(sql`
    select cart_id, min(hold_ends_at) as ends, count(distinct day)::integer as days, max(carts.extended) as extended
    from occupancy join carts on carts.id = cart_id
    where product_id = ${productId} and kind = 'hold' and role = 'rental' and carts.user_id = ${accountId}
      and hold_ends_at > ${at.toISOString()} and day = any(${sql.param(days)}::date[])
    group by cart_id`)
  const row = held.rows.find((candidate) => candidate.days === new Set(days).size)
  return row ? { cartId: row.cart_id, endsAt: new Date(row.ends), extensionsLeft: MAX_EXTENSIONS - row.extended } : null
}

/** The valid cart of a customer, or a new one that lives 30 minutes (specification, section 4). */
export async function cartFor(tx: Transaction, accountId: ProfileId, at: Date): Promise<Hold> {
  // Of two requests that arrive together, the second finds the cart that the first has made.
  await lockProfile(tx, accountId)
  const valid = await validCart(tx, accountId, at)
  if (valid) return valid
  const cart = newCart(at)
  await beginCart(tx, accountId, cart, at)
  return cart
}

function newCart(at: Date): Hold {
  return { cartId: randomUUID(), endsAt: new Date(at.getTime() + CART_LIFETIME_MINUTES * 60_000) }
}

const insertCart = prepared((executor) =>
  executor
    .insert(carts)
    .values(placeholders(["id", "userId", "expiresAt", "createdAt"]))
    .prepare("insert_cart"),
)

async function beginCart(tx: Transaction, accountId: ProfileId, { cartId, endsAt }: Hold, at: Date): Promise<void> {
  await insertCart(tx).execute({ id: cartId, userId: accountId, expiresAt: endsAt, createdAt: at })
}

/** The cart that days go into as it was found, with the days that its lines of their product have. */
type FoundCart = Hold & { inLines: Day[]; version: string }

const cartToHoldIn = (given: (name: string) => Placeholder) => sql`
  select id as "cartId", expires_at as "endsAt",
    (select coalesce(jsonb_agg(distinct day), '[]') from cart_items line, unnest(line.dates) day
      where line.cart_id = carts.id and line.product_id = ${given("productId")}) as "inLines"
  from carts
  where user_id = ${given("accountId")} and expires_at > ${given("at")}::timestamptz
    and (${given("named")}::uuid is null or id = ${given("named")}::uuid)
  order by created_at desc
  limit 1`

const readCartToHoldIn = preparedSql<FoundCart>(
  "cart_to_hold_in",
  (given) => sql`select found.*, found::text as version from (${cartToHoldIn(given)}) found`,
)

async function findCart(executor: Executor, wanted: Wanted): Promise<FoundCart | null> {
  const { rows } = await readCartToHoldIn(executor).execute(cartValues(wanted))
  const [cart] = rows
  return cart ? { ...cart, endsAt: new Date(cart.endsAt) } : null
}

const refuseCartChanged = preparedSql(
  "refuse_cart_changed",
  (given) => sql`
    select refuse('cart-changed')
    where (select found::text from (${cartToHoldIn(given)}) found) is distinct from ${given("version")}::text`,
)

/** Fails where by now another cart would be found; with the profile locked, as whoever changes a cart has it. */
async function refuseAnotherCart(tx: Transaction, wanted: Wanted, found: FoundCart | null): Promise<void> {
  await refuseCartChanged(tx).execute({ ...cartValues(wanted), version: found?.version ?? null })
}

function cartValues({ accountId, product, named, at }: Wanted) {
  return { accountId, productId: product.id, at: at.toISOString(), named }
}

function holdOf({ cartId, endsAt }: Hold): Hold {
  return { cartId, endsAt }
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

type Wanted = {
  accountId: ProfileId
  product: ProductForRent
  days: readonly Day[]
  /** The cart that they are wanted in; null: the newest, or a new one. */
  named: CartId | null
  at: Date
}

/** Holds days that are in no line; those that a line of the same cart holds already are the customer's own. */
async function holdInCart(tx: Transaction, cart: Hold, { accountId, product, days, at }: Wanted): Promise<void> {
  await releaseWizardDays(tx, cart.cartId, product.id)
  const lines = await tx
    .select({ dates: cartItems.dates })
    .from(cartItems)
    .where(and(eq(cartItems.cartId, cart.cartId), eq(cartItems.productId, product.id)))
  const missing = without(
    days,
    lines.flatMap(({ dates }) => dates),
  )
  if (missing.length === 0) return
  await claimDays(tx, {
    productId: product.id,
    days: missing,
    stock: stockOf(product),
    occupant: { kind: "hold", ...cart },
    customerId: accountId,
    at,
  })
  await refuseTooManyHeld(tx, cart.cartId)
}

function without(days: readonly Day[], others: readonly Day[]): Day[] {
  return days.filter((day) => !others.includes(day))
}

const releaseWizard = preparedSql(
  "release_wizard_days",
  (given) => sql`
    delete from occupancy
    where cart_id = ${given("cartId")} and product_id = ${given("productId")} and cart_item_id is null`,
)

/** Lets go the days that the wizard held for a product; those of the cart's own lines stay. */
export async function releaseWizardDays(tx: Transaction, cartId: CartId, productId: ProductId): Promise<void> {
  await releaseWizard(tx).execute({ cartId, productId })
}
