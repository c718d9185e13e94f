import { and, eq, inArray, sql } from "drizzle-orm"
import { type Day, sortedDays } from "../../domain/day.ts"
import { type Transaction, transaction } from "../database.server.ts"
import { type Actor, recordEvent } from "../events/record.ts"
import { availableDates, occupancy } from "../schema/availability.ts"
import { fillBlocks } from "./claim.ts"

export type BlockRequest = { productId: string; days: readonly Day[]; reason?: string }

/** How a day was recorded before it was changed; a day without a record has none. */
export type DayBefore = { date: Day; isAvailable: boolean; reason: string | null }

/** Closes days of a product: existing bookings stay, every unit left is occupied (D7, D15). Answers the event's id; null for no days. */
export async function blockDays(actor: Actor, { productId, days, reason }: BlockRequest, at: Date): Promise<number | null> {
  const closed = sortedDays(days)
  if (closed.length === 0) return null
  return transaction(async (tx) => {
    const before = await daysBefore(tx, productId, closed)
    await close(tx, productId, closed.map((date) => ({ date, reason: reason ?? null })))
    return recordEvent(tx, {
      actor, action: "availability.blocked", subject: { kind: "product", id: productId }, details: { days: closed, reason, before }, at,
    })
  })
}

/** Opens days again; bookings on them are untouched. Answers the event's id; null for no days. */
export async function openDays(actor: Actor, { productId, days }: BlockRequest, at: Date): Promise<number | null> {
  const opened = sortedDays(days)
  if (opened.length === 0) return null
  return transaction(async (tx) => {
    const before = await daysBefore(tx, productId, opened)
    await open(tx, productId, opened)
    return recordEvent(tx, {
      actor, action: "availability.opened", subject: { kind: "product", id: productId }, details: { days: opened, before }, at,
    })
  })
}

/** Puts the record of these days back to what it was before they were closed or opened. */
export async function putDaysBack(tx: Transaction, productId: string, days: readonly Day[], before: readonly DayBefore[]): Promise<void> {
  const wereClosed = before.filter(({ isAvailable }) => !isAvailable)
  const closed = new Set(wereClosed.map(({ date }) => date))
  await open(tx, productId, days.filter((day) => !closed.has(day)))
  await close(tx, productId, wereClosed)
}

async function daysBefore(tx: Transaction, productId: string, days: Day[]): Promise<DayBefore[]> {
  return tx
    .select({ date: availableDates.date, isAvailable: availableDates.isAvailable, reason: availableDates.reason })
    .from(availableDates)
    .where(and(eq(availableDates.productId, productId), inArray(availableDates.date, days)))
    .orderBy(availableDates.date)
    .for("update")
}

/** A day that was closed already keeps its reason when none is given. */
async function close(tx: Transaction, productId: string, days: readonly { date: Day; reason: string | null }[]): Promise<void> {
  if (days.length === 0) return
  await tx
    .insert(availableDates)
    .values(days.map(({ date, reason }) => ({ productId, date, isAvailable: false, reason })))
    .onConflictDoUpdate({
      target: [availableDates.productId, availableDates.date],
      set: { isAvailable: false, reason: sql`coalesce(excluded.reason, ${availableDates.reason})` },
    })
  await fillBlocks(tx, productId, days.map(({ date }) => date))
}

async function open(tx: Transaction, productId: string, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  await tx
    .insert(availableDates)
    .values(days.map((date) => ({ productId, date, isAvailable: true })))
    .onConflictDoUpdate({ target: [availableDates.productId, availableDates.date], set: { isAvailable: true, reason: null } })
  await tx
    .delete(occupancy)
    .where(and(eq(occupancy.productId, productId), eq(occupancy.kind, "block"), inArray(occupancy.day, [...days])))
}
