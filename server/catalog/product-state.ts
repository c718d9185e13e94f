import { eq, sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { type ProductId, isId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { editDetails } from "../platform/revisions/edits.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { products } from "../platform/schema/catalog.ts"
import { type Gone, lockProduct } from "./product-rows.ts"
import { isForRent } from "./rate-plans.ts"

export async function setProductActive(
  actor: Staff,
  id: ProductId,
  isActive: boolean,
  at: Date = new Date(),
): Promise<Result<null, Gone | { kind: "archived" } | { kind: "no-price" }>> {
  return transaction(async (tx) => {
    const stored = await lockProduct(tx, id)
    if (!stored) return err({ kind: "gone" })
    if (stored.archivedAt !== null) return err({ kind: "archived" })
    if (stored.isActive === isActive) return ok(null)
    if (isActive && !(await isForRent(tx, stored))) return err({ kind: "no-price" })
    const [saved] = await tx.update(products).set({ isActive }).where(eq(products.id, id)).returning()
    if (!saved) throw new Error("The product was locked, then gone")
    const action = isActive ? "product.activated" : "product.deactivated"
    await recordEvent(tx, { by: actor, action, subject: id, ...editDetails(["isActive"], saved.updatedAt), at })
    return ok(null)
  })
}

export async function restoreProduct(actor: Staff, id: ProductId, at: Date = new Date()): Promise<Result<null, Gone>> {
  return transaction(async (tx) => {
    const stored = await lockProduct(tx, id)
    if (!stored) return err({ kind: "gone" })
    if (stored.archivedAt === null) return ok(null)
    const [saved] = await tx.update(products).set({ archivedAt: null }).where(eq(products.id, id)).returning()
    if (!saved) throw new Error("The product was locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "product.restored",
      subject: id,
      ...editDetails(["archivedAt"], saved.updatedAt),
      at,
    })
    return ok(null)
  })
}

/** Counts bookings of any status. */
export async function countBookings(id: string, executor: Executor = db): Promise<number> {
  if (!isId(id)) return 0
  const { rows } = await executor.execute<{ bookings: number }>(sql`
    select count(distinct booking_id)::integer as bookings from rented_products where product_id = ${id}`)
  return rows[0]?.bookings ?? 0
}

/** False when the product was restored already. */
export async function undoArchiving({
  actor,
  id,
  wasActive,
  undoneEvent,
  at,
}: {
  actor: Staff
  id: ProductId
  wasActive: boolean
  undoneEvent: number
  at: Date
}): Promise<boolean> {
  return transaction(async (tx) => {
    const stored = await lockProduct(tx, id)
    if (!stored || stored.archivedAt === null) return false
    const [saved] = await tx
      .update(products)
      .set({ archivedAt: null, isActive: wasActive })
      .where(eq(products.id, id))
      .returning()
    if (!saved) throw new Error("The product was locked, then gone")
    const details = {
      undoes: undoneEvent,
      changed: ["isActive", "archivedAt"] as const,
      version: saved.updatedAt.toISOString(),
    }
    await recordEvent(tx, { by: actor, action: "product.restored", subject: id, details, at })
    return true
  })
}
