import { and, eq, inArray } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type BookingHours, type ClockTime, type TimeWindow, noHours } from "../../domain/booking/hours.ts"
import { occupiesDays, statusAt } from "../../domain/booking/status.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { bookingHours } from "../platform/schema/day.ts"
import { bookingNotices } from "../platform/schema/retention.ts"

export type HoursProblem = { kind: "not-found" } | { kind: "ended" } | Stale

/**
 * The owner notes when the equipment leaves and comes back. `mailGone`: the mail of the day before, which tells the
 * hours, has left with others. The same hours again change and record nothing. Without `loaded` the typed hours replace
 * any others.
 */
export async function setHours(
  actor: Administrator,
  bookingId: BookingId,
  typed: BookingHours,
  at: Date = new Date(),
  loaded: LoadedForm | null = null,
): Promise<Result<{ mailGone: boolean }, HoursProblem>> {
  return transaction(async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (!booking) return err({ kind: "not-found" })
    if (!occupiesDays(statusAt(booking, at))) return err({ kind: "ended" })
    const { setAt: version, ...stored } = await storedHours(bookingId, tx)
    const checked = loaded
      ? await checkVersion(tx, { kind: "booking", id: bookingId, stored, version, typed, loaded })
      : ok(typed)
    if (!checked.ok) return checked
    const hours = checked.value
    if (sameWindow(stored.out, hours.out) && sameWindow(stored.back, hours.back)) return ok({ mailGone: false })
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
      details: { outHours: hours.out, backHours: hours.back, version: at.toISOString() },
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

/** The agreed hours of a booking, and when they were set: their version. */
export async function storedHours(
  bookingId: BookingId,
  executor: Executor = db,
): Promise<BookingHours & { setAt: Date | null }> {
  const [row] = await executor.select().from(bookingHours).where(eq(bookingHours.bookingId, bookingId))
  if (!row) return { ...noHours, setAt: null }
  const { outFrom, outTo, backFrom, backTo, setAt } = row
  return { out: windowOf(outFrom, outTo), back: windowOf(backFrom, backTo), setAt }
}

function windowOf(from: ClockTime | null, to: ClockTime | null): TimeWindow | null {
  return from === null || to === null ? null : { from, to }
}

function sameWindow(one: TimeWindow | null, other: TimeWindow | null): boolean {
  return one?.from === other?.from && one?.to === other?.to
}
