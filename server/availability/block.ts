import { and, eq, inArray, sql } from "drizzle-orm"
import { type Day, sortedDays } from "../../domain/day.ts"
import { transaction } from "../database.server.ts"
import { type Actor, recordEvent } from "../events/record.ts"
import { availableDates, occupancy } from "../schema/availability.ts"
import { fillBlocks } from "./claim.ts"

export type BlockRequest = { productId: string; days: readonly Day[]; reason?: string }

/** Closes days of a product: existing bookings stay, every unit left is occupied (D7, D15). */
export async function blockDays(actor: Actor, { productId, days, reason }: BlockRequest, at: Date): Promise<void> {
  const closed = sortedDays(days)
  if (closed.length === 0) return
  await transaction(async (tx) => {
    await tx
      .insert(availableDates)
      .values(closed.map((date) => ({ productId, date, isAvailable: false, reason: reason ?? null })))
      .onConflictDoUpdate({
        target: [availableDates.productId, availableDates.date],
        set: { isAvailable: false, reason: sql`coalesce(excluded.reason, ${availableDates.reason})` },
      })
    await fillBlocks(tx, productId, closed)
    await recordEvent(tx, { actor, action: "availability.blocked", subject: { kind: "product", id: productId }, details: { days: closed, reason }, at })
  })
}

/** Opens days again; bookings on them are untouched. */
export async function openDays(actor: Actor, { productId, days }: BlockRequest, at: Date): Promise<void> {
  const opened = sortedDays(days)
  if (opened.length === 0) return
  await transaction(async (tx) => {
    await tx
      .insert(availableDates)
      .values(opened.map((date) => ({ productId, date, isAvailable: true })))
      .onConflictDoUpdate({ target: [availableDates.productId, availableDates.date], set: { isAvailable: true, reason: null } })
    await tx
      .delete(occupancy)
      .where(and(eq(occupancy.productId, productId), eq(occupancy.kind, "block"), inArray(occupancy.day, opened)))
    await recordEvent(tx, { actor, action: "availability.opened", subject: { kind: "product", id: productId }, details: { days: opened }, at })
  })
}
