import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { type Account, type Party, isForAnother } from "../../domain/accounts/party.ts"
import type { BookingAddress } from "../../domain/booking/booking.ts"
import type { OpenRequestsProblem } from "../../domain/booking/open-requests.ts"
import { answerDue, requestExpires } from "../../domain/booking/deadlines.ts"
import type { AskedBy } from "../../domain/availability/rentable-days.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { SharedDelivery } from "../../domain/delivery/together.ts"
import type { CartItemId, Id, ProductId, ProfileId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import {
  type ChoiceProblem,
  type OptionChoice,
  type Price,
  bookOptions,
  checkPhotoPacks,
  priceOf,
} from "../../domain/pricing/price.ts"
import { storedPrice } from "../../domain/pricing/stored-price.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type DaysRefused, checkAmong, daysTaken, takenAmong } from "../availability/check-days.ts"
import {
  type Around,
  type Chosen,
  type ClaimRequest,
  asSeenOrLooking,
  chooseAmong,
  claimDays,
  lookAround,
  sendClaim,
} from "../availability/claim.ts"
import { endEmptyCart, forgetOrderedChoice, refuseChoiceKept } from "../cart/remove.ts"
import { type ProductToOrder, readProductToOrder } from "../catalog/product-to-order.ts"
import { stockOf } from "../catalog/queries.ts"
import { lockProfile, lockProfileAsRead } from "../customers/lock-profile.ts"
import {
  type Executor,
  type Transaction,
  db,
  inOneFlight,
  readTogether,
  together,
  transaction,
} from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { type FinanceSettings, readFinanceSettings } from "../finance/queries.ts"
import { factsOf } from "../mail/booking-facts.ts"
import {
  type Correspondence,
  orderBookingMail,
  promisedBookingMails,
  readCorrespondence,
} from "../mail/booking-mails.ts"
import { type ReadClient, readClient } from "../mail/read-client.ts"
import { mailBothAboutBooking } from "../sharing/sharing-mails.ts"
import type { bookings } from "../schema/bookings.ts"
import { type OrderedBooking, beginOrder, bookingWithKey, insertBooking, isPlacedAlready } from "./booking-rows.ts"
import { isComplete } from "./draft.ts"
import { type AddressQuote, quoteForAddress } from "./delivery-quote.ts"
import { mayBookFor, mayOrderFor } from "./may-book-for.ts"
import { openRequestsProblem, refuseBeyondOpenRequests } from "./open-requests.ts"

export type BookingOrder = {
  productId: ProductId
  days: readonly Day[]
  options: readonly OptionChoice[]
  photoPacks: number
  isDelivery: boolean
  address: BookingAddress
  /** The same key never makes a second booking (D9). */
  idempotencyKey: Id
  /** The total that the customer read: a different one is shown again before anything is ordered. */
  shownTotal: Cents | null
  termsVersion?: string | null
  /** The line of the cart that becomes this order, if it was one. */
  cartItem?: CartItemId | null
  /** Round trip as the owner knows it, instead of what the address says. No form of the customer's has it. */
  distanceKm?: number | null
}

/** What else becomes of the new booking, in the transaction that makes it. */
export type Afterwards = (tx: Transaction, booking: Booking) => Promise<Booking>

/** What has to be there before the booking, in the same transaction; false: it cannot be, and nothing is placed. */
export type Beforehand = (tx: Transaction) => Promise<boolean>

export type Booking = typeof bookings.$inferSelect
export type PlacedBooking = { booking: Booking; repeated: boolean }

export type PlaceProblem =
  | DaysRefused
  | { kind: "choice-refused"; problem: ChoiceProblem }
  | { kind: "too-far"; distanceKm: number; maximumKm: number }
  | { kind: "price-changed"; shown: Cents; total: Cents }
  | { kind: "too-much"; total: Cents }
  | { kind: "address-incomplete" }
  | OpenRequestsProblem
  /** Who acts may not book in the account's name (any more). */
  | { kind: "not-allowed" }
  /** The key of an order that was placed with other choices. */
  | { kind: "already-sent" }

/** Beyond this nobody orders by a form: a million euros. */
export const MAX_TO_PAY: Cents = 100_000_000

/** Thrown inside the transaction, so that it is undone whole. */
class NotAllowed extends Error {
  override name = "NotAllowed"
}

/**
 * Turns what was chosen for an account into a pending booking of it (D3, D7, D11). Everything is computed from today's
 * catalogue and settings. What decides is read in one flight and written in a second, from BEGIN to COMMIT: what has changed
 * in between fails there, and is tried again by who looks inside the transaction (decision 74). The address is placed
 * between the two; inside the transaction there is only the database.
 */
export async function placeBooking(
  party: Party,
  order: BookingOrder,
  at: Date = new Date(),
  afterwards: Afterwards | null = null,
  beforehand: Beforehand | null = null,
): Promise<Result<PlacedBooking, PlaceProblem>> {
  const { actor, account } = party
  const byOwner = actor.kind === "administrator"
  // Asked again in the transaction; what was ordered before is told to nobody who may not order.
  if (!byOwner && !(await mayBookFor(db, party))) return err({ kind: "not-allowed" })
  const { productId, idempotencyKey } = order
  const [begun, found, client, said] = await readTogether((executor) => [
    beginOrder(executor, { userId: account.id, productId, idempotencyKey }),
    readOrderBasis(executor, account, order, at, byOwner ? null : { cartItem: order.cartItem ?? null }),
    readClient(executor, account.id),
    readCorrespondence(executor, "requested"),
  ])
  if (!begun) return replayOrRefuse(account, order, null)
  const accepting = { ...order, termsVersion: termsAccepted(party, order) }
  const worked = await workOut(accepting, found, account, at, { by: byOwner ? "owner" : "customer" })
  if (!worked.ok) return worked.error.kind === "days-taken" ? replayOrRefuse(account, order, worked.error) : worked

  const { product } = worked.value
  const row = { ...worked.value.row, number: begun.number, placedBy: byOwner ? actor.id : null }
  const placing = { party, product, row, cartItem: order.cartItem ?? null, forgets: !byOwner, at }
  const asFound = { ...placing, forgets: !byOwner && begun.keepsChoice }
  const chosen = chooseAmong(row.dates, stockOf(product), found.around)
  const isAlone = !afterwards && !beforehand && !isForAnother(party)
  const asSeen = isAlone && chosen && client ? () => placeInOneFlight(asFound, chosen, client, said) : null
  try {
    const placed = await asSeenOrLooking<Booking | "days-taken">(asSeen, async (hasLost) => {
      // Who has lost a race mostly finds nothing left: no transaction is begun for that.
      if (hasLost && (await takenAmong(product, row.dates, { customerId: account.id, at })).length > 0)
        return "days-taken"
      return placeLooking(placing, afterwards, beforehand)
    })
    if (placed !== "days-taken") return ok({ booking: placed, repeated: false })
  } catch (failure) {
    const problem = failure instanceof NotAllowed ? ({ kind: "not-allowed" } as const) : refusedBy(failure, row.dates)
    if (!problem && !isPlacedAlready(failure)) throw failure
    return replayOrRefuse(account, order, problem)
  }
  return replayOrRefuse(account, order, await daysTaken(product, row.dates, { customerId: account.id, at }))
}

function refusedBy(failure: unknown, { length: days }: readonly Day[]): OpenRequestsProblem | null {
  return openRequestsProblem(failure, { days, requests: 1 })
}

type Placing = {
  party: Party
  product: ProductToOrder
  row: OrderedBooking
  cartItem: CartItemId | null
  /** Whether its customer may keep what is forgotten with it: held days, a line of the cart, a draft. Not for the owner to forget. */
  forgets: boolean
  at: Date
}

/** By what was seen before: nothing is waited for between BEGIN and COMMIT. */
async function placeInOneFlight(
  placing: Placing,
  chosen: Chosen,
  client: ReadClient,
  said: Correspondence,
): Promise<Booking> {
  const { product, row, at } = placing
  const facts = factsOf({ ...row, status: "pending", agreement: null }, client, product.securityDeposit)
  const mails = promisedBookingMails("requested", facts, said, {}, at)
  const [, [, booking]] = await inOneFlight((tx) => [
    lockProfileAsRead(tx, row.userId, client.version),
    writeBooking(tx, placing),
    ...sendClaim(tx, claimOf(product, row, at), chosen),
    writeAround(tx, placing),
    mails.send(tx),
  ])
  return booking
}

/** The same with a look at what is there once the transaction has begun, and with what else belongs into it. */
function placeLooking(
  placing: Placing,
  afterwards: Afterwards | null,
  beforehand: Beforehand | null,
): Promise<Booking> {
  const { party, product, row, at } = placing
  return transaction(async (tx) => {
    if (!(await mayOrderFor(tx, party)) || (beforehand && !(await beforehand(tx)))) throw new NotAllowed()
    const [, [, booking]] = await together(lockProfile(tx, row.userId), writeBooking(tx, placing))
    await claimDays(tx, claimOf(product, row, at))
    await together(
      writeAround(tx, placing),
      afterwards ? nothing : orderBookingMail(tx, "requested", booking.id, {}, at),
    )
    const made = afterwards ? await afterwards(tx, booking) : booking
    // Confirmed at once, it has no request to acknowledge: its contract is what goes.
    if (afterwards && made.status === "pending") await orderBookingMail(tx, "requested", booking.id, {}, at)
    if (isForAnother(party) && party.actor.kind !== "administrator")
      await mailBothAboutBooking(tx, party, [booking], at)
    return made
  })
}

const nothing = Promise.resolve()

/** What goes before the claim, with the profile locked: what was held for this very order is free for it first. */
function writeBooking(tx: Transaction, { party, product, row, cartItem, forgets, at }: Placing) {
  const { userId, dates } = row
  const byCustomer = party.actor.kind !== "administrator"
  return together(
    // Orders sent at the very same moment are counted one after the other (D40).
    byCustomer ? refuseBeyondOpenRequests(tx, { customerId: userId, days: dates.length, requests: 1, at }) : nothing,
    insertBooking(tx, row),
    byCustomer && !forgets ? refuseChoiceKept(tx, userId, product.id) : nothing,
    forgets
      ? forgetOrderedChoice(tx, { accountId: userId, productId: product.id, days: dates, itemId: cartItem })
      : nothing,
  )
}

/** What goes behind it: whether the cart is empty shows once the claim has taken its holds over. */
function writeAround(tx: Transaction, { party, row, forgets, at }: Placing) {
  return together(forgets ? endEmptyCart(tx, row.userId) : nothing, recordPlaced(tx, party, row, at))
}

/** The units of a new booking, over what its customer held for it. */
export function claimOf(
  product: ProductToOrder,
  { id, userId, dates }: Pick<Booking, "id" | "userId" | "dates">,
  at: Date,
): ClaimRequest {
  return {
    productId: product.id,
    days: dates,
    stock: stockOf(product),
    occupant: { kind: "booking", bookingId: id },
    customerId: userId,
    at,
  }
}

/**
 * The version of the terms that an order accepts. Who acts for another accepts none: the account's holder does, by
 * signing the contract (D55).
 */
export function termsAccepted(party: Party, { termsVersion = null }: Pick<BookingOrder, "termsVersion">) {
  return isForAnother(party) ? null : termsVersion
}

export async function recordPlaced(
  tx: Transaction,
  party: Party,
  booking: Pick<Booking, "id" | "total" | "dates">,
  at: Date,
): Promise<void> {
  const { account } = party
  await recordEvent(tx, {
    by: party,
    action: "booking.placed",
    subject: booking.id,
    details: { total: booking.total, days: booking.dates },
    ...(isForAnother(party) ? { personal: { for: account.name } } : {}),
    at,
  })
}

/** A delivery that was worked out for a whole order, and what the others have of it (D48). */
export type OrderDelivery = { quote: AddressQuote; shared: SharedDelivery | null }

export type WorkedOut = { product: ProductToOrder; row: Omit<OrderedBooking, "placedBy" | "number">; price: Price }

/** What an order is worked out from, as it is now. */
export type OrderBasis = { product: ProductToOrder | null; settings: FinanceSettings; around: Around }

/** To be sent with what else is read (`readTogether`). `ordering`: what its customer holds for this very order is free. */
async function readOrderBasis(
  executor: Executor,
  account: { id: ProfileId },
  { productId, days }: Pick<BookingOrder, "productId" | "days">,
  at: Date,
  ordering: { cartItem: CartItemId | null } | null = null,
): Promise<OrderBasis> {
  const [product, settings, around] = await together(
    readProductToOrder(executor, productId),
    readFinanceSettings(executor),
    lookAround(executor, { productId, days, customerId: account.id, ordering, at }),
  )
  return { product, settings, around }
}

/**
 * What a booking would be and cost, without placing it. The owner may go beyond the notice and the horizon that
 * customers are held to; nobody goes beyond what is free. While the address is missing, `unfinished` leaves the
 * delivery out of the price. `delivery` is that of the whole order which this is a part of: the address is then not asked.
 */
export async function quoteOrder(
  account: { id: ProfileId },
  order: BookingOrder,
  at: Date,
  working: Working,
): Promise<Result<WorkedOut, PlaceProblem>> {
  const [found] = await readTogether((executor) => [readOrderBasis(executor, account, order, at)])
  return workOut(order, found, account, at, working)
}

type Working = { by: AskedBy; unfinished?: boolean; delivery?: OrderDelivery }

/** The same from what was read; asks the map where the address is. */
export async function workOut(
  order: BookingOrder,
  { product, settings, around }: OrderBasis,
  account: { id: ProfileId },
  at: Date,
  { by, unfinished = false, delivery }: Working,
): Promise<Result<WorkedOut, PlaceProblem>> {
  const hasAddress = isComplete(order.address)
  if (!hasAddress && !unfinished) return err({ kind: "address-incomplete" })
  if (!product) return err({ kind: "not-for-rent" })

  const options = bookOptions(product.offers, order.options)
  if (!options.ok) return err({ kind: "choice-refused", problem: options.error })
  const packs = checkPhotoPacks(order.photoPacks)
  if (packs) return err({ kind: "choice-refused", problem: packs })

  const free = checkAmong(product, order.days, around, { at, by })
  if (!free.ok) return free
  const days = free.value
  const [first, last] = [days[0] as Day, days.at(-1) as Day]

  const asked = order.isDelivery && (hasAddress || delivery !== undefined)
  const quote = asked ? (delivery?.quote ?? (await quoteForAddress(order.address, order.distanceKm, settings))) : null
  if (quote?.kind === "too-far") return err(quote)
  const tariff = product
  const shared = delivery?.shared ?? null
  // What is counted with another booking is free here, whatever its distance turns out to be (D48).
  const isCounted = shared?.counted !== false
  const deliveryFee = quote && (isCounted ? quote.fee : 0)
  const price = priceOf({
    product: tariff,
    days: days.length,
    options: options.value,
    photoPacks: order.photoPacks,
    deliveryFee,
    shared,
  })
  if (price.total > MAX_TO_PAY) return err({ kind: "too-much", total: price.total })
  if (order.shownTotal !== null && order.shownTotal !== price.total) {
    return err({ kind: "price-changed", shown: order.shownTotal, total: price.total })
  }

  const row: WorkedOut["row"] = {
    id: randomUUID(),
    userId: account.id,
    productId: product.id,
    dates: days,
    firstDay: first,
    lastDay: last,
    productName: tariff.name,
    dailyPrice: tariff.dailyPrice,
    options: { items: options.value, total: price.optionsTotal },
    photoPacks: order.photoPacks,
    photoPackPrice: tariff.photoPackPrice,
    photoPackQuantity: tariff.photoPackQuantity,
    total: price.total,
    priceLines: storedPrice(price),
    isDelivery: order.isDelivery,
    address: order.address,
    distance: quote?.distanceKm ?? 0,
    distanceToConfirm: isCounted && quote?.kind === "to-confirm",
    addressPrecision: quote?.precision ?? null,
    addressCentre: quote?.kind === "quoted" ? (quote.centre ?? null) : null,
    deliveryFee: deliveryFee ?? 0,
    idempotencyKey: order.idempotencyKey,
    orderId: null,
    termsVersion: order.termsVersion ?? null,
    requestedAt: at,
    answerDueAt: answerDue(at),
    expiresAt: requestExpires(at, first, settings.pendingExpiryDays),
    createdAt: at,
  }
  return ok({ product, row, price })
}

/** What stands in its way, unless the same order was placed a moment ago: of a double click both are told the same (D9). */
async function replayOrRefuse(
  account: Account,
  order: BookingOrder,
  problem: PlaceProblem | null,
): Promise<Result<PlacedBooking, PlaceProblem>> {
  const ours = await bookingWithKey(account.id, order.idempotencyKey)
  if (ours) return replay(ours, order)
  if (problem) return err(problem)
  throw new Error("Error creating booking")
}

/**
 * An order that was sent before is not placed twice; a key that comes back with other choices is refused, not answered as
 * if they had been taken. A form that is sent again after its draft has gone says no address: that is no other one.
 */
function replay(booking: Booking, order: BookingOrder): Result<PlacedBooking, PlaceProblem> {
  const same =
    booking.productId === order.productId &&
    booking.isDelivery === order.isDelivery &&
    booking.photoPacks === order.photoPacks &&
    booking.dates.join() === sortedDays(order.days).join() &&
    quantitiesOf(booking.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))) ===
      quantitiesOf(order.options) &&
    (!isComplete(order.address) || isDeepStrictEqual(booking.address, order.address))
  return same ? ok({ booking, repeated: true }) : err({ kind: "already-sent" })
}

function quantitiesOf(options: readonly OptionChoice[]): string {
  const chosen = options
    .filter(({ quantity }) => quantity > 0)
    .map(({ optionId, quantity }) => `${optionId}×${quantity}`)
  return chosen.sort().join()
}
