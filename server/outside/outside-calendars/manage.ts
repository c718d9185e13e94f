import { asc, eq, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import {
  MAX_OUTSIDE_CALENDARS,
  type OutsideFailure,
  type OutsideEventScope,
} from "../../../domain/availability/outside.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { Id, ProductId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { releaseOutsideCalendar } from "../../availability/outside.ts"
import { lockProducts } from "../../availability/ranges.ts"
import { reuseFreeUnits } from "../../availability/rehouse.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { type Reach, isAllowedAddress } from "../../platform/outbound/fetch-untrusted.ts"
import { products } from "../../platform/schema/catalog.ts"
import { outsideCalendars } from "../../platform/schema/outside-calendars.ts"
import { fetchOutsideCalendar, storeOutsideEvents } from "./refresh.ts"

type OutsideCalendarRequest = {
  name: string
  address: string
  productId: ProductId
  takes: OutsideEventScope
}

type OutsideCalendarProblem =
  | { kind: "too-many"; max: number }
  | { kind: "no-such-product" }
  | { kind: "bad-address" }
  | { kind: "unreadable"; failure: OutsideFailure }
  | { kind: "known-already" }

/** Reads the calendar first and refuses an unreadable one. */
export async function addOutsideCalendar(
  editor: Staff,
  { name, address: pasted, productId, takes }: OutsideCalendarRequest,
  at: Date = new Date(),
  reach?: Reach,
): Promise<Result<{ id: Id; events: number }, OutsideCalendarProblem>> {
  const address = pasted.trim().replace(/^webcals?:/i, "https:")
  if (!(await isAllowedAddress(address, reach))) return err({ kind: "bad-address" })
  const read = await fetchOutsideCalendar({ address, readUntil: null, etag: null, lastModified: null }, at, reach)
  if (!read.ok) return err({ kind: "unreadable", failure: read.error })
  const added = await transaction(async (tx): Promise<Result<{ id: Id }, OutsideCalendarProblem>> => {
    // The lock keeps simultaneous additions below the maximum.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('outside_calendars'))`)
    const existing = await tx
      .select({ address: outsideCalendars.address, productId: outsideCalendars.productId })
      .from(outsideCalendars)
    if (existing.length >= MAX_OUTSIDE_CALENDARS) return err({ kind: "too-many", max: MAX_OUTSIDE_CALENDARS })
    if (existing.some((each) => each.address === address && each.productId === productId))
      return err({ kind: "known-already" })
    const [product] = await tx.select({ id: products.id }).from(products).where(eq(products.id, productId)).for("share")
    if (!product) return err({ kind: "no-such-product" })
    const [added] = await tx
      .insert(outsideCalendars)
      .values({ name, address, productId, takes, createdAt: at })
      .returning({ id: outsideCalendars.id })
    if (!added) throw new Error("A calendar was added, then gone")
    await recordEvent(tx, {
      by: editor,
      action: "availability.calendar-added",
      subject: productId,
      details: { takes },
      personal: { name },
      at,
    })
    return ok({ id: added.id })
  })
  if (!added.ok) return added
  const { id } = added.value
  return ok({ id, events: await storeOutsideEvents({ id, productId }, read.value, at) })
}

export async function removeOutsideCalendar(editor: Staff, id: Id, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    const { productId, name, takes } = outsideCalendars
    const query = tx.select({ productId, name, takes }).from(outsideCalendars).where(eq(outsideCalendars.id, id))
    const [existing] = await query
    if (!existing) return
    await lockProducts(tx, [existing.productId])
    const [calendar] = await query
    if (!calendar) return
    await releaseOutsideCalendar(tx, id)
    await tx.delete(outsideCalendars).where(eq(outsideCalendars.id, id))
    await reuseFreeUnits(tx, { productIds: [calendar.productId], at })
    await recordEvent(tx, {
      by: editor,
      action: "availability.calendar-removed",
      subject: calendar.productId,
      details: { takes: calendar.takes },
      personal: { name: calendar.name },
      at,
    })
  })
}

export type OutsideCalendarState = {
  id: Id
  name: string
  /** Only the host may be shown: the rest of the address is a secret. */
  host: string
  productName: string
  takes: OutsideEventScope
  readAt: Date | null
  failingSince: Date | null
  failure: OutsideFailure | null
  unread: number
  events: number
}

export async function listOutsideCalendarStates(at: Date): Promise<OutsideCalendarState[]> {
  const rows = await db
    .select({
      id: outsideCalendars.id,
      name: outsideCalendars.name,
      address: outsideCalendars.address,
      productName: products.name,
      takes: outsideCalendars.takes,
      readAt: outsideCalendars.readAt,
      failingSince: outsideCalendars.failingSince,
      failure: outsideCalendars.failure,
      unread: outsideCalendars.unread,
      events: sql<number>`(select count(*)::integer from outside_events
        where calendar_id = ${outsideCalendars.id} and last_day >= ${dayInParis(at)}::date)`,
    })
    .from(outsideCalendars)
    .innerJoin(products, eq(products.id, outsideCalendars.productId))
    .orderBy(asc(outsideCalendars.name), asc(outsideCalendars.createdAt))
  return rows.map(({ address, ...row }) => ({ ...row, host: new URL(address).hostname }))
}
