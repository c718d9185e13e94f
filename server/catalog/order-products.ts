import { and, asc, desc, isNotNull, isNull, ne } from "drizzle-orm"
import { type Direction, placeInList, hasSameEntries } from "../../isomorphic/ordering.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Result, ok } from "../../domain/result.ts"
import { lockByName } from "../platform/revisions/edits.ts"
import { type OrderProblem, type OrderRule, moveTo, orderList } from "../platform/revisions/list-order.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { products } from "../platform/schema/catalog.ts"

const LIST = "products"
const CATALOGUE = "products"

/** Unplaced products (0) come first, newest first, as the specification asks. */
export const catalogueOrder = [asc(products.order), desc(products.createdAt), asc(products.name)]

export async function moveProduct(
  actor: Staff,
  id: ProductId,
  direction: Direction,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, at, moveTo(id, direction))
}

export const ORDER_PAGE_SIZE = 25

/** Fails when the stored page lists other products. */
export async function orderProducts(
  actor: Staff,
  order: readonly ProductId[],
  { page = 1, at = new Date() } = {},
): Promise<Result<null, OrderProblem>> {
  const from = (page - 1) * ORDER_PAGE_SIZE
  return reorder(actor, at, (ids) =>
    hasSameEntries(ids.slice(from, from + ORDER_PAGE_SIZE), order)
      ? ids.toSpliced(from, order.length, ...order)
      : { kind: "list-changed" },
  )
}

export async function moveProductFirst(
  actor: Staff,
  id: ProductId,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, at, (ids) => (ids.includes(id) ? placeInList(ids, ids.indexOf(id), 0) : { kind: "gone" }))
}

export async function resetProductOrder(actor: Staff, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    await lockByName(tx, LIST)
    await tx.update(products).set({ order: 0 })
    await recordEvent(tx, { by: actor, action: "product.order-forgotten", subject: CATALOGUE, at })
  })
}

async function reorder(actor: Staff, at: Date, rule: OrderRule<ProductId>): Promise<Result<null, OrderProblem>> {
  const list = {
    name: LIST,
    table: products,
    where: isNull(products.archivedAt),
    sortColumns: catalogueOrder,
    first: 1,
  }
  return transaction(async (tx) => {
    const result = await orderList(tx, list, rule)
    if (!result.ok) return result
    await tx
      .update(products)
      .set({ order: 0 })
      .where(and(isNotNull(products.archivedAt), ne(products.order, 0)))
    const details = { order: result.value.order }
    await recordEvent(tx, { by: actor, action: "product.ordered", subject: CATALOGUE, details, at })
    return ok(null)
  })
}
