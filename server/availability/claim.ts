import { type Placeholder, type SQL, sql } from "drizzle-orm"
import { type BookingId, type CartId, type CartItemId, type ProductId, type ProfileId, isId } from "../../domain/id.ts"
import { type Claim, type Stock, type TakenUnit, chooseUnits, spanOf } from "../../domain/availability/units.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import { type Executor, type Transaction, together, transaction } from "../database.server.ts"
import { databaseErrorCode, isUniqueViolation, refusalIn } from "../database/failures.ts"
import { preparedSql } from "../database/prepared.ts"
import { orderedLine } from "../cart/ordered-line.ts"
import { type ExpiredUnit, expiredRequest, expiredUnits, refuseExpired } from "./expire.ts"

/** Who takes the units: a cart until it ends, or a booking. */
export type Occupant =
  | { kind: "hold"; cartId: CartId; endsAt: Date; cartItemId?: CartItemId }
  | { kind: "booking"; bookingId: BookingId }

export type ClaimRequest = {
  productId: ProductId
  days: readonly Day[]
  stock: Stock
  occupant: Occupant
  /** Whose holds do not stand in the way: one's own never block (D8). */
  customerId: ProfileId | null
  at: Date
}

/** The first one may go by what was seen before its transaction. */
const ATTEMPTS = 6

/** Thrown inside a withClaimRetry transaction, so that it is undone whole: another occupant has the day. */
export class DaysTaken extends Error {
  override name = "DaysTaken"
}

/**
 * Runs a transaction that claims days, all or nothing (D7). What makes two occupants impossible is the primary key
 * of `occupancy`: a race lost against it is tried again with a fresh look, because another unit may be free.
 * Several claims in one transaction must come sorted by product: then no two transactions wait for each other.
 */
export function withClaimRetry<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value | "days-taken"> {
  return retryingLostRaces(() => transaction(work))
}

/**
 * The same for a verb that has decided by what it saw (decision 74): first `asSeen`, in one flight, whose statements refuse
 * what is so no more; then `looking`, in a transaction that looks again. Null: what it saw does not decide.
 */
export function asSeenOrLooking<Value>(
  asSeen: (() => Promise<Value>) | null,
  looking: (hasLost: boolean) => Promise<Value>,
): Promise<Value | "days-taken"> {
  let attempts = 0
  return retryingLostRaces(() => (attempts++ === 0 && asSeen ? asSeen() : looking(attempts > 1)))
}

/** What a flight refuses because it is not so any more. */
const outdated = new Set(["profile-changed", "cart-changed", "booking-changed"])

async function retryingLostRaces<Value>(work: () => Promise<Value>): Promise<Value | "days-taken"> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { reason } = refusalIn(error) ?? { reason: "" }
      if (error instanceof DaysTaken || reason === "days-taken") return "days-taken"
      // A deadlock that trying again did not cure is a race lost like another (D7).
      if (databaseErrorCode(error) === "40P01") return "days-taken"
      if (!outdated.has(reason) && !isUniqueViolation(error, "occupancy_one_occupant")) throw error
    }
  }
  return "days-taken"
}

