import { eq, sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { removeOccupants } from "../availability/stock.ts"
import { listProductsWith } from "../catalog/edit-bundle.ts"
import { type Gone, lockProduct } from "../catalog/product-rows.ts"
import { countBookings } from "../catalog/product-state.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { removeRows } from "../platform/events/removal.ts"
import { products } from "../platform/schema/catalog.ts"

/** Bundles and options of these products need it. */
type StillNeeded = { kind: "still-needed"; products: string[] }

type ProductRemoval = { how: "removed" | "archived"; bookings: number; eventId: number }

/** Bookings and invoices must still name a product, so booked ones are archived. */
export async function removeProduct(
  actor: Staff,
  id: ProductId,
  at: Date = new Date(),
): Promise<Result<ProductRemoval, Gone | StillNeeded>> {
  return transaction(async (tx) => {
    const stored = await lockProduct(tx, id, "update")
    if (!stored) return err({ kind: "gone" })
    const names = await listProductsWith(id, tx)
    if (names.length > 0) return err({ kind: "still-needed", products: names })
    const booked = await countBookings(id, tx)
    if (booked > 0) {
      const [saved] = await tx
        .update(products)
        .set({ archivedAt: at, isActive: false })
        .where(eq(products.id, id))
        .returning()
      if (!saved) throw new Error("The product was locked, then gone")
      const details = {
        name: stored.name,
        bookings: booked,
        wasActive: stored.isActive,
        changed: ["isActive", "archivedAt"] as const,
        version: saved.updatedAt.toISOString(),
      }
      const eventId = await recordEvent(tx, { by: actor, action: "product.archived", subject: id, details, at })
      return ok({ how: "archived", bookings: booked, eventId })
    }
    // Their URLs are secrets, which events must not keep.
    await tx.execute(sql`delete from outside_calendars where product_id = ${id}`)
    await removeOccupants(tx, id)
    const removed = [
      ...(await removeRows(tx, "bundle_parts", "bundle_id", id)),
      ...(await removeRows(tx, "available_dates", "product_id", id)),
      ...(await removeRows(tx, "calendar_feeds", "product_id", id)),
      ...(await removeRows(tx, "product_manuals", "product_id", id)),
      ...(await removeRows(tx, "product_pictures", "product_id", id)),
      ...(await removeOptionRows(tx, id)),
      ...(await removeRows(tx, "rate_plans", "product_id", id)),
      ...(await removeRows(tx, "unit_incidents", "product_id", id)),
      ...(await removeRows(tx, "unit_checks", "product_id", id)),
      ...(await removeRows(tx, "unit_supplies", "product_id", id)),
      ...(await removeRows(tx, "units", "product_id", id)),
      ...(await removeRows(tx, "products", "id", id)),
    ]
    const eventId = await recordEvent(tx, {
      by: actor,
      action: "product.removed",
      subject: id,
      details: { name: stored.name },
      personal: { removed },
      at,
    })
    return ok({ how: "removed", bookings: 0, eventId })
  })
}

/** Sub-options first: restoring reverses the order. */
async function removeOptionRows(tx: Parameters<typeof removeRows>[0], productId: ProductId) {
  const rows = await removeRows(tx, "product_options", "product_id", productId)
  return rows.toSorted(
    (a, b) => Number(a.row["parent_option_id"] === null) - Number(b.row["parent_option_id"] === null),
  )
}
