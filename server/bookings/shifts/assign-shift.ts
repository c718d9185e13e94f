import { and, eq, gte, inArray, isNull, lte, or } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type ShiftKind, type ShiftTimes, overlaps, shiftTimesLabel } from "../../../domain/booking/shift.ts"
import { effectiveStatus } from "../../../domain/booking/status.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { BookingId, Id, ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { daysOff, shifts } from "../../platform/schema/day.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import { mailShift } from "../../booking-record/withdraw-shifts.ts"
import { type Shift, findShift, listShifts } from "../../booking-record/shifts.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

type AssignableShift = ShiftTimes & { bookingId: BookingId; kind: ShiftKind; personId: ProfileId }

/** Why the person should not be given it; the owner may insist. */
export type Busy = { kind: "shift"; number: number; times: string } | { kind: "day-off" }

export type AssignProblem =
  | { kind: "not-found" }
  | { kind: "not-confirmed" }
  | { kind: "no-such-person" }
  /** Somebody else assigned or removed it meanwhile. */
  | { kind: "changed" }
  | { kind: "busy"; reasons: Busy[] }

export type StaffMember = { id: ProfileId; name: string }

/** Accountants are given no shifts. */
export async function listStaffMembers(executor: Executor = db): Promise<StaffMember[]> {
  return executor
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(
      and(isNull(users.disabledAt), or(eq(profiles.role, "admin"), inArray(profiles.staffRole, ["manager", "crew"]))),
    )
    .orderBy(profiles.name)
}

/** Gives a shift to somebody and mails them a link to accept or decline it; `shift` replaces one that exists. */
export async function assignShift({
  actor,
  shift: replaced = null,
  assigned,
  insists = false,
  at = new Date(),
}: {
  actor: Staff
  shift?: Id | null
  assigned: AssignableShift
  insists?: boolean
  at?: Date
}): Promise<Result<Shift, AssignProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, assigned.bookingId)
    if (!booking) return err({ kind: "not-found" })
    if (effectiveStatus(booking, at) !== "confirmed") return err({ kind: "not-confirmed" })
    // Two bookings given at once to one person would miss each other.
    await lockProfile(tx, assigned.personId)
    const person = (await listStaffMembers(tx)).find(({ id }) => id === assigned.personId)
    if (!person) return err({ kind: "no-such-person" })
    const ofKind = (await listShifts({ bookings: [booking.id] }, tx)).filter(({ kind }) => kind === assigned.kind)
    if (ofKind.length > 0 ? ofKind.some(({ id }) => id !== replaced) : replaced) return err({ kind: "changed" })
    const reasons = insists ? [] : await findReasonsAgainst(tx, assigned, replaced, at)
    if (reasons.length > 0) return err({ kind: "busy", reasons })
    // A shift that is over is only recorded.
    const needsAnswer = actor.id !== person.id && assigned.endsAt > at
    const token = newToken()
    for (const shift of ofKind) await removeShiftIn(tx, { actor, shift, unless: assigned.personId, at })
    const [created] = await tx
      .insert(shifts)
      .values({ ...assigned, tokenDigest: digestOf(token), ...(!needsAnswer && accepted(at)) })
      .returning({ id: shifts.id })
    const shift = created && (await findShift(eq(shifts.id, created.id), tx))
    if (!shift) throw new Error("The shift was not written")
    await recordEvent(tx, {
      by: actor,
      action: "booking.shift-assigned",
      subject: booking.id,
      details: { shift: shift.kind },
      personal: { name: person.name },
      at,
    })
    if (needsAnswer) await mailShift(tx, { template: "shift-offered", shift, token, at })
    return ok(shift)
  })
}

const accepted = (at: Date) => ({ answer: "accepted", answeredAt: at }) as const

async function findReasonsAgainst(
  tx: Transaction,
  { personId, startsAt, endsAt }: AssignableShift,
  replaced: Id | null,
  at: Date,
): Promise<Busy[]> {
  const others = await listShifts({ from: startsAt, until: endsAt, person: personId }, tx)
  const off = await tx.$count(
    daysOff,
    and(
      eq(daysOff.personId, personId),
      lte(daysOff.firstDay, dayInParis(endsAt)),
      gte(daysOff.lastDay, dayInParis(startsAt)),
    ),
  )
  return [
    ...others
      .filter(({ id, answer }) => id !== replaced && answer !== "declined")
      .filter((other) => overlaps(other, { startsAt, endsAt }))
      .map((other) => ({
        kind: "shift" as const,
        number: other.number,
        times: shiftTimesLabel(other, dayInParis(at)),
      })),
    ...(off > 0 ? [{ kind: "day-off" as const }] : []),
  ]
}

/** Only the booking's own, and only while it is ahead. */
export async function removeShift({
  actor,
  bookingId,
  id,
  at = new Date(),
}: {
  actor: Staff
  bookingId: BookingId
  id: Id
  at?: Date
}): Promise<boolean> {
  return transaction(async (tx) => {
    const shift = await findShift(and(eq(shifts.id, id), eq(shifts.bookingId, bookingId)), tx)
    if (!shift || shift.endsAt <= at) return false
    return removeShiftIn(tx, { actor, shift, unless: null, at })
  })
}

/** Tells the person of a shift ahead, unless they are `unless` or did it themselves. */
async function removeShiftIn(
  tx: Transaction,
  { actor, shift, unless, at }: { actor: Staff; shift: Shift; unless: ProfileId | null; at: Date },
): Promise<boolean> {
  const deleted = await tx.delete(shifts).where(eq(shifts.id, shift.id))
  if (deleted.rowCount === 0) return false
  await recordEvent(tx, {
    by: actor,
    action: "booking.shift-removed",
    subject: shift.bookingId,
    details: { shift: shift.kind },
    personal: { name: shift.personName },
    at,
  })
  if (shift.endsAt > at && shift.personId !== unless && shift.personId !== actor.id)
    await mailShift(tx, { template: "shift-withdrawn", shift, at })
  return true
}
