import type { Booking } from "../booking-record/booking.ts"
import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { sql } from "drizzle-orm"
import { type Account, type Party, isForAnother } from "../../domain/accounts/party.ts"
import type { BookingAddress } from "../../domain/booking/booking.ts"
import type { OpenRequestsProblem } from "../../domain/booking/open-requests.ts"
import { sharedDeliveries } from "../../domain/delivery/together.ts"
import type { Day } from "../../domain/day.ts"
import type { CartId, CartItemId, Id } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { rentalDays, numberOfDays, type RentalPeriod, periodOfDays } from "../../domain/rental/rental.ts"
import { takenAmong } from "../availability/check-days.ts"
import { claimDays, inClaimOrder, withClaimRetry } from "../availability/claim.ts"
import { releaseCustomerWizardHolds } from "../availability/holds.ts"
import { digestOf } from "./cart/digest.ts"
import { type LineToOrder, type OrderedLine, asOffered, readLinesToOrder } from "./cart/read.ts"
import { endEmptyCart, forgetCartLines } from "./cart/remove.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { readBookingFacts } from "../booking-record/booking-facts.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { mailBothAboutBooking } from "../accounts/sharing/sharing-mails.ts"
import { bookingsOfOrder, insertBooking, isPlacedAlready } from "../booking-record/booking-rows.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { forgetDraft, isComplete } from "./draft.ts"
import { findOpenRequestsProblem } from "./open-requests.ts"
import { mayBookFor } from "../access/may-book-for.ts"
import { type OrderQuote, type PlaceProblem, claimOf, quoteOrder, recordPlaced, termsAccepted } from "./place.ts"
import { refuseExpired } from "./refuse-expired.ts"

export type CartOrder = {
  cartId: CartId
  /** What was read of the cart (`digestOf`): another one is shown again before anything is ordered. */
  seen: string | null
  isDelivery: boolean
  address: BookingAddress
  /** The same key never orders the cart a second time (D9). */
  idempotencyKey: Id
  /** The total of all lines that the customer read. */
  shownTotal: Cents | null
  termsVersion?: string | null
}

/** In the order of the cart's lines. */
export type PlacedCart = { bookings: Booking[]; repeated: boolean }

/** A line that stands in the way of the order; all others are kept as they are. */
export type RefusedLine = { itemId: CartItemId; productName: string; when: RentalPeriod; problem: PlaceProblem }

export type PlaceCartProblem =
  /** Nothing is in it: it was ordered, emptied, or forgotten a day after its end. */
  | { kind: "cart-empty" }
  /** Its lines are not those that were read. */
  | { kind: "cart-changed" }
  | { kind: "lines-refused"; lines: readonly RefusedLine[] }
  | Extract<PlaceProblem, { kind: "address-incomplete" | "too-far" | "price-changed" | "already-sent" | "not-allowed" }>
  | OpenRequestsProblem

/**
 * Turns every line of a customer's cart into a pending booking, all in one transaction: all of them or none (D13). They
 * share the address and the delivery, whose fee is charged once for the same days (D48). Everything is computed from
 * today's catalogue and settings, as for one booking; a cart that has ended is ordered as long as its days are free.
 */
export async function placeCart(
  party: Party,
  order: CartOrder,
  at: Date = new Date(),
): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { account } = party
  // Checked before the replay, so that it tells nothing to somebody who may not order.
  if (!(await mayBookFor(db, party))) return err({ kind: "not-allowed" })
  const earlier = await bookingsOfOrder(account.id, order.idempotencyKey)
  if (earlier.length > 0) return replay(earlier, order)
  const placed = await placeOnce(party, order, at)
  if (placed.ok) return placed
  // Of a double click both are told the same: the first one has emptied the cart a moment ago (D9).
  const same = await bookingsOfOrder(account.id, order.idempotencyKey)
  return same.length > 0 ? replay(same, order) : placed
}

