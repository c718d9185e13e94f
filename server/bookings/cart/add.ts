import { and, eq, gt, inArray, ne } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import { spanOf } from "../../../domain/availability/units.ts"
import type { Day } from "../../../domain/day.ts"
import type { CartItemId, ProfileId } from "../../../domain/id.ts"
import { type ChoiceProblem, type OptionChoice, bookOptions, checkPhotoPacks } from "../../../domain/pricing/price.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type RentalPeriod, periodOfDays, rentalDays, isSamePeriod } from "../../../domain/rental/rental.ts"
import { type DaysRefused, checkDays, takenAmong } from "../../availability/check-days.ts"
import { claimDays } from "../../availability/claim.ts"
import { releaseWizardHolds } from "../../availability/holds.ts"
import { type ProductForRent, stockOf } from "../../catalog/queries.ts"
import { type Transaction, db } from "../../platform/database.server.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
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
import { refuseExpired } from "../refuse-expired.ts"

export type CartChoice = {
  days: readonly Day[]
  options: readonly OptionChoice[]
  photoPacks: number
  /** The id of the line, made with the form: the same one sent again replaces the line and never makes a second. */
  itemId: CartItemId
}

export type AddProblem =
  | DaysRefused
  | HoldLimit
  | CartFull
  | InCart
  | { kind: "choice-refused"; problem: ChoiceProblem }

/** Nobody else has the days: another line of the same cart holds the last unit. */
export type InCart = { kind: "in-cart"; line: RentalPeriod & { id: CartItemId } }

/**
 * Puts a choice into the customer's valid cart, or into a new one (specification, section 4): availability is checked,
 * the days are held for the line, the line is inserted, all or nothing. Two lines of one product never share a unit (D7).
 */
export async function addToCart(
  party: Party,
  product: ProductForRent,
  choice: CartChoice,
  at: Date,
): Promise<Result<Hold & { itemId: CartItemId }, AddProblem>> {
  const { account } = party
  const options = bookOptions(product.offers, choice.options)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })
  const packs = checkPhotoPacks(choice.photoPacks)
  if (packs) return err({ kind: "choice-refused", problem: packs })

  const free = await checkDays(product, choice.days, { customerId: account.id, at })
  if (!free.ok) return free
  const days = free.value

  const added = await holdWithinLimits(party, at, async (tx) => {
    const cart = await cartFor(tx, account.id, at)
    await removeLine(tx, account.id, choice.itemId)
    if (!(await hasRoomFor(tx, cart.cartId, 1))) return "full"
    await releaseWizardHolds(tx, cart.cartId, product.id)
    const itemId = await insertLine(tx, {
      id: choice.itemId,
      cartId: cart.cartId,
      productId: product.id,
      dates: days,
      options: options.value.map(({ id, quantity }) => ({ optionId: id, quantity })),
      photoPacks: choice.photoPacks,
      createdAt: at,
    })
    const ended = await claimDays(tx, {
      productId: product.id,
      days,
      stock: stockOf(product),
      occupant: { kind: "hold", cartId: cart.cartId, endsAt: cart.endsAt, cartItemId: itemId },
      // Nobody's: the customer's other lines stand in the way like anybody's.
      customerId: null,
      at,
    })
    await refuseExpired(tx, ended, at)
    await refuseTooManyHeld(tx, cart.cartId)
    return { ...cart, itemId }
  })
  if (added === "days-taken") {
    const taken = await takenAmong(product, days, { customerId: account.id, at })
    const line = taken.length === 0 ? await ownLineInTheWay(account.id, product, { ...choice, days }, at) : null
    return err(line ? { kind: "in-cart", line } : { kind: "days-taken", days: taken.length > 0 ? taken : days })
  }
  if (added === "full") return err(cartFull)
  return "kind" in added ? err(added) : ok(added)
}

/** What was sent again replaces what was there, in this cart or in one that has ended; its days go with it. */
async function removeLine(tx: Transaction, accountId: ProfileId, itemId: CartItemId): Promise<void> {
  const own = tx.select({ id: carts.id }).from(carts).where(eq(carts.userId, accountId))
  await tx.delete(cartItems).where(and(eq(cartItems.id, itemId), inArray(cartItems.cartId, own)))
}

/** The line of the customer's own cart that needs a unit on the same days, its preparation included; the one with the very days first. */
async function ownLineInTheWay(
  accountId: ProfileId,
  product: ProductForRent,
  { days, itemId }: Pick<CartChoice, "days" | "itemId">,
  at: Date,
): Promise<InCart["line"] | null> {
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
  const stock = stockOf(product)
  const needed = new Set(days.flatMap((day) => spanOf(day, stock)))
  const meets = (line: InCart["line"]) =>
    rentalDays(line)
      .flatMap((day) => spanOf(day, stock))
      .some((day) => needed.has(day))
  return lines.find((line) => isSamePeriod(line, periodOfDays(days))) ?? lines.find(meets) ?? null
}

/** An id that is somebody else's line already is not ours to take: the line then gets one of its own. */
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
