import { and, asc, eq, isNull } from "drizzle-orm"
import type { Direction } from "../../isomorphic/ordering.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import { type OptionId, type ProductId, isId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { changedFields, fieldNames, editDetails } from "../platform/revisions/edits.ts"
import {
  type OrderProblem,
  type OrderRule,
  type OrderedList,
  toSubmittedOrder,
  moveTo,
  orderList,
  reserveLastPlace,
} from "../platform/revisions/list-order.ts"
import { type LoadedForm, type Stale, checkVersion, versionText } from "../platform/revisions/version.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { productOptions } from "../platform/schema/catalog.ts"
import { removeRows } from "../platform/events/removal.ts"
import { type Gone, lockProduct } from "./product-rows.ts"

export type StoredOption = typeof productOptions.$inferSelect
/** Price in cents; a null `maxQuantity` means no limit. */
export type OptionFields = Pick<
  StoredOption,
  | "name"
  | "description"
  | "price"
  | "unit"
  | "isOnce"
  | "choiceGroup"
  | "quantityStep"
  | "minQuantity"
  | "maxQuantity"
  | "staysWithClient"
  | "accessoryId"
>

const optionOrder = [asc(productOptions.order), asc(productOptions.createdAt), asc(productOptions.id)]
const optionList = (productId: ProductId, parentOptionId: OptionId | null): OrderedList => ({
  name: `options:${productId}`,
  table: productOptions,
  where: siblings(productId, parentOptionId),
  sortColumns: optionOrder,
})

export async function readOptions(productId: string): Promise<StoredOption[]> {
  if (!isId(productId)) return []
  return db
    .select()
    .from(productOptions)
    .where(eq(productOptions.productId, productId))
    .orderBy(...optionOrder)
}

export async function addOption({
  actor,
  productId,
  parentOptionId,
  fields,
  at = new Date(),
}: {
  actor: Staff
  productId: ProductId
  parentOptionId: OptionId | null
  fields: OptionFields
  at?: Date | undefined
}): Promise<Result<OptionId, Gone>> {
  return transaction(async (tx) => {
    const product = await lockProduct(tx, productId)
    if (!product) return err({ kind: "gone" })
    const order = await reserveLastPlace(tx, optionList(productId, parentOptionId))
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

/** Bookings keep their agreed price (D3). */
export async function saveOption({
  actor,
  id,
  typed,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: OptionId
  typed: OptionFields
  loaded: LoadedForm | Date | null
  at?: Date | undefined
}): Promise<Result<StoredOption, Stale | Gone>> {
  return changeOption(id, async (tx, stored) => {
    const version = stored.updatedAt
    const checked = await checkVersion(tx, { kind: "option", id, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const fields = checked.value
    if (fields.maxQuantity !== null && fields.maxQuantity < fields.minQuantity) {
      // Each limit is valid alone; together they allow no quantity.
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
      ...editDetails(changed, saved.updatedAt, { before: stored, after: saved }),
      at,
    })
    return ok(saved)
  })
}

/** Returns the event that undoes it. */
export async function removeOption(
  actor: Staff,
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

export async function moveOption(
  actor: Staff,
  id: OptionId,
  direction: Direction,
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  return reorder(actor, id, at, moveTo(id, direction))
}

export async function orderOptions(
  actor: Staff,
  order: readonly OptionId[],
  at: Date = new Date(),
): Promise<Result<null, OrderProblem>> {
  const [first] = order
  if (!first) return err({ kind: "gone" })
  return reorder(actor, first, at, toSubmittedOrder(order))
}

async function reorder(
  actor: Staff,
  id: OptionId,
  at: Date,
  rule: OrderRule<OptionId>,
): Promise<Result<null, OrderProblem>> {
  return transaction(async (tx) => {
    const [option] = await tx.select().from(productOptions).where(eq(productOptions.id, id))
    if (!option) return err({ kind: "gone" })
    const { productId, parentOptionId } = option
    const result = await orderList(tx, optionList(productId, parentOptionId), rule)
    if (!result.ok) return result
    const details = { order: result.value.order }
    await recordEvent(tx, { by: actor, action: "option.ordered", subject: productId, details, at })
    return ok(null)
  })
}
