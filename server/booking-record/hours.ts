import { and, eq, inArray } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { type BookingHours, noHours } from "../../domain/booking/hours.ts"
import type { ClockTime, TimeWindow } from "../../domain/clock.ts"
import { occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type TimeConflict, fitAgreedHours } from "../availability/agreed-hours.ts"
import { type Executor, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { readEventStarts } from "./event-starts.ts"
import { withdrawMovedShifts } from "./withdraw-shifts.ts"
import { readHeldRentals } from "./booking-in-force.ts"
import { bookingHours } from "../platform/schema/day.ts"
import { bookingNotices } from "../platform/schema/retention.ts"
import { lockBooking } from "./lock-booking.ts"

type SavedHours = { wasMailSent: boolean; areShiftsWithdrawn: boolean }

type HoursProblem = { kind: "not-found" } | { kind: "ended" } | { kind: "in-the-way"; conflict: TimeConflict } | Stale

/** Without `loaded` any stored hours are replaced. Hours beyond the rental are promised only while the unit is free (D61). */
export async function setHours({
  actor,
  bookingId,
  typed,
  at = new Date(),
  loaded = null,
}: {
  actor: Staff
  bookingId: BookingId
  typed: BookingHours
  at?: Date | undefined
  loaded?: LoadedForm | null | undefined
}): Promise<Result<SavedHours, HoursProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return err({ kind: "not-found" })
    if (!occupiesDays(effectiveStatus(booking, at))) return err({ kind: "ended" })
    const { setAt: version, ...stored } = await readStoredHours(bookingId, tx)
    const checked = loaded
      ? await checkVersion(tx, { kind: "booking", id: bookingId, stored, version, typed, loaded })
      : ok(typed)
    if (!checked.ok) return checked
    const hours = checked.value
    if (isSameWindow(stored.out, hours.out) && isSameWindow(stored.back, hours.back))
      return ok({ wasMailSent: false, areShiftsWithdrawn: false })
    const fitted = await fitAgreedHours(tx, { bookingId, rentals: await readHeldRentals(tx, bookingId), hours, at })
    if (!fitted.ok) return err({ kind: "in-the-way", conflict: fitted.error })
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
    const eventStartsAt = (await readEventStarts([bookingId], tx)).get(bookingId) ?? null
    const areShiftsWithdrawn = await withdrawMovedShifts(tx, {
      by: actor,
      booking,
      before: { hours: stored, eventStartsAt },
      after: { hours, eventStartsAt },
      at,
    })
    const sentCount = await tx.$count(
      bookingNotices,
      and(
        eq(bookingNotices.bookingId, bookingId),
        eq(bookingNotices.kind, "day-before"),
        eq(bookingNotices.about, booking.firstDay),
      ),
    )
    return ok({ wasMailSent: sentCount > 0, areShiftsWithdrawn })
  })
}

export async function readHours(
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
      { out: toWindow(outFrom, outTo), back: toWindow(backFrom, backTo) },
    ]),
  )
}

export async function readStoredHours(
  bookingId: BookingId,
  executor: Executor = db,
): Promise<BookingHours & { setAt: Date | null }> {
  const [row] = await executor.select().from(bookingHours).where(eq(bookingHours.bookingId, bookingId))
  if (!row) return { ...noHours, setAt: null }
  const { outFrom, outTo, backFrom, backTo, setAt } = row
  return { out: toWindow(outFrom, outTo), back: toWindow(backFrom, backTo), setAt }
}

function toWindow(from: ClockTime | null, to: ClockTime | null): TimeWindow | null {
  return from === null || to === null ? null : { from, to }
}

function isSameWindow(one: TimeWindow | null, other: TimeWindow | null): boolean {
  return one?.from === other?.from && one?.to === other?.to
}
