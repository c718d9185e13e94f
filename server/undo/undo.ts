import { and, eq, gt, sql } from "drizzle-orm"
import type { BookingStatus } from "../../domain/booking/status.ts"
import { type Result, done, refused } from "../../domain/result.ts"
import { type DayBefore, putDaysBack } from "../availability/block.ts"
import { moveBookingToUnit } from "../availability/move-unit.ts"
import { type AnswerProblem, undoMove } from "../bookings/answer.ts"
import { undoArchiving } from "../catalog/product-state.ts"
import { tellsPicture, undoPicture } from "../content/change-picture.ts"
import { undoManual } from "../content/edit-manuals.ts"
import type { Editor } from "../content/edits.ts"
import { type Transaction, databaseErrorCode, db, transaction } from "../database.server.ts"
import { type Actor, recordEvent } from "../events/record.ts"
import { events } from "../schema/events.ts"
import { putRowsBack, removedRowsIn } from "./removal.ts"

/**
 * How long an undo is taken, in seconds. Its button is offered for 10, but the clock of the message stands still under
 * the pointer, and networks are slow. What was deleted has no such limit, nor has a
 * picture: putting it back surprises nobody.
 */
const TAKEN_FOR_SECONDS = 60

export type UndoProblem =
  | { kind: "not-undoable" }
  | { kind: "too-late" }
  /** Somebody changed the same thing since: nothing is overwritten. */
  | { kind: "changed" }
  /** The picture that was shown before is not kept any more. */
  | { kind: "picture-gone" }
  | { kind: "days-taken" }

type Event = typeof events.$inferSelect

/** Whether an act can be taken back from the record, however late: what was deleted, a picture that was shown before. */
export function canBePutBack({ action, subject, details }: { action: string; subject: { id: string }; details: Readonly<Record<string, unknown>> }): boolean {
  return removedRowsIn(details).length > 0 || tellsPicture({ action, subjectId: subject.id, details })
}
export type Undone = Pick<Event, "action" | "subjectKind" | "subjectId">

/** Takes back what an event tells: a refusal, a cancellation, a deletion, days that were closed or opened, a manual, a picture. */
export async function undoEvent(actor: Editor, id: number, at: Date = new Date()): Promise<Result<Undone, UndoProblem>> {
  const [event] = await db.select().from(events).where(eq(events.id, id))
  if (!event) return refused({ kind: "not-undoable" })
  const undone = await takeBack(actor, event, at)
  return undone.ok ? done({ action: event.action, subjectKind: event.subjectKind, subjectId: event.subjectId }) : undone
}

async function takeBack(actor: Editor, event: Event, at: Date): Promise<Result<unknown, UndoProblem>> {
  if (removedRowsIn(event.details).length > 0) return putBack(actor, event, at)
  if (tellsPicture(event)) return undoPicture(actor, event, at)
  const late = at.getTime() - event.at.getTime() > TAKEN_FOR_SECONDS * 1000
  switch (event.action) {
    case "booking.refused":
    case "booking.cancelled":
      return late ? refused({ kind: "too-late" }) : takeBackMove(actor, event, at)
    case "availability.blocked":
    case "availability.opened":
      return late ? refused({ kind: "too-late" }) : takeBackDays(actor, event, at)
    case "booking.unit-moved":
      return late ? refused({ kind: "too-late" }) : takeBackUnit(actor, event, at)
    case "product.archived":
      return late ? refused({ kind: "too-late" }) : takeBackArchiving(actor, event, at)
    case "manual.saved":
      return late ? refused({ kind: "too-late" }) : takeBackManual(actor, event, at)
    default:
      return refused({ kind: "not-undoable" })
  }
}

async function takeBackArchiving(actor: Editor, { id, subjectId, details }: Event, at: Date): Promise<Result<null, UndoProblem>> {
  const back = await undoArchiving(actor, subjectId, details["wasActive"] === true, id, at)
  return back ? done(null) : refused({ kind: "changed" })
}

async function takeBackManual(actor: Editor, { id, subjectId, details }: Event, at: Date): Promise<Result<null, UndoProblem>> {
  const back = await undoManual(actor, subjectId, details, id, at)
  return back ? done(null) : refused({ kind: "changed" })
}

async function takeBackMove(actor: Actor, { action, subjectId, details }: Event, at: Date): Promise<Result<unknown, UndoProblem>> {
  const to = action === "booking.refused" ? "refused" : "cancelled"
  const from: BookingStatus = details["from"] === "confirmed" ? "confirmed" : "pending"
  const moved = await undoMove(actor, subjectId, { from, to }, at)
  return moved.ok ? moved : refused(problemOf(moved.error))
}

function problemOf({ kind }: AnswerProblem): UndoProblem {
  return kind === "days-taken" ? { kind } : { kind: "changed" }
}

/** The days of one product, or of all the products that were closed or opened by the same act. */
async function takeBackDays(actor: Actor, event: Event, at: Date): Promise<Result<unknown, UndoProblem>> {
  const together = await eventsOfSameAct(event)
  return transaction(async (tx) => {
    for (const one of together) if (await changedSince(tx, one)) return refused({ kind: "changed" })
    for (const one of together) {
      const { days, before } = one.details as { days: string[]; before: DayBefore[] }
      await putDaysBack(tx, one.subjectId, days, before)
      await recordUndo(tx, actor, one, "availability.undone", at, { days })
    }
    return done(null)
  })
}

async function eventsOfSameAct(event: Event): Promise<Event[]> {
  const { group } = event.details
  if (typeof group !== "string") return [event]
  return db
    .select()
    .from(events)
    .where(and(eq(events.at, event.at), eq(events.action, event.action), sql`${events.details} ->> 'group' = ${group}`))
    .orderBy(events.id)
}

async function changedSince(tx: Transaction, event: Event): Promise<boolean> {
  const { days } = event.details as { days: string[] }
  const [later] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.subjectKind, event.subjectKind),
        eq(events.subjectId, event.subjectId),
        gt(events.id, event.id),
        sql`${events.action} like 'availability.%' and ${events.details} -> 'days' ?| ${sql.param(days)}::text[]`,
      ),
    )
    .limit(1)
  return later !== undefined
}

async function takeBackUnit(actor: Actor & { kind: "administrator" }, { subjectId, details }: Event, at: Date): Promise<Result<unknown, UndoProblem>> {
  const { fromUnit, toUnit, days } = details as { fromUnit: number; toUnit: number; days: string[] }
  const moved = await moveBookingToUnit(actor, subjectId, { fromUnit: toUnit, toUnit: fromUnit, days }, at)
  if (moved.ok) return moved
  return refused({ kind: moved.error.kind === "unit-taken" ? "days-taken" : "changed" })
}

async function putBack(actor: Actor, event: Event, at: Date): Promise<Result<unknown, UndoProblem>> {
  try {
    return await transaction(async (tx) => {
      await putRowsBack(tx, removedRowsIn(event.details))
      await recordUndo(tx, actor, event, event.action.replace(/[a-z-]+$/, "put-back"), at)
      return done(null)
    })
  } catch (error) {
    // It is there already, or something that it belongs to is gone.
    if (["23505", "23503"].includes(databaseErrorCode(error) ?? "")) return refused({ kind: "changed" })
    throw error
  }
}

async function recordUndo(
  tx: Transaction,
  actor: Actor,
  { id, subjectKind, subjectId }: Event,
  action: string,
  at: Date,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordEvent(tx, { actor, action, subject: { kind: subjectKind, id: subjectId }, details: { ...details, undoes: id }, at })
}
