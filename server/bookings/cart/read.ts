import { and, asc, desc, eq, sql } from "drizzle-orm"
import { unavailableDays } from "../../../domain/availability/calendar.ts"
import { type CartState, MAX_EXTENSIONS, cartTotal } from "../../../domain/cart/cart.ts"
import type { Day } from "../../../domain/day.ts"
import type { CartId, CartItemId, ProductId, ProfileId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import type { OptionOffer } from "../../../domain/pricing/options.ts"
import {
  type OptionChoice,
  type Price,
  type ProductTariff,
  bookOptions,
  priceOf,
} from "../../../domain/pricing/price.ts"
import {
  firstDay,
  lastDay,
  rentalDays,
  numberOfDays,
  type RentalPeriod,
  periodOf,
} from "../../../domain/rental/rental.ts"
import { productCalendar } from "../../availability/queries.ts"
import { type ProductToOrder, offeredProduct } from "../../catalog/product-to-order.ts"
import { productForRent, tariffOf } from "../../catalog/queries.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { type ImageRow, imagesByUrl } from "../../platform/images/queries.ts"
import { cartItems, carts } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { digestOf } from "./digest.ts"
import { validCart } from "./hold.ts"

export type CartLine = {
  id: CartItemId
  product: { id: ProductId; name: string; imageAlt: string; image: ImageRow | null; securityDeposit: Cents }
  features: readonly string[]
  tariff: ProductTariff
  when: RentalPeriod
  options: OptionChoice[]
  /** Those of the options that are booked with it. */
  choices: OptionChoice[]
  photoPacks: number
  /** By today's prices; options that are not offered any more are left out, and `changed` says so. */
  price: Price
  changed: boolean
  /** False when the product is not for rent any more. */
  offered: boolean
  /** Chosen days that cannot be had any more, seen by this customer. */
  unavailable: Day[]
}

export type Cart = {
  id: CartId
  state: CartState
  endsAt: Date
  extensionsLeft: number
  lines: CartLine[]
  /** Before any delivery. */
  total: Cents
  /** Says in a form which cart was read. */
  digest: string
}

/**
 * A customer's cart with what is in it, or null when nothing is: the valid one, else the last one that ended with
 * something in it (the sweep keeps ended carts for a day). Lines are priced anew, by the rule that orders them (D3).
 */
export async function readCart(accountId: ProfileId, at: Date): Promise<Cart | null> {
  const [cart] = await db
    .select({
      id: carts.id,
      endsAt: carts.expiresAt,
      extended: carts.extended,
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
  const images = await imagesByUrl(rows.map(({ product }) => product.imageUrl))
  const lines: CartLine[] = []
  for (const row of rows) {
    const image = row.product.imageUrl === null ? null : (images.get(row.product.imageUrl) ?? null)
    lines.push(await lineOf(row, image, { customerId: accountId, at }))
  }
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
    digest: digestOf(
      lines.map(({ product, when, choices, photoPacks }) => ({
        productId: product.id,
        days: rentalDays(when),
        options: choices,
        photoPacks,
      })),
    ),
  }
}

/** A line as it was put together, whatever is still offered of it. */
export type StoredLine = {
  itemId: CartItemId
  productId: ProductId
  productName: string
  days: Day[]
  options: OptionChoice[]
  photoPacks: number
}

/** A line as it is ordered: of its options, those that are still offered. */
export type OrderedLine = StoredLine

export type LineToOrder = { stored: StoredLine; product: ProductToOrder | null }

/** The lines of one cart of a customer, open or ended, in the order in which they were added, with their products as they are offered. */
export async function readLinesToOrder(
  executor: Executor,
  accountId: ProfileId,
  cartId: CartId,
): Promise<LineToOrder[]> {
  const { rows } = await executor.execute<LineToOrder>(sql`
    select to_jsonb(offered) as product,
      jsonb_build_object('itemId', line.id, 'productId', line.product_id, 'productName', named.name, 'days', line.dates,
        'options', line.options, 'photoPacks', line.photo_packs) as stored
    from cart_items line join carts cart on cart.id = line.cart_id join products named on named.id = line.product_id
      left join lateral (${offeredProduct(sql`line.product_id`)}) offered on true
    where line.cart_id = ${cartId} and cart.user_id = ${accountId}
    order by line.created_at, line.id`)
  return rows
}

/** The same line as it can be ordered now. */
export function asOffered(line: StoredLine, product: ProductToOrder | null): OrderedLine {
  return { ...line, options: offeredChoices(product, line.options).choices }
}

/** What can still be had of a line's options: as they were chosen, as they are booked, and as choices that are booked. */
function offeredChoices(offered: { offers: readonly OptionOffer[] } | null, options: readonly OptionChoice[]) {
  const offers = offered?.offers ?? []
  const kept = options.filter((choice) => bookOptions(offers, [choice]).ok)
  const answer = bookOptions(offers, kept)
  const booked = answer.ok ? answer.value : []
  return { kept, booked, choices: booked.map(({ id, quantity }) => ({ optionId: id, quantity })) }
}

type Row = { item: typeof cartItems.$inferSelect; product: typeof products.$inferSelect }

async function lineOf(
  { item, product }: Row,
  image: ImageRow | null,
  seenBy: { customerId: ProfileId; at: Date },
): Promise<CartLine> {
  const offered = await productForRent(product.id)
  const tariff = tariffOf(product)
  const { kept, booked, choices } = offeredChoices(offered, item.options)
  const price = priceOf({
    product: tariff,
    days: numberOfDays(item),
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
      securityDeposit: product.securityDeposit,
    },
    features: product.features,
    tariff,
    when: periodOf(item),
    options: kept,
    choices,
    photoPacks: item.photoPacks,
    price,
    changed: kept.length < item.options.length,
    offered: offered !== null,
    unavailable: offered ? unavailableDays(rentalDays(item), await productCalendar(offered, first, last, seenBy)) : [],
  }
}

/** How many lines the customer's valid cart has. */
export async function countCartLines(accountId: ProfileId, at: Date): Promise<number> {
  const cart = await validCart(db, accountId, at)
  if (!cart) return 0
  const [counted] = await db
    .select({ lines: sql<number>`count(*)::integer` })
    .from(cartItems)
    .where(eq(cartItems.cartId, cart.cartId))
  return counted?.lines ?? 0
}
