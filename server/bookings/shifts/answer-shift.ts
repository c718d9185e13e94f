import { and, eq, gt } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { ShiftAnswer } from "../../../domain/booking/shift.ts"
import { addDays, dayInParis, startOfDayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { shifts } from "../../platform/schema/day.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { type Shift, findShift } from "../../booking-record/shifts.ts"

type AnswerProblem = { kind: "gone" } | { kind: "over" }

const LINK_DAYS = 7

/** null once the shift was withdrawn, given to somebody else, or done a week ago. */
export async function findShiftByLink(token: string, at: Date = new Date()): Promise<Shift | null> {
  return findShift(isLinked(token, at), db)
}

function isLinked(token: string, at: Date) {
  const endedAfter = startOfDayInParis(addDays(dayInParis(at), -LINK_DAYS))
  return and(eq(shifts.tokenDigest, digestOf(token)), eq(bookings.status, "confirmed"), gt(shifts.endsAt, endedAfter))
}

export async function answerShiftByLink(
  token: string,
  answer: ShiftAnswer,
  at: Date = new Date(),
): Promise<Result<Shift, AnswerProblem>> {
  return transaction(async (tx) => {
    const shift = await findShift(isLinked(token, at), tx)
    if (!shift) return err({ kind: "gone" })
    const [person] = await tx.select().from(profiles).where(eq(profiles.id, shift.personId))
    if (!person) return err({ kind: "gone" })
    const { id, name, staffRole } = person
    return answerShiftIn(tx, { actor: { kind: "administrator", id, name, staffRole }, shift, answer, at })
  })
}

/** Only the person's own. */
export async function answerOwnShift({
  actor,
  id,
  answer,
  at = new Date(),
}: {
  actor: Staff
  id: Id
  answer: ShiftAnswer
  at?: Date
}): Promise<Result<Shift, AnswerProblem>> {
  return transaction(async (tx) => {
    const shift = await findShift(eq(shifts.id, id), tx)
    if (!shift || shift.personId !== actor.id) return err({ kind: "gone" })
    return answerShiftIn(tx, { actor, shift, answer, at })
  })
}

async function answerShiftIn(
  tx: Transaction,
  { actor, shift, answer, at }: { actor: Staff; shift: Shift; answer: ShiftAnswer; at: Date },
): Promise<Result<Shift, AnswerProblem>> {
  if (shift.endsAt <= at) return err({ kind: "over" })
  if (shift.answer === answer) return ok(shift)
  const written = await tx.update(shifts).set({ answer, answeredAt: at }).where(eq(shifts.id, shift.id))
  // It was given to somebody else meanwhile.
  if (written.rowCount === 0) return err({ kind: "gone" })
  await recordEvent(tx, {
    by: actor,
    action: "booking.shift-answered",
    subject: shift.bookingId,
    details: { shift: shift.kind, shiftAnswer: answer },
    at,
  })
  return ok({ ...shift, answer })
}
