import { and, asc, desc, isNotNull, isNull, ne, sql } from "drizzle-orm"
import { type Direction, moved, placed, sameEntries } from "../../isomorphic/ordering.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { lockList } from "../revisions/edits.ts"
import { type Transaction, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { products } from "../schema/catalog.ts"
import type { Gone } from "./product-rows.ts"

/** The order names other products than there are now. */
export type ListChanged = { kind: "list-changed" }

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
): Promise<Result<null, Gone | ListChanged>> {
  return reorder(actor, at, (ids) => moved(ids, id, direction) ?? { kind: "gone" })
}

/** As many as one page of the order shows, and one drag puts in another order. */
export const PRODUCTS_TO_ORDER = 25

/** Puts one page of the catalogue in that order. Refused when it is not the page that is stored. */
export async function orderProducts(
  actor: Administrator,
  order: readonly ProductId[],
  { page = 1, at = new Date() } = {},
): Promise<Result<null, Gone | ListChanged>> {
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
): Promise<Result<null, Gone | ListChanged>> {
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
  rule: (ids: ProductId[]) => ProductId[] | Gone | ListChanged,
): Promise<Result<null, Gone | ListChanged>> {
  return transaction(async (tx) => {
    await lockList(tx, LIST)
    const rows = await tx
      .select({ id: products.id })
      .from(products)
      .where(isNull(products.archivedAt))
      .orderBy(...inCatalogueOrder)
    const order = rule(rows.map(({ id }) => id))
    if (!Array.isArray(order)) return err(order)
    await store(tx, order)
    await recordEvent(tx, { by: actor, action: "product.ordered", subject: CATALOGUE, details: { order }, at })
    return ok(null)
  })
}

async function store(tx: Transaction, order: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update products set "order" = stored.place
    from unnest(${sql.param([...order])}::uuid[]) with ordinality as stored (id, place)
    where products.id = stored.id and products."order" <> stored.place`)
  // Whatever comes back from the archive is new again.
  await tx
    .update(products)
    .set({ order: 0 })
    .where(and(isNotNull(products.archivedAt), ne(products.order, 0)))
}