async function placeOnce(party: Party, order: CartOrder, at: Date): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { account } = party
  if (!isComplete(order.address)) return err({ kind: "address-incomplete" })
  const inCart = await readLinesToOrder(db, account.id, order.cartId)
  if (inCart.length === 0) return err({ kind: "cart-empty" })
  const lines = inCart.map(({ stored, product }) => asOffered(stored, product))
  if (order.seen !== null && order.seen !== digestOf(lines)) return err({ kind: "cart-changed" })

  const delivery = order.isDelivery ? await quoteForAddress(order.address) : null
  if (delivery?.kind === "too-far") return err(delivery)
  const accepting = { ...order, termsVersion: termsAccepted(party, order) }
  const quoted = await quoteLines(account, accepting, { lines, delivery, at })
  if (!quoted.ok) return quoted
  const quotes = quoted.value
  const total = quotes.reduce((sum, { row }) => sum + row.total, 0)
  if (order.shownTotal !== null && order.shownTotal !== total)
    return err({ kind: "price-changed", shown: order.shownTotal, total })

  const placing: Placing = { party, order, inCart, quotes, at, lostLine: null }
  const placed = await withClaimRetry((tx) => placeIn(tx, placing)).catch((failure: unknown) => {
    if (isPlacedAlready(failure)) return err({ kind: "cart-changed" as const })
    throw failure
  })
  return placed === "days-taken" ? err(await linesTaken(account, placing)) : placed
}

type Placing = {
  party: Party
  order: CartOrder
  inCart: readonly LineToOrder[]
  /** In the order of the lines. */
  quotes: readonly LineQuote[]
  at: Date
  /** The line whose days were being claimed last. */
  lostLine: OrderedLine | null
}

async function placeIn(tx: Transaction, placing: Placing): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { party, order, inCart, quotes, at } = placing
  const { account } = party
  await lockProfile(tx, account.id)
  if (!(await mayBookFor(tx, party))) return err({ kind: "not-allowed" })
  const stored = (lines: readonly LineToOrder[]) => lines.map((line) => line.stored)
  const inCartNow = await readLinesToOrder(tx, account.id, order.cartId)
  if (!isDeepStrictEqual(stored(inCartNow), stored(inCart))) return err({ kind: "cart-changed" })
  const days = quotes.reduce((sum, { row }) => sum + numberOfDays(row), 0)
  const asked = { customerId: account.id, days, requests: quotes.length, at }
  const problem = await findOpenRequestsProblem(tx, asked)
  if (problem) return err(problem)

  const bookings: Booking[] = []
  for (const { row } of quotes) bookings.push(await insertBooking(tx, row))
  await lockProducts(tx, quotes)
  // Frees what was held for this very order.
  await forgetCartLines(tx, account.id, order.cartId)
  for (const { line, product, row } of inClaimOrder(quotes, (quote) => quote.row)) {
    placing.lostLine = line
    await releaseCustomerWizardHolds(tx, account.id, product.id)
    await refuseExpired(tx, await claimDays(tx, claimOf(product, row, at)), at)
  }
  // Ordered, the cart has ended: the next choice begins a new one (D49).
  await endEmptyCart(tx, account.id)
  await forgetDraft(tx, account.id, null)
  for (const booking of bookings) await recordPlaced(tx, { party, booking, at })
  await orderMails(tx, bookings, at)
  if (isForAnother(party)) await mailBothAboutBooking(tx, party, bookings, at)
  return ok({ bookings, repeated: false })
}

type LineQuote = { line: OrderedLine } & OrderQuote

