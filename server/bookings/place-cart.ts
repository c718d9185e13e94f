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
import { takenAmong } from "../availability/check-days.ts"
import {
  type Chosen,
  asSeenOrLooking,
  chooseAmong,
  claimDays,
  inClaimOrder,
  lookAroundCart,
  sendClaim,
} from "../availability/claim.ts"
import { digestOf } from "../cart/digest.ts"
import { type OrderedLine, asOffered, readLinesToOrder, refuseLinesChanged } from "../cart/read.ts"
import { endEmptyCart, forgetCartLines, releaseOrderedDays } from "../cart/remove.ts"
import { stockOf } from "../catalog/queries.ts"
import { lockProfile, lockProfileAsRead } from "../customers/lock-profile.ts"
import { type Transaction, db, inOneFlight, readTogether, together, transaction } from "../database.server.ts"
import { isSkipped } from "../database/failures.ts"
import { preparedSql } from "../database/prepared.ts"
import { readFinanceSettings } from "../finance/queries.ts"
import { factsOf, readBookingFacts } from "../mail/booking-facts.ts"
import { orderBookingMail, promisedBookingMails, readCorrespondence } from "../mail/booking-mails.ts"
import { readClient } from "../mail/read-client.ts"
import { mailBothAboutBooking } from "../sharing/sharing-mails.ts"
import { type OrderedBooking, bookingsOfOrder, insertBooking, isPlacedAlready, takeNumbers } from "./booking-rows.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { forgetDraft, isComplete } from "./draft.ts"
import { openRequestsProblem, refuseBeyondOpenRequests } from "./open-requests.ts"
import { mayBookFor } from "./may-book-for.ts"
import {
  type Booking,
  type PlaceProblem,
  type WorkedOut,
  claimOf,
  recordPlaced,
  termsAccepted,
  workOut,
} from "./place.ts"

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
export type RefusedLine = { itemId: CartItemId; productName: string; days: readonly Day[]; problem: PlaceProblem }

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
  // Asked again in the transaction; what was ordered before is told to nobody who may not order.
  if (!(await mayBookFor(db, party))) return err({ kind: "not-allowed" })
  const found = await readBasis(account, order, at)
  if (found.earlier.length > 0) return replay(found.earlier, order)
  const placed = await placeOnce(party, order, found, at)
  if (placed.ok) return placed
  // Of a double click both are told the same: the first one has emptied the cart a moment ago (D9).
  const same = await bookingsOfOrder(account.id, order.idempotencyKey)
  return same.length > 0 ? replay(same, order) : placed
}

/** What a cart's order is worked out from, in one flight (decision 74). */
async function readBasis(account: Account, { cartId, idempotencyKey }: CartOrder, at: Date) {
  const [earlier, inCart, aroundLine, settings, numbers, client, saidOfOne, saidOfAll] = await readTogether(
    (executor) => [
      bookingsOfOrder(account.id, idempotencyKey, executor),
      readLinesToOrder(executor, account.id, cartId),
      lookAroundCart(executor, { cartId, customerId: account.id, at }),
      readFinanceSettings(executor),
      takeNumbers(executor, { userId: account.id, idempotencyKey, cartId }),
      readClient(executor, account.id),
      readCorrespondence(executor, "requested"),
      readCorrespondence(executor, "cart-requested"),
    ],
  )
  return { earlier, inCart, aroundLine, settings, numbers, client, saidOfOne, saidOfAll }
}

type Basis = Awaited<ReturnType<typeof readBasis>>

async function placeOnce(
  party: Party,
  order: CartOrder,
  found: Basis,
  at: Date,
): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { account } = party
  if (!isComplete(order.address)) return err({ kind: "address-incomplete" })
  if (found.inCart.lines.length === 0) return err({ kind: "cart-empty" })
  const lines = found.inCart.lines.map(({ stored, product }) => asOffered(stored, product))
  if (order.seen !== null && order.seen !== digestOf(lines)) return err({ kind: "cart-changed" })

  const quote = order.isDelivery ? await quoteForAddress(order.address) : null
  if (quote?.kind === "too-far") return err(quote)
  const accepting = { ...order, termsVersion: termsAccepted(party, order) }
  const worked = await workOutLines(account, accepting, lines, found, quote, at)
  if (!worked.ok) return worked
  const rows = worked.value
  const total = rows.reduce((sum, { row }) => sum + row.total, 0)
  if (order.shownTotal !== null && order.shownTotal !== total)
    return err({ kind: "price-changed", shown: order.shownTotal, total })

  const ordered = rows.flatMap((each, index) => {
    const number = found.numbers[index]
    return number === undefined ? [] : [{ ...each, row: { ...each.row, number, placedBy: null } }]
  })
  if (ordered.length < rows.length) return err({ kind: "cart-changed" })
  const asked = { days: rows.reduce((sum, { row }) => sum + row.dates.length, 0), requests: rows.length }

  const placing: Placing = { party, order, ordered, asked, at, lostLine: null }
  const chosen = chooseForAll(ordered, found)
  const asSeen = chosen && found.client && !isForAnother(party)
  const placed = await asSeenOrLooking<Result<PlacedCart, PlaceCartProblem>>(
    asSeen ? () => placeInOneFlight(placing, chosen, found) : null,
    () => transaction((tx) => placeLooking(tx, placing, found)),
  ).catch((failure: unknown) => {
    const problem: PlaceCartProblem | null = isPlacedAlready(failure)
      ? { kind: "cart-changed" }
      : openRequestsProblem(failure, asked)
    if (problem) return err(problem)
    throw failure
  })
  return placed === "days-taken" ? err(await linesTaken(account, rows, placing.lostLine, at)) : placed
}

