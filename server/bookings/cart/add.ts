import { and, eq, gt, inArray, ne } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import type { CartItemId, ProfileId } from "../../../domain/id.ts"
import { type ChoiceProblem, type OptionChoice, bookOptions, checkPhotoPacks } from "../../../domain/pricing/price.ts"
import { accessoriesOf } from "../../../domain/rental/parts.ts"
import { overlaps, rentalPeriods, toPlacedTimes } from "../../../domain/rental/periods.ts"
import type { WantedDays } from "../../../domain/availability/rentable-days.ts"
import { planChoiceOf } from "../../../domain/pricing/rate-plan.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type RentalPeriod, periodOfDays, rentalDays, isSamePeriod } from "../../../domain/rental/rental.ts"
import { findMissingAccessory } from "../../availability/accessories.ts"
import { type DaysRefusal, checkDays, findUnavailableDays } from "../../availability/check-days.ts"
import { claimProduct } from "../../availability/claim.ts"
import { releaseWizardHolds } from "../../availability/holds.ts"
import { lockProducts } from "../../availability/ranges.ts"
import type { ProductForRent } from "../../catalog/queries.ts"
import { toStock } from "../../catalog/stock.ts"
import { type Transaction, db } from "../../platform/database.server.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
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
import { refuseExpired } from "../refuse-expired.ts"
import { toPlanColumns } from "./plan-columns.ts"

export type CartChoice = WantedDays & {
  options: readonly OptionChoice[]
  photoPacks: number
  /** Comes from the form: a repeated post replaces the line. */
  itemId: CartItemId
}

export type AddToCartProblem =
  | DaysRefusal
  | HoldLimit
  | CartFull
  | AlreadyInCart
  | { kind: "choice-refused"; problem: ChoiceProblem }

/** Another line of the cart holds the last unit. */
type AlreadyInCart = { kind: "in-cart"; line: RentalPeriod & { id: CartItemId } }

/** Two lines of one product never share a unit (D7). */
export async function addToCart(
  party: Party,
  product: ProductForRent,
  choice: CartChoice,
  at: Date,
): Promise<Result<Hold & { itemId: CartItemId }, AddToCartProblem>> {
  const { account } = party
  const options = bookOptions(product.offers, choice.options)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })
  const packsProblem = checkPhotoPacks(choice.photoPacks)
  if (packsProblem) return err({ kind: "choice-refused", problem: packsProblem })

  const checked = await checkDays(product, choice, { customerId: account.id, at })
  if (!checked.ok) return checked
  const { days, plan } = checked.value
  const accessories = accessoriesOf(options.value, product.offers)
  const missing = await findMissingAccessory(accessories, checked.value, { customerId: account.id, at })
  if (missing) return err({ kind: "choice-refused", problem: missing })

  const added = await holdWithinLimits(party, at, async (tx) => {
    const cart = await findOrCreateCart(tx, account.id, at)
    await lockProducts(tx, [product.id])
    await removeLine(tx, account.id, choice.itemId)
    if (!(await hasRoomFor(tx, cart.cartId, 1))) return "full"
    await releaseWizardHolds(tx, cart.cartId, product.id)
    const itemId = await insertLine(tx, {
      id: choice.itemId,
      cartId: cart.cartId,
      productId: product.id,
      dates: days,
      ...toPlanColumns(planChoiceOf(plan)),
      options: options.value.map(({ id, quantity }) => ({ optionId: id, quantity })),
      photoPacks: choice.photoPacks,
      createdAt: at,
    })
    const expiredIds = await claimProduct(tx, {
      product,
      days,
      plan,
      occupant: { kind: "hold", cartId: cart.cartId, endsAt: cart.endsAt, cartItemId: itemId },
      // The customer's other lines block too.
      customerId: null,
      at,
    })
    await refuseExpired(tx, expiredIds, at)
    await refuseTooManyHeld(tx, cart.cartId)
    return { ...cart, itemId }
  })
  if (added === "days-taken") {
    const unavailable = await findUnavailableDays(product, checked.value, { customerId: account.id, at })
    const line =
      unavailable.length === 0 ? await findOverlappingLine(account.id, product, { ...choice, days }, at) : null
    return err(
      line ? { kind: "in-cart", line } : { kind: "days-taken", days: unavailable.length > 0 ? unavailable : days },
    )
  }
  if (added === "full") return err(cartFull)
  return "kind" in added ? err(added) : ok(added)
}

async function removeLine(tx: Transaction, accountId: ProfileId, itemId: CartItemId): Promise<void> {
  const ownCarts = tx.select({ id: carts.id }).from(carts).where(eq(carts.userId, accountId))
  await tx.delete(cartItems).where(and(eq(cartItems.id, itemId), inArray(cartItems.cartId, ownCarts)))
}

async function findOverlappingLine(
  accountId: ProfileId,
  product: ProductForRent,
  { days, itemId }: Pick<CartChoice, "days" | "itemId">,
  at: Date,
): Promise<AlreadyInCart["line"] | null> {
  const lines = await db
    .select({ id: cartItems.id, dates: cartItems.dates })
    .from(cartItems)
    .innerJoin(carts, eq(carts.id, cartItems.cartId))
    .where(
      and(
        eq(carts.userId, accountId),
        gt(carts.expiresAt, at),
        eq(cartItems.productId, product.id),
        ne(cartItems.id, itemId),
      ),
    )
  const toTimes = (some: readonly Day[]) => toPlacedTimes(rentalPeriods(some, 0), toStock(product))
  const needed = toTimes(days)
  const isInTheWay = (line: AlreadyInCart["line"]) =>
    toTimes(rentalDays(line)).some(({ held }) => needed.some((time) => overlaps(time.held, held)))
  return lines.find((line) => isSamePeriod(line, periodOfDays(days))) ?? lines.find(isInTheWay) ?? null
}

/** Another customer's line may have the id: insert under a new one. */
async function insertLine(
  tx: Transaction,
  { id, ...line }: typeof cartItems.$inferInsert & { id: CartItemId },
): Promise<CartItemId> {
  const [inserted] = await tx
    .insert(cartItems)
    .values({ id, ...line })
    .onConflictDoNothing()
    .returning({ id: cartItems.id })
  if (inserted) return inserted.id
  const [other] = await tx.insert(cartItems).values(line).returning({ id: cartItems.id })
  if (!other) throw new Error("Error adding to cart")
  return other.id
}