/** What each line would be and cost; or all of those that cannot be had, each with its reason. */
async function quoteLines(
  account: Account,
  { isDelivery, address, idempotencyKey, termsVersion = null }: CartOrder,
  { lines, delivery, at }: { lines: readonly OrderedLine[]; delivery: AddressQuote | null; at: Date },
): Promise<Result<LineQuote[], PlaceCartProblem>> {
  const shared = sharedDeliveries(lines)
  const quotes: LineQuote[] = []
  const refused: RefusedLine[] = []
  for (const [index, line] of lines.entries()) {
    const { itemId, productId, productName, days, options, photoPacks } = line
    const quoted = await quoteOrder(
      account,
      // The first one carries the key of the whole order: the same key twice inserts nothing.
      {
        productId,
        days,
        options,
        photoPacks,
        isDelivery,
        address,
        termsVersion,
        shownTotal: null,
        idempotencyKey: index === 0 ? idempotencyKey : randomUUID(),
      },
      { at, by: "customer", ...(delivery && { delivery: { quote: delivery, shared: shared.get(line) ?? null } }) },
    )
    if (quoted.ok) quotes.push({ line, ...quoted.value, row: { ...quoted.value.row, orderId: idempotencyKey } })
    else refused.push({ itemId, productName, when: periodOfDays(days), problem: quoted.error })
  }
  return refused.length > 0 ? err({ kind: "lines-refused", lines: refused }) : ok(quotes)
}

/**
 * Whole carts claim one after the other what they have in common, in the one order of the products: of two with the same
 * lines in opposite order none waits for the other for ever (D7). Before any day of theirs is touched.
 */
async function lockProducts(tx: Transaction, quotes: readonly LineQuote[]): Promise<void> {
  const ids = sql.param(quotes.map(({ product }) => product.id))
  await tx.execute(sql`select id from products where id = any(${ids}::uuid[]) order by id for no key update`)
}

/** One mail for what was sent as one: each booking has its own from its answer on. */
async function orderMails(tx: Transaction, bookings: readonly Booking[], at: Date): Promise<void> {
  const [first, ...others] = bookings
  if (!first) return
  if (others.length === 0) {
    await orderBookingMail(tx, { kind: "requested", bookingId: first.id, extra: {}, at })
    return
  }
  const facts = []
  for (const { id } of bookings) facts.push(await readBookingFacts(tx, id))
  await orderBookingMail(tx, { kind: "cart-requested", bookingId: first.id, extra: { bookings: facts }, at })
}

/** The lines whose days somebody else has by now; when all are free again, the one that the race was lost for. */
async function linesTaken(account: Account, { quotes, lostLine, at }: Placing): Promise<PlaceCartProblem> {
  const lines: RefusedLine[] = []
  for (const { line, product, row } of quotes) {
    const days = await takenAmong(product, rentalDays(row), { customerId: account.id, at })
    if (days.length > 0) lines.push(refusedFor(line, days))
  }
  const lost = lostLine ?? quotes[0]?.line
  return { kind: "lines-refused", lines: lines.length > 0 || !lost ? lines : [refusedFor(lost, [...lost.days])] }
}

function refusedFor({ itemId, productName, days }: OrderedLine, taken: Day[]): RefusedLine {
  return { itemId, productName, when: periodOfDays(days), problem: { kind: "days-taken", days: taken } }
}

/**
 * An order that was sent before is not placed twice; a key that comes back with another cart is refused, not answered as
 * if it had been ordered. A form that is sent again after its draft has gone says no address: that is no other one.
 */
function replay(bookings: Booking[], order: CartOrder): Result<PlacedCart, PlaceCartProblem> {
  const digest = digestOf(
    bookings.map(({ productId, options, photoPacks, ...booking }) => ({
      productId,
      days: rentalDays(booking),
      options: options.items.map(({ id, quantity }) => ({ optionId: id, quantity })),
      photoPacks,
    })),
  )
  const same =
    (order.seen === null || order.seen === digest) &&
    bookings.every(
      ({ isDelivery, address }) =>
        isDelivery === order.isDelivery && (!isComplete(order.address) || isDeepStrictEqual(address, order.address)),
    )
  return same ? ok({ bookings, repeated: true }) : err({ kind: "already-sent" })
}
