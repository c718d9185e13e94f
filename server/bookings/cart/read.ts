import { and, asc, desc, eq, sql } from "drizzle-orm"
import { unavailableDays } from "../../../domain/availability/calendar.ts"
import { groupOverlapping } from "../../../domain/cart/overlapping.ts"
import { type CartState, MAX_EXTENSIONS, cartTotal } from "../../../domain/cart/cart.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { CartId, CartItemId, Id, ProductId, ProfileId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import type { OptionOffer } from "../../../domain/pricing/options.ts"
import {
  type OptionChoice,
  type Price,
  type ProductTariff,
  bookOptions,
  linesOfRental,
  priceOf,
  toPrice,
} from "../../../domain/pricing/price.ts"
import {
  type BookedPlan,
  type PlanChoice,
  type PlanProblem,
  agreedPlan,
  bookPlan,
} from "../../../domain/pricing/rate-plan.ts"
import { rulesForRental } from "../../../domain/pricing/price-rule.ts"
import { type ProposedTimes, proposeTimes } from "../../../domain/rental/rental-times.ts"
import {
  firstDay,
  lastDay,
  rentalDays,
  numberOfDays,
  type RentalPeriod,
  periodOf,
} from "../../../domain/rental/rental.ts"
import { readProductCalendar } from "../../availability/queries.ts"
import { type ProductToOrder, selectOfferedProduct } from "../../catalog/product-to-order.ts"
import { readProductForRent, toTariff } from "../../catalog/queries.ts"
import { withParts } from "../../catalog/bundle-parts.ts"
import { type Priced, withPlans } from "../../catalog/rate-plans.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { type ImageRow, findImagesByUrl } from "../../platform/images/queries.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { readPlacingTerms } from "../placing-terms.ts"
import { choiceOfRental, findHeldCart } from "../shown-prices/held-price.ts"
import type { ShownRow } from "../../../domain/booking/shown-price.ts"
import { type DigestedLine, cartDigest } from "./digest.ts"
import { toPlanChoice } from "./plan-columns.ts"
import { findValidCart } from "./hold.ts"

export type CartLine = {
  id: CartItemId
  product: { id: ProductId; name: string; imageAlt: string; image: ImageRow | null; securityDeposit: Cents }
  features: readonly string[]
  tariff: ProductTariff
  when: RentalPeriod
  /** null where the plan is no longer offered, and for whole days at the daily price. */
  plan: BookedPlan | null
  times: ProposedTimes | null
  planChoice: PlanChoice
  options: OptionChoice[]
  choices: OptionChoice[]
  photoPacks: number
  price: Price
  changed: boolean
  offered: boolean
  /** The product is offered, but no longer by this plan. */
  planProblem: PlanProblem | null
  unavailable: Day[]
}

export type Cart = {
  id: CartId
  state: CartState
  endsAt: Date
  extensionsLeft: number
  lines: CartLine[]
  /** Excludes delivery. */
  total: Cents
  digest: string
  /** null unless the cart holds just what was shown, at its price (D66). */
  held: ShownRow | null
}

/** The valid cart, else the last ended one, priced anew (D3). */
export async function readCart(accountId: ProfileId, at: Date, { hold = true } = {}): Promise<Cart | null> {
  const [cart] = await db
    .select({
      id: carts.id,
      endsAt: carts.expiresAt,
      extended: carts.extended,
      shownPriceId: carts.shownPriceId,
      open: sql<boolean>`${carts.expiresAt} > ${at.toISOString()}`,
    })
    .from(carts)
    .where(and(eq(carts.userId, accountId), sql`exists (select 1 from cart_items where cart_id = ${carts.id})`))
    .orderBy(desc(sql`${carts.expiresAt} > ${at.toISOString()}`), desc(carts.createdAt))
    .limit(1)
  if (!cart) return null
  const rows = await db
    .select({ item: cartItems, product: products })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(eq(cartItems.cartId, cart.id))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
  const images = await findImagesByUrl(rows.map(({ product }) => product.imageUrl))
  const lines: CartLine[] = []
  for (const row of rows) {
    const image = row.product.imageUrl === null ? null : (images.get(row.product.imageUrl) ?? null)
    lines.push(await toCartLine(row, image, { customerId: accountId, at }))
  }
  const held = hold && cart.shownPriceId && (await holdLines(cart.shownPriceId, lines, at))
  const total = cartTotal(
    lines.map(({ price, offered, unavailable }) => ({
      total: price.total,
      available: offered && unavailable.length === 0,
    })),
  )
  return {
    id: cart.id,
    state: cart.open ? "open" : "expired",
    endsAt: cart.endsAt,
    extensionsLeft: MAX_EXTENSIONS - cart.extended,
    lines,
    total,
    digest: cartDigest(lines.map(digestedLine)),
    held: held || null,
  }
}

function digestedLine({ product, when, planChoice, choices, photoPacks }: CartLine): DigestedLine {
  return { productId: product.id, days: rentalDays(when), plan: planChoice, options: choices, photoPacks }
}

