import { and, asc, eq, isNull } from "drizzle-orm"
import type { Direction } from "../../isomorphic/ordering.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type OptionId, type ProductId, isId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { changedFields, fieldNames, edit } from "../platform/revisions/edits.ts"
import {
  type OrderProblem,
  type OrderRule,
  type OrderedList,
  asSent,
  moving,
  orderList,
  placeAtEnd,
} from "../platform/revisions/list-order.ts"
import { type LoadedForm, type Stale, checkVersion, versionText } from "../platform/revisions/version.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { productOptions } from "../platform/schema/catalog.ts"
import { removeRows } from "../platform/events/removal.ts"
import { type Gone, lockedProduct } from "./product-rows.ts"

export type StoredOption = typeof productOptions.$inferSelect
/** What the form of an option writes; its price in cents, no maximum when `maxQuantity` is null. */
export type OptionFields = Pick<
  StoredOption,
  "name" | "description" | "price" | "unit" | "quantityStep" | "minQuantity" | "maxQuantity" | "staysWithClient"
>

const inOrder = [asc(productOptions.order), asc(productOptions.createdAt), asc(productOptions.id)]
/** The options of a product, or the sub-options of one. */
const listOf = (productId: ProductId, parentOptionId: OptionId | null): OrderedList => ({
  name: `options:${productId}`,
  table: productOptions,
  where: siblings(productId, parentOptionId),
  inOrder,
})

/** Options and sub-options of a product in the owner's order. */
export async function readOptions(productId: string): Promise<StoredOption[]> {
  if (!isId(productId)) return []
  return db
    .select()
    .from(productOptions)
    .where(eq(productOptions.productId, productId))
    .orderBy(...inOrder)
}

/**
 * Adds an option at the end of its product, or a sub-option at the end of its option. Refused when either is gone, or
 * when the option is itself a sub-option: there are two levels.
 */
export async function addOption(
  actor: Administrator,
  productId: ProductId,
  parentOptionId: OptionId | null,
  fields: OptionFields,
  at: Date = new Date(),
): Promise<Result<OptionId, Gone>> {
  return transaction(async (tx) => {
    const product = await lockedProduct(tx, productId)
    if (!product) return err({ kind: "gone" })
    const order = await placeAtEnd(tx, listOf(productId, parentOptionId))
    if (parentOptionId !== null && !(await isTopLevel(tx, productId, parentOptionId))) return err({ kind: "gone" })
    const [added] = await tx
      .insert(productOptions)
      .values({ ...fields, productId, parentOptionId, order })
      .returning()
    if (!added) throw new Error("The option was not returned")
    const details = {
      name: fields.name,
      product: product.name,
      changed: fieldNames(fields),
      version: added.updatedAt.toISOString(),
    }
    await recordEvent(tx, { by: actor, action: "option.added", subject: added.id, details, at })
    return ok(added.id)
  })
}

async function isTopLevel(tx: Transaction, productId: ProductId, id: OptionId): Promise<boolean> {
  const [row] = await tx
    .select({ id: productOptions.id })
    .from(productOptions)
    .where(
      and(eq(productOptions.id, id), eq(productOptions.productId, productId), isNull(productOptions.parentOptionId)),
    )
    .for("key share")
  return row !== undefined
}

function siblings(productId: ProductId, parentOptionId: OptionId | null) {
  return and(
    eq(productOptions.productId, productId),
    parentOptionId === null ? isNull(productOptions.parentOptionId) : eq(productOptions.parentOptionId, parentOptionId),
  )
}

/** Saves an option; bookings keep it as it was priced (D3). Refused when another version is stored, or none. */
export async function saveOption(
  actor: Administrator,
  id: OptionId,
  typed: OptionFields,
  loaded: LoadedForm | Date | null,
  at: Date = new Date(),
): Promise<Result<StoredOption, Stale | Gone>> {
  return changeOption(id, async (tx, stored) => {
    const version = stored.updatedAt
    const checked = await checkVersion(tx, { kind: "option", id, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const fields = checked.value
    if (fields.maxQuantity !== null && fields.maxQuantity < fields.minQuantity) {
      // Each of the two is right alone, and no option could be taken.
      const limits = ["minQuantity", "maxQuantity"]
      return err({ kind: "stale", fields: limits, version: versionText(version), by: "", at: null })
    }
    const changed = changedFields(stored, fields)
    if (changed.length === 0) return ok(stored)
    const [saved] = await tx.update(productOptions).set(fields).where(eq(productOptions.id, id)).returning()
    if (!saved) throw new Error("The option was locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "option.saved",
      subject: id,
      ...edit(changed, saved.updatedAt, { before: stored, after: saved }),
      at,
    })
    return ok(saved)
  })
}

/** Removes an option with its sub-options. Answers the event by which all of them can be put back. */
export async function removeOption(
  actor: Administrator,
  id: OptionId,
  at: Date = new Date(),
): Promise<Result<{ event: number; name: string; subOptions: number }, Gone>> {
  return changeOption(id, async (tx, { name }) => {
    const children = await removeRows(tx, "product_options", "parent_option_id", id)
    const removed = [...children, ...(await removeRows(tx, "product_options", "id", id))]
    const event = await recordEvent(tx, {
      by: actor,
      action: "option.removed",
      subject: id,
      details: { name },
      personal: { removed },
      at,
    })
    return ok({ event, name, subOptions: children.length })
  })
}

async function changeOption<Value, Problem>(
  id: OptionId,
  change: (tx: Transaction, stored: StoredOption) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem | Gone>> {
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(productOptions).where(eq(productOptions.id, id)).for("update")
    return stored ? change(tx, stored) : err({ kind: "gone" as const })
  })
}

/** Moves an option by one place among those of its product, a sub-option among those of its option. */
export async function moveOption(
  actor: Administrator,
  id: OptionId,
  direction: Direction,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, id, at, moving(id, direction))
}

/** Puts options in that order: all those of a product, or all the sub-options of one. Refused when the list has changed. */
export async function orderOptions(
  actor: Administrator,
  order: readonly OptionId[],
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  const [first] = order
  if (!first) return err({ kind: "gone" })
  return reorder(actor, first, at, asSent(order))
}

async function reorder(
  actor: Administrator,
  id: OptionId,
  at: Date,
  rule: OrderRule<OptionId>,
): Promise<Result<null, OrderProblem>> {
  return transaction(async (tx) => {
    const [one] = await tx.select().from(productOptions).where(eq(productOptions.id, id))
    if (!one) return err({ kind: "gone" })
    const { productId, parentOptionId } = one
    const ordered = await orderList(tx, listOf(productId, parentOptionId), rule)
    if (!ordered.ok) return ordered
    const details = { order: ordered.value.order }
    await recordEvent(tx, { by: actor, action: "option.ordered", subject: productId, details, at })
    return ok(null)
  })
}
