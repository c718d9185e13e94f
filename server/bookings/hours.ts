import { and, desc, eq, inArray } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type BookingHours, type ClockTime, type TimeWindow, noHours } from "../../domain/booking/hours.ts"
import { occupiesDays, statusAt } from "../../domain/booking/status.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import type { Choice } from "../revisions/conflict.ts"
import { mergeVersions } from "../revisions/merge-version.ts"
import { bookings } from "../schema/bookings.ts"
import { bookingHours } from "../schema/day.ts"
import { recordedEvents } from "../schema/events.ts"
import { bookingNotices } from "../schema/retention.ts"

type Half = keyof BookingHours

export type HoursProblem =
  | { kind: "not-found" }
  | { kind: "ended" }
  /** Somebody else noted other hours since the form was opened, for these halves; `by` is empty where nobody is known. */
  | { kind: "stale"; stored: BookingHours; fields: Half[]; by: string; at: Date | null }

/** The hours that a form was opened on, those that were `read` since, and what was chosen having read them. */
export type OpenedHours = { seen: BookingHours | null; read: BookingHours | null; choices: ReadonlyMap<string, Choice> }

/**
 * The owner notes when the equipment leaves and comes back. `mailGone`: the mail of the day before, which tells the
 * hours, has left with others. The same hours again change and record nothing. `opened`: a half that only one of two
 * people changed merges, one that both changed is refused until it was chosen for; without it, what is given holds.
 */
export async function setHours(
  actor: Administrator,
  bookingId: BookingId,
  typed: BookingHours,
  at: Date = new Date(),
  opened: OpenedHours | null = null,
): Promise<Result<{ mailGone: boolean }, HoursProblem>> {
  return transaction(async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (!booking) return err({ kind: "not-found" })
    if (!occupiesDays(statusAt(booking, at))) return err({ kind: "ended" })
    const before = (await hoursOf([bookingId], tx)).get(bookingId) ?? noHours
    const { hours, conflicts } = mergedHours(before, typed, opened)
    if (conflicts.length > 0)
      return err({ kind: "stale", stored: before, fields: conflicts, ...(await lastWriter(tx, bookingId)) })
    if (sameWindow(before.out, hours.out) && sameWindow(before.back, hours.back)) return ok({ mailGone: false })
    const values = {
      outFrom: hours.out?.from ?? null,
      outTo: hours.out?.to ?? null,
      backFrom: hours.back?.from ?? null,
      backTo: hours.back?.to ?? null,
      setAt: at,
    }
    await tx
      .insert(bookingHours)
      .values({ bookingId, ...values })
      .onConflictDoUpdate({ target: bookingHours.bookingId, set: values })
    await recordEvent(tx, {
      by: actor,
      action: "booking.hours-set",
      subject: bookingId,
      details: { outHours: hours.out, backHours: hours.back },
      at,
    })
    const gone = await tx.$count(
      bookingNotices,
      and(
        eq(bookingNotices.bookingId, bookingId),
        eq(bookingNotices.kind, "day-before"),
        eq(bookingNotices.about, booking.firstDay),
      ),
    )
    return ok({ mailGone: gone > 0 })
  })
}

/** The agreed hours of these bookings; one without any is left out. */
export async function hoursOf(
  ids: readonly BookingId[],
  executor: Executor = db,
): Promise<ReadonlyMap<BookingId, BookingHours>> {
  if (ids.length === 0) return new Map()
  const rows = await executor
    .select()
    .from(bookingHours)
    .where(inArray(bookingHours.bookingId, [...ids]))
    .execute()
  return new Map(
    rows.map(({ bookingId, outFrom, outTo, backFrom, backTo }) => [
      bookingId,
      { out: windowOf(outFrom, outTo), back: windowOf(backFrom, backTo) },
    ]),
  )
}

/** Each half as one text. */
function textsOf({ out, back }: BookingHours): Record<Half, string> {
  const text = (window: TimeWindow | null) => (window ? `${window.from} ${window.to}` : "")
  return { out: text(out), back: text(back) }
}

function mergedHours(
  stored: BookingHours,
  typed: BookingHours,
  opened: OpenedHours | null,
): { hours: BookingHours; conflicts: Half[] } {
  if (opened === null) return { hours: typed, conflicts: [] }
  const { seen, read, choices } = opened
  const hasRead = read !== null && sameWindow(read.out, stored.out) && sameWindow(read.back, stored.back)
  const [mine, theirs] = [textsOf(typed), textsOf(stored)]
  const { merged, conflicts } = mergeVersions(seen && textsOf(seen), theirs, mine, hasRead ? choices : undefined)
  const half = (name: Half) => (merged[name] === mine[name] ? typed[name] : stored[name])
  return { hours: { out: half("out"), back: half("back") }, conflicts }
}

async function lastWriter(tx: Transaction, bookingId: BookingId): Promise<{ by: string; at: Date | null }> {
  const [last] = await tx
    .select({ by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(
      and(
        eq(recordedEvents.subjectKind, "booking"),
        eq(recordedEvents.subjectId, bookingId),
        eq(recordedEvents.action, "booking.hours-set"),
      ),
    )
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return last ?? { by: "", at: null }
}

function windowOf(from: ClockTime | null, to: ClockTime | null): TimeWindow | null {
  return from === null || to === null ? null : { from, to }
}

function sameWindow(one: TimeWindow | null, other: TimeWindow | null): boolean {
  return one?.from === other?.from && one?.to === other?.to
}