type Ordered = Worked & { row: OrderedBooking }

type Placing = {
  party: Party
  order: CartOrder
  /** In the order of the lines. */
  ordered: readonly Ordered[]
  asked: { days: number; requests: number }
  at: Date
  /** The line whose days were being claimed last. */
  lostLine: OrderedLine | null
}

/** Units for each line as they were seen, in the order of the claims: none takes those of one before it. */
function chooseForAll(ordered: readonly Ordered[], { aroundLine }: Basis): Map<Ordered, Chosen> | null {
  const chosen = new Map<Ordered, Chosen>()
  for (const each of claimsInOrder(ordered)) {
    const { line, product, row } = each
    const before = [...chosen].flatMap(([other, { claims }]) => (other.product.id === product.id ? claims : []))
    const around = aroundLine(line.itemId)
    const units = chooseAmong(row.dates, stockOf(product), { ...around, taken: [...around.taken, ...before] })
    if (units === null) return null
    chosen.set(each, units)
  }
  return chosen
}

function claimsInOrder(ordered: readonly Ordered[]): Ordered[] {
  return inClaimOrder(ordered, ({ row }) => row)
}

/** By what was seen before: nothing is waited for between BEGIN and COMMIT. */
async function placeInOneFlight(
  placing: Placing,
  chosen: Map<Ordered, Chosen>,
  { client, inCart, saidOfOne, saidOfAll }: Basis,
): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { party, order, ordered, at } = placing
  const { account } = party
  if (!client) throw new Error(`There is no customer ${account.id}`)
  const facts = ordered.map(({ row, product }) =>
    factsOf({ ...row, status: "pending", agreement: null }, client, product.securityDeposit),
  )
  const [first, ...others] = facts
  if (!first) throw new Error("A cart without lines was to be ordered")
  const mails =
    others.length === 0
      ? promisedBookingMails("requested", first, saidOfOne, {}, at)
      : promisedBookingMails("cart-requested", first, saidOfAll, { bookings: facts }, at)
  const claims = (tx: Transaction) =>
    [...chosen].flatMap(([{ line, product, row }, units]) => {
      const sent = [releaseOrderedDays(tx, account.id, product.id), ...sendClaim(tx, claimOf(product, row, at), units)]
      for (const each of sent)
        each.catch((failure: unknown) => {
          if (!isSkipped(failure)) placing.lostLine = line
        })
      return sent
    })
  const [, , bookings] = await inOneFlight((tx) => [
    lockProfileAsRead(tx, account.id, client.version),
    refuseLinesChanged(tx, account.id, order.cartId, inCart),
    writeBookings(tx, placing),
    ...claims(tx),
    writeAround(tx, placing),
    mails.send(tx),
  ])
  return ok({ bookings, repeated: false })
}

/** The same with a look at what is there once the transaction has begun. */
async function placeLooking(
  tx: Transaction,
  placing: Placing,
  { inCart }: Basis,
): Promise<Result<PlacedCart, PlaceCartProblem>> {
  const { party, order, ordered, at } = placing
  const { account } = party
  await lockProfile(tx, account.id)
  if (!(await mayBookFor(tx, party))) return err({ kind: "not-allowed" })
  const { version } = await readLinesToOrder(tx, account.id, order.cartId)
  if (version !== inCart.version) return err({ kind: "cart-changed" })
  const bookings = await writeBookings(tx, placing)
  for (const { line, product, row } of claimsInOrder(ordered)) {
    placing.lostLine = line
    await releaseOrderedDays(tx, account.id, product.id)
    await claimDays(tx, claimOf(product, row, at))
  }
  await writeAround(tx, placing)
  await orderMails(tx, bookings, at)
  if (isForAnother(party)) await mailBothAboutBooking(tx, party, bookings, at)
  return ok({ bookings, repeated: false })
}