/** Several claims of one transaction, sorted as `withClaimRetry` wants them: by product, then by first day (D7). */
export function inClaimOrder<Item>(
  items: readonly Item[],
  claimOf: (item: Item) => { productId: ProductId; dates: readonly Day[] },
): Item[] {
  const place = (item: Item) => {
    const { productId, dates } = claimOf(item)
    return `${productId} ${dates[0]}`
  }
  return items.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** Takes one unit for each day, with its preparation days. Throws DaysTaken when a day has none left. */
export async function claimDays(tx: Transaction, request: ClaimRequest): Promise<void> {
  await claimAmong(tx, request, await findUnits(tx, request))
}

/**
 * What stands around days that a customer asks for, seen before anything is decided: `taken` by others, or closed for every
 * unit; `own`, held by the customer for something else; `ended`, which stops nobody and has to go before a claim;
 * `expired`, which its booking has to be told of first.
 */
export type Around = {
  taken: TakenUnit[]
  own: TakenUnit[]
  ended: TakenUnit[]
  expired: TakenUnit[]
  closed: ReadonlySet<Day>
}

export type Asking = {
  productId: ProductId
  days: readonly Day[]
  customerId: ProfileId
  /** What the customer holds for this very order counts as free: the wizard's days, and this line or one just like it. */
  ordering: { cartItem: CartItemId | null } | null
  at: Date
}

/** A unit on a day, and what it is to who asks. `ordered`: held for this very order. */
type FoundUnit = {
  unit: number
  day: Day
  found: "taken" | "own" | "ended" | "expired" | "closed" | "ordered"
}

/** What a row of `occupancy` is to a customer; `isOrdered`: whether what they hold is held for this order. */
function foundAs(given: (name: string) => Placeholder, isOrdered: SQL): SQL {
  return sql`case
      when kind = 'hold' and hold_ends_at <= ${given("at")} then 'ended'
      when kind = 'hold' and cart_id in (select id from carts where user_id = ${given("customerId")}) then
        case when ${isOrdered} then 'ordered' else 'own' end
      when ${expiredRequest(given("at"))} then 'expired'
      else 'taken' end`
}

const unitsAround = preparedSql<FoundUnit>(
  "units_around",
  (given) => sql`
    with around as (
      select ${given("first")}::date - preparation_days_before as first, ${given("last")}::date + preparation_days_after as last, stock
      from products where id = ${given("productId")})
    select unit, day, ${foundAs(
      given,
      sql`${given("ordering")}::boolean and (cart_item_id is null or cart_item_id = (${orderedLine(given)}))`,
    )} as found
    from occupancy
    where product_id = ${given("productId")} and day between (select first from around) and (select last from around)
    union all
    select unit, date, 'closed' from available_dates, around, generate_series(1, around.stock) unit
    where product_id = ${given("productId")} and date between (select first from around) and (select last from around)
      and not is_available`,
)

/** To be sent with what else is read (`readTogether`). Of no days at all it finds nothing. */
export async function lookAround(
  executor: Executor,
  { productId, days, customerId, ordering, at }: Asking,
): Promise<Around> {
  const sorted = sortedDays(days)
  if (sorted.length === 0 || !isId(productId)) return aroundOf([])
  const { rows } = await unitsAround(executor).execute({
    productId,
    first: sorted[0],
    last: sorted.at(-1),
    customerId,
    ordering: ordering !== null,
    accountId: customerId,
    itemId: ordering?.cartItem ?? null,
    days: sorted,
    at: at.toISOString(),
  })
  return aroundOf(rows)
}

const unitsAroundCart = preparedSql<FoundUnit & { itemId: CartItemId }>(
  "units_around_cart",
  (given) => sql`
    with line as (
      select cart_items.id, product_id, dates from cart_items join carts on carts.id = cart_id
      where cart_id = ${given("cartId")} and user_id = ${given("customerId")}),
    around as (
      select line.id as line, product_id as product, dates[1] - preparation_days_before as first,
        dates[cardinality(dates)] + preparation_days_after as last, stock
      from line join products on products.id = product_id)
    select line as "itemId", unit, day, ${foundAs(
      given,
      sql`cart_item_id is null or cart_item_id in (select id from line)`,
    )} as found
    from around join occupancy on product_id = product and day between first and last
    union all
    select line, unit, date, 'closed'
    from around join available_dates on product_id = product and date between first and last and not is_available,
      generate_series(1, stock) unit`,
)

/** The same for each line of a cart that is ordered whole: what its lines hold is held for this order. */
export async function lookAroundCart(
  executor: Executor,
  { cartId, customerId, at }: { cartId: CartId; customerId: ProfileId; at: Date },
): Promise<(itemId: CartItemId) => Around> {
  const { rows } = await unitsAroundCart(executor).execute({ cartId, customerId, at: at.toISOString() })
  return (itemId) => aroundOf(rows.filter((row) => row.itemId === itemId))
}

function aroundOf(rows: readonly FoundUnit[]): Around {
  const around: Around & { closed: Set<Day> } = { taken: [], own: [], ended: [], expired: [], closed: new Set() }
  for (const { unit, day, found } of rows) {
    if (found === "closed") around.closed.add(day)
    if (found === "closed") around.taken.push({ unit, day })
    else if (found !== "ordered") around[found].push({ unit, day })
  }
  return around
}

/** Units that were chosen by what was seen, and what has to go from them first. */
export type Chosen = { claims: Claim[]; overHolds: "none" | "ended" | "own" }

/**
 * The choice of `claimDays` by what was seen before the transaction; null when a day has none left, or when a request whose
 * time has run out must be told first. Another occupant meanwhile is refused by the constraint, and a day that was closed
 * or a unit that has gone by the claim itself.
 */
export function chooseAmong(days: readonly Day[], stock: Stock, { taken, own, ended, expired }: Around): Chosen | null {
  const untouched = chooseUnits(days, stock, [...taken, ...own])
  const claims = untouched ?? chooseUnits(days, stock, taken)
  if (claims === null) return null
  const stands = (places: readonly TakenUnit[]) =>
    places.some((place) => claims.some(({ unit, day }) => unit === place.unit && day === place.day))
  if (stands(expired)) return null
  return { claims, overHolds: untouched === null ? "own" : stands(ended) ? "ended" : "none" }
}

/** Sends the claim of what was chosen, without waiting for an answer (`inOneFlight`). It fails where it may not be had. */
export function sendClaim(
  tx: Transaction,
  request: Omit<ClaimRequest, "days" | "stock">,
  { claims, overHolds }: Chosen,
): Promise<unknown>[] {
  const customerId = overHolds === "own" ? request.customerId : null
  return [
    ...(overHolds === "none" ? [] : [clearHoldsInTheWay(tx, { ...request, customerId }, claims)]),
    insertClaims(tx, request, claims, "open days"),
  ]
}

/** What a claim finds around its days: the units that stand in its way, and those that only somebody's expired request has. */
type UnitsFound = { taken: TakenUnit[]; expired: ExpiredUnit[] }

async function findUnits(tx: Transaction, request: ClaimRequest): Promise<UnitsFound> {
  const { productId, days, stock, at } = request
  const [taken, expired] = await together(
    // What one line of a customer's cart holds is not taken from it for another while some other unit is free.
    takenUnits(tx, { ...request, customerId: null }),
    expiredUnits(tx, { productId, days: daysAround(days, stock), at }),
  )
  return { taken, expired }
}

async function claimAmong(tx: Transaction, request: ClaimRequest, { taken, expired }: UnitsFound): Promise<void> {
  const { days, stock, customerId } = request
  const untouched = chooseUnits(days, stock, taken)
  const claims = untouched ?? (customerId === null ? null : chooseUnits(days, stock, await takenUnits(tx, request)))
  if (claims === null) throw new DaysTaken()
  await takeOver(tx, request, claims, expired, "open days")
}

/**
 * Writes claims that were chosen already, over the holds that yield and the requests whose time has run out. The
 * constraint refuses what somebody else has.
 */
export async function takeUnits(
  tx: Transaction,
  request: Omit<ClaimRequest, "days" | "stock">,
  claims: readonly Claim[],
): Promise<void> {
  const { productId, at } = request
  const expired = await expiredUnits(tx, { productId, days: claims.map(({ day }) => day), at })
  await takeOver(tx, request, claims, expired, "any days")
}

async function takeOver(
  tx: Transaction,
  request: Omit<ClaimRequest, "days" | "stock">,
  claims: readonly Claim[],
  expired: readonly ExpiredUnit[],
  of: "open days" | "any days",
) {
  const inTheWay = expired.filter((had) => claims.some(({ unit, day }) => unit === had.unit && day === had.day))
  // Their rows go before the new ones come.
  if (inTheWay.length > 0) await refuseExpired(tx, [...new Set(inTheWay.map(({ id }) => id))], request.at)
  await together(clearHoldsInTheWay(tx, request, claims), insertClaims(tx, request, claims, of))
}

/**
 * Units occupied by somebody else around those days; ended holds and requests do not count, nor do one's own holds. A closed day takes
 * every unit, also one whose hold ended after the owner closed it.
 */
export async function takenUnits(
  executor: Executor,
  { productId, days, stock, customerId, at }: Pick<ClaimRequest, "productId" | "days" | "stock" | "customerId" | "at">,
): Promise<TakenUnit[]> {
  const taken = await unitsTaken(executor).execute({
    productId,
    days: daysAround(days, stock),
    units: stock.units,
    customerId,
    at: at.toISOString(),
  })
  return taken.rows
}

/** These days with their days of preparation. */
function daysAround(days: readonly Day[], stock: Stock): Day[] {
  return sortedDays(days.flatMap((day) => spanOf(day, stock)))
}

/** A hold that stops nobody: it has ended, or it is the customer's own. A stranger's `customerId` is null. */
const endedOrOwnHold = sql`(kind = 'hold' and (hold_ends_at <= ${sql.placeholder("at")}
      or cart_id in (select id from carts where user_id = ${sql.placeholder("customerId")})))`

/** True of a row of `occupancy` that stops nobody at that moment (D8, D12). */
export const yieldsToClaims = sql`(${endedOrOwnHold} or ${expiredRequest(sql.placeholder("at"))})`

const unitsTaken = preparedSql<TakenUnit>(
  "units_taken",
  (given) => sql`
    select unit, day from occupancy
    where product_id = ${given("productId")} and day = any(${given("days")}::date[]) and not ${yieldsToClaims}
    union
    select unit, date from available_dates, generate_series(1, ${given("units")}::integer) unit
    where product_id = ${given("productId")} and date = any(${given("days")}::date[]) and not is_available`,
)

const deleteYieldingHolds = preparedSql(
  "delete_yielding_holds",
  (given) => sql`
    delete from occupancy using (
      select product_id as p, unit as u, day as d from occupancy
      where product_id = ${given("productId")} and ${endedOrOwnHold}
        and (unit, day) in (select * from unnest(${given("units")}::integer[], ${given("days")}::date[]))
      order by product_id, day, unit
      for update
    ) yielding
    where product_id = p and unit = u and day = d`,
)

async function clearHoldsInTheWay(
  tx: Transaction,
  { productId, customerId, at }: Pick<ClaimRequest, "productId" | "customerId" | "at">,
  claims: readonly Claim[],
) {
  await deleteYieldingHolds(tx).execute({ productId, customerId, at: at.toISOString(), ...columnsOf(claims) })
}

// The stock is read again under a lock, which waits for anyone who is lowering it: no claim lands on a unit that goes, and
// none that only fits in part stays.
const insertOccupancy = preparedSql(
  "insert_occupancy",
  (given) => sql`
    with claimed as (
    insert into occupancy (product_id, unit, day, role, kind, cart_id, cart_item_id, hold_ends_at, booking_id)
    select ${given("productId")}::uuid, unit, day, role, ${given("kind")}::text, ${given("cartId")}::uuid,
      ${given("cartItemId")}::uuid, ${given("endsAt")}::timestamptz, ${given("bookingId")}::uuid
    from unnest(${given("units")}::integer[], ${given("days")}::date[], ${given("roles")}::text[]) as claim (unit, day, role)
      join (select stock from products where id = ${given("productId")}::uuid for key share) product on unit <= product.stock
    where not ${given("openOnly")}::boolean or day not in (
      select date from available_dates
      where product_id = ${given("productId")} and date = any(${given("days")}::date[]) and not is_available)
    order by day, unit
    returning 1)
    select refuse('days-taken') from (select count(*) as claimed from claimed) counted
    where claimed <> cardinality(${given("units")}::integer[])`,
)

async function insertClaims(
  tx: Transaction,
  { productId, occupant }: Pick<ClaimRequest, "productId" | "occupant">,
  claims: readonly Claim[],
  of: "open days" | "any days",
) {
  const hold = occupant.kind === "hold" ? occupant : null
  const bookingId = occupant.kind === "booking" ? occupant.bookingId : null
  await insertOccupancy(tx).execute({
    productId,
    kind: occupant.kind,
    cartId: hold?.cartId ?? null,
    cartItemId: hold?.cartItemId ?? null,
    endsAt: hold?.endsAt.toISOString() ?? null,
    bookingId,
    openOnly: of === "open days",
    ...columnsOf(claims),
  })
}

/** One list for each column: a prepared statement then takes any number of claims. */
function columnsOf(claims: readonly Claim[]) {
  return {
    units: claims.map(({ unit }) => unit),
    days: claims.map(({ day }) => day),
    roles: claims.map(({ role }) => role),
  }
}