/** Gives the lines their shown prices; returns one of the rows, which share their delivery. */
async function holdLines(id: Id, lines: CartLine[], at: Date): Promise<ShownRow | null> {
  const groups = groupOverlapping(lines, ({ when }) => rentalDays(when))
  const rows = await findHeldCart(
    id,
    groups.map((group) => group.map(digestedLine)),
    at,
  )
  if (!rows) return null
  for (const [index, { rentals, priceLines }] of rows.entries()) {
    const rest = [...rentals]
    for (const line of groups[index] ?? []) {
      const digest = cartDigest([digestedLine(line)])
      const place = rest.findIndex((rental) => cartDigest([choiceOfRental(rental)]) === digest)
      const [rental] = rest.splice(place, 1)
      if (rental) line.price = toPrice(linesOfRental(priceLines.lines, rental))
    }
  }
  return rows[0] ?? null
}

export type StoredLine = {
  itemId: CartItemId
  productId: ProductId
  productName: string
  days: Day[]
  plan: PlanChoice
  options: OptionChoice[]
  photoPacks: number
}

export type LineToOrder = { stored: StoredLine; product: ProductToOrder | null }

export async function readLinesToOrder(
  executor: Executor,
  accountId: ProfileId,
  cartId: CartId,
): Promise<LineToOrder[]> {
  const { rows } = await executor.execute<{
    stored: StoredLine
    product: Omit<ProductToOrder, keyof Priced | "parts"> | null
  }>(sql`
    select to_jsonb(offered) as product,
      jsonb_build_object('itemId', line.id, 'productId', line.product_id, 'productName', named.name, 'days', line.dates,
        'plan', jsonb_build_object('id', line.plan_id, 'startTime', line.start_time, 'extraHours', line.extra_hours),
        'options', line.options, 'photoPacks', line.photo_packs) as stored
    from cart_items line join carts cart on cart.id = line.cart_id join products named on named.id = line.product_id
      left join lateral (${selectOfferedProduct(sql`line.product_id`)}) offered on true
    where line.cart_id = ${cartId} and cart.user_id = ${accountId}
    order by line.created_at, line.id`)
  const withTheirPlans = await withPlans(
    rows.flatMap(({ product }) => product ?? []),
    ({ dailyPrice }) => dailyPrice,
    executor,
  )
  const offered = await withParts(withTheirPlans, executor)
  const byId = new Map(offered.map((product) => [product.id, product]))
  return rows.map(({ stored, product }) => ({ stored, product: (product && byId.get(product.id)) ?? null }))
}

export function toOrderLine(line: StoredLine, product: ProductToOrder | null): StoredLine {
  return { ...line, options: keepOfferedOptions(product, line.options).choices }
}

function keepOfferedOptions(offered: { offers: readonly OptionOffer[] } | null, options: readonly OptionChoice[]) {
  const offers = offered?.offers ?? []
  const stillOffered = options.reduce<OptionChoice[]>(
    (kept, choice) => (bookOptions(offers, [...kept, choice]).ok ? [...kept, choice] : kept),
    [],
  )
  const answer = bookOptions(offers, stillOffered)
  const booked = answer.ok ? answer.value : []
  return { stillOffered, booked, choices: booked.map(({ id, quantity }) => ({ optionId: id, quantity })) }
}

type Row = { item: typeof cartItems.$inferSelect; product: typeof products.$inferSelect }

async function toCartLine(
  { item, product }: Row,
  image: ImageRow | null,
  viewer: { customerId: ProfileId; at: Date },
): Promise<CartLine> {
  const offered = await readProductForRent(product.id)
  const tariff = toTariff(product)
  const { stillOffered, booked, choices } = keepOfferedOptions(offered, item.options)
  const planChoice = toPlanChoice(item)
  const planned = bookPlan(offered?.plans ?? [], planChoice, rentalDays(item))
  const plan = planned.ok ? agreedPlan(planned.value.plan) : null
  const requestedOn = dayInParis(viewer.at)
  const rented = { productId: product.id, plan, days: rentalDays(item) }
  const price = priceOf({
    product: tariff,
    days: numberOfDays(item),
    plan,
    rules: rulesForRental({ rules: offered?.rules ?? [], requestedOn }, rented),
    options: booked,
    photoPacks: item.photoPacks,
    deliveryFee: null,
  })
  const [first, last] = [firstDay(item), lastDay(item)]
  return {
    id: item.id,
    product: {
      id: product.id,
      name: product.name,
      imageAlt: product.imageAlt,
      image,
      securityDeposit: offered?.securityDeposit ?? product.securityDeposit,
    },
    features: product.features,
    tariff,
    when: periodOf(item),
    plan,
    planChoice,
    times: proposeTimes({ dates: rentalDays(item), plan }, await readPlacingTerms(product.id, first), requestedOn),
    options: stillOffered,
    choices,
    photoPacks: item.photoPacks,
    price,
    changed: stillOffered.length < item.options.length,
    offered: offered !== null && planned.ok,
    planProblem: offered === null || planned.ok ? null : planned.error,
    unavailable: offered
      ? unavailableDays(rentalDays(item), await readProductCalendar(offered, first, last, viewer), plan)
      : [],
  }
}

export async function countCartLines(accountId: ProfileId, at: Date): Promise<number> {
  const cart = await findValidCart(db, accountId, at)
  if (!cart) return 0
  const [row] = await db
    .select({ lines: sql<number>`count(*)::integer` })
    .from(cartItems)
    .where(eq(cartItems.cartId, cart.cartId))
  return row?.lines ?? 0
}

export async function readShownPriceOfCart(cartId: CartId): Promise<Id | null> {
  const [cart] = await db.select({ id: carts.shownPriceId }).from(carts).where(eq(carts.id, cartId))
  return cart?.id ?? null
}
