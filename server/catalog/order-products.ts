import { and, asc, desc, isNotNull, isNull, ne } from "drizzle-orm"
import { type Direction, placed, sameEntries } from "../../isomorphic/ordering.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Result, ok } from "../../domain/result.ts"
import { lockList } from "../platform/revisions/edits.ts"
import { type OrderProblem, type OrderRule, moving, orderList } from "../platform/revisions/list-order.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { products } from "../platform/schema/catalog.ts"

const LIST = "products"
/** What the record calls the list as a whole. */
const CATALOGUE = "products"

/**
 * The order of the catalogue: what the owner has placed, from 1 on; before it what was never placed (0), newest first.
 * So a catalogue that nobody ordered is newest first, as specified, and a new product comes first until it is placed.
 */
export const inCatalogueOrder = [asc(products.order), desc(products.createdAt), asc(products.name)]

export async function moveProduct(
  actor: Administrator,
  id: ProductId,
  direction: Direction,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, at, moving(id, direction))
}

/** As many as one page of the order shows, and one drag puts in another order. */
export const PRODUCTS_TO_ORDER = 25

/** Puts one page of the catalogue in that order. Refused when it is not the page that is stored. */
export async function orderProducts(
  actor: Administrator,
  order: readonly ProductId[],
  { page = 1, at = new Date() } = {},
): Promise<Result<null, OrderProblem>> {
  const from = (page - 1) * PRODUCTS_TO_ORDER
  return reorder(actor, at, (ids) =>
    sameEntries(ids.slice(from, from + PRODUCTS_TO_ORDER), order)
      ? ids.toSpliced(from, order.length, ...order)
      : { kind: "list-changed" },
  )
}

/** Puts a product before all others, from whatever page. */
export async function putProductFirst(
  actor: Administrator,
  id: ProductId,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, at, (ids) => (ids.includes(id) ? placed(ids, ids.indexOf(id), 0) : { kind: "gone" }))
}

/** Forgets the owner's order: newest first again. */
export async function forgetProductOrder(actor: Administrator, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    await lockList(tx, LIST)
    await tx.update(products).set({ order: 0 })
    await recordEvent(tx, { by: actor, action: "product.order-forgotten", subject: CATALOGUE, at })
  })
}

async function reorder(
  actor: Administrator,
  at: Date,
  rule: OrderRule<ProductId>,
): Promise<Result<null, OrderProblem>> {
  const list = { name: LIST, table: products, where: isNull(products.archivedAt), inOrder: inCatalogueOrder, first: 1 }
  return transaction(async (tx) => {
    const ordered = await orderList(tx, list, rule)
    if (!ordered.ok) return ordered
    // Whatever comes back from the archive is new again.
    await tx
      .update(products)
      .set({ order: 0 })
      .where(and(isNotNull(products.archivedAt), ne(products.order, 0)))
    const details = { order: ordered.value.order }
    await recordEvent(tx, { by: actor, action: "product.ordered", subject: CATALOGUE, details, at })
    return ok(null)
  })
}