/** What goes before the claims, with the profile locked. Answers the bookings in the order of the lines. */
async function writeBookings(tx: Transaction, { party, order, ordered, asked, at }: Placing): Promise<Booking[]> {
  const { account } = party
  const [, bookings] = await together(
    refuseBeyondOpenRequests(tx, { customerId: account.id, ...asked, at }),
    // They are numbered in the order of the lines.
    together(...ordered.map(({ row }) => insertBooking(tx, row))),
    lockProducts(tx, ordered),
    // What was held for this very order is free for it first.
    forgetCartLines(tx, account.id, order.cartId),
  )
  return bookings
}

/** What goes behind them. Ordered, the cart has ended: the next choice begins a new one (D49). */
function writeAround(tx: Transaction, { party, ordered, at }: Placing) {
  return together(
    endEmptyCart(tx, party.account.id),
    forgetDraft(tx, party.account.id, null),
    ...ordered.map(({ row }) => recordPlaced(tx, party, row, at)),
  )
}

type Worked = { line: OrderedLine } & WorkedOut

/** What each line would be and cost; or all of those that cannot be had, each with its reason. */
async function workOutLines(
  account: Account,
  { isDelivery, address, idempotencyKey, termsVersion = null }: CartOrder,
  lines: readonly OrderedLine[],
  { inCart, aroundLine, settings }: Basis,
  quote: AddressQuote | null,
  at: Date,
): Promise<Result<Worked[], PlaceCartProblem>> {
  const shared = sharedDeliveries(lines)
  const worked: Worked[] = []
  const refused: RefusedLine[] = []
  for (const [index, line] of lines.entries()) {
    const { itemId, productId, productName, days, options, photoPacks } = line
    const delivery = quote && { quote, shared: shared.get(line) ?? null }
    const answer = await workOut(
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
      { product: inCart.lines[index]?.product ?? null, settings, around: aroundLine(itemId) },
      account,
      at,
      { by: "customer", ...(delivery && { delivery }) },
    )
    if (answer.ok) {
      const { value } = answer
      worked.push({ line, ...value, row: { ...value.row, orderId: idempotencyKey } })
    } else refused.push({ itemId, productName, days, problem: answer.error })
  }
  return refused.length > 0 ? err({ kind: "lines-refused", lines: refused }) : ok(worked)
}

const lockInOrder = preparedSql(
  "lock_products",
  (given) => sql`select id from products where id = any(${given("ids")}::uuid[]) order by id for no key update`,
)

/**
 * Whole carts claim one after the other what they have in common, in the one order of the products: of two with the same
 * lines in opposite order none waits for the other for ever (D7). Before anything of the occupancy is touched.
 */
async function lockProducts(tx: Transaction, ordered: readonly Ordered[]): Promise<void> {
  await lockInOrder(tx).execute({ ids: ordered.map(({ product }) => product.id) })
}

/** One mail for what was sent as one: each booking has its own from its answer on. */
async function orderMails(tx: Transaction, bookings: readonly Booking[], at: Date): Promise<void> {
  const [first, ...others] = bookings
  if (!first) return
  if (others.length === 0) {
    await orderBookingMail(tx, "requested", first.id, {}, at)
    return
  }
  const facts = []
  for (const { id } of bookings) facts.push(await readBookingFacts(tx, id))
  await orderBookingMail(tx, "cart-requested", first.id, { bookings: facts }, at)
}

/** The lines whose days somebody else has by now; when all are free again, the one that the race was lost for. */
async function linesTaken(
  account: Account,
  rows: readonly Worked[],
  lostLine: OrderedLine | null,
  at: Date,
): Promise<PlaceCartProblem> {
  const lines: RefusedLine[] = []
  for (const { line, product, row } of rows) {
    const days = await takenAmong(product, row.dates, { customerId: account.id, at })
    if (days.length > 0) lines.push(refusedFor(line, days))
  }
  const lost = lostLine ?? rows[0]?.line
  return { kind: "lines-refused", lines: lines.length > 0 || !lost ? lines : [refusedFor(lost, [...lost.days])] }
}

function refusedFor({ itemId, productName, days }: OrderedLine, taken: Day[]): RefusedLine {
  return { itemId, productName, days, problem: { kind: "days-taken", days: taken } }
}

/**
 * An order that was sent before is not placed twice; a key that comes back with another cart is refused, not answered as
 * if it had been ordered. A form that is sent again after its draft has gone says no address: that is no other one.
 */
function replay(bookings: Booking[], order: CartOrder): Result<PlacedCart, PlaceCartProblem> {
  const digest = digestOf(
    bookings.map(({ productId, dates, options, photoPacks }) => ({
      productId,
      days: dates,
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
