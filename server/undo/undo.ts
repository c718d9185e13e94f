import { and, eq, gt, sql } from "drizzle-orm"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { EventDetails } from "../../domain/journal/detail-names.ts"
import { type Result, done, refused } from "../../domain/result.ts"
import { type DayBefore, StillBooked, putDaysBack } from "../availability/block.ts"
import { moveBookingToUnit } from "../availability/move-unit.ts"
import type { DayTaker } from "../availability/takers.ts"
import type { AnswerProblem } from "../bookings/answer.ts"
import { type BookingBack, undoAnswer } from "../bookings/undo-answer.ts"
import { undoArchiving } from "../catalog/product-state.ts"
import { archiveMessage } from "../contact/answer-message.ts"
import { tellsPicture, undoPicture } from "../content/change-picture.ts"
import { undoManual } from "../content/edit-manuals.ts"
import type { Editor } from "../revisions/edits.ts"
import { type Transaction, databaseErrorCode, db, transaction } from "../database.server.ts"
import { type Actor, recordEvent } from "../events/record.ts"
import { enablePerson } from "../people/edit-person.ts"
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
  /** What it was, so that the answer can say how to come back now. */
  | { kind: "too-late"; action: string }
  /** Somebody changed the same thing since: nothing is overwritten. */
  | { kind: "changed" }
  /** The picture that was shown before is not kept any more. */
  | { kind: "picture-gone" }
  /** No unit is left on these days, or not the one that it had; `by` is empty when a race was lost. */
  | { kind: "days-taken"; days: Day[]; by: DayTaker[] }

type Event = typeof events.$inferSelect
/** `back` is the booking whose confirmation, refusal or cancellation was taken back. */
export type Undone = Pick<Event, "action" | "subjectKind" | "subjectId"> & {
  back?: BookingBack
  /** Put back, but a picture that it showed is not kept any more. */
  withoutPictures?: boolean
}

/** Takes back what an event tells: a confirmation, a refusal, a cancellation, a deletion, days that were closed or opened, an archiving, a picture … */
export async function undoEvent(
  actor: Editor,
  id: number,
  at: Date = new Date(),
): Promise<Result<Undone, UndoProblem>> {
  const [event] = await db.select().from(events).where(eq(events.id, id))
  if (!event) return refused({ kind: "not-undoable" })
  const undone = await takeBack(actor, event, at)
  return undone.ok
    ? done({ action: event.action, subjectKind: event.subjectKind, subjectId: event.subjectId, ...undone.value })
    : undone
}

type TakenBack = Result<Pick<Undone, "back" | "withoutPictures"> | null, UndoProblem>

async function takeBack(actor: Editor, event: Event, at: Date): Promise<TakenBack> {
  if (removedRowsIn(event.details).length > 0) return putBack(actor, event, at)
  if (tellsPicture(event)) return undoPicture(actor, event, at)
  if (event.action === "manual.saved") return takeBackManual(actor, event, at)
  const taking = takings[event.action]
  if (!taking) return refused({ kind: "not-undoable" })
  const late = at.getTime() - event.at.getTime() > TAKEN_FOR_SECONDS * 1000
  return late ? refused({ kind: "too-late", action: event.action }) : taking(actor, event, at)
}

/** What can be taken back while its message is there; what stays possible for ever is not among them. */
const takings: Readonly<Record<string, (actor: Editor, event: Event, at: Date) => Promise<TakenBack>>> = {
  "booking.confirmed": takeBackMove,
  "booking.refused": takeBackMove,
  "booking.cancelled": takeBackMove,
  "booking.unit-moved": takeBackUnit,
  "availability.blocked": takeBackDays,
  "availability.opened": takeBackDays,
  "product.archived": takeBackArchiving,
  "contact.archived": takeBackMessage,
  "person.disabled": takeBackDisabling,
}

async function takeBackMessage(actor: Editor, { id, subjectId }: Event, at: Date): Promise<TakenBack> {
  const back = await archiveMessage(actor, subjectId, false, at, id)
  return back.ok && back.value.event !== null ? done(null) : refused({ kind: "changed" })
}

async function takeBackDisabling(actor: Editor, { id, subjectId }: Event, at: Date): Promise<TakenBack> {
  const back = await enablePerson(actor, subjectId, at, id)
  return back.ok ? done(null) : refused({ kind: "changed" })
}

async function takeBackArchiving(actor: Editor, { id, subjectId, details }: Event, at: Date): Promise<TakenBack> {
  const back = await undoArchiving(actor, subjectId, details["wasActive"] === true, id, at)
  return back ? done(null) : refused({ kind: "changed" })
}

async function takeBackManual(actor: Editor, { id, subjectId, details }: Event, at: Date): Promise<TakenBack> {
  const back = await undoManual(actor, subjectId, details, id, at)
  return back ? done(null) : refused({ kind: "changed" })
}

const answers = {
  "booking.confirmed": "confirmed",
  "booking.refused": "refused",
  "booking.cancelled": "cancelled",
} as const
const isAnswer = (action: string): action is keyof typeof answers => Object.hasOwn(answers, action)

async function takeBackMove(actor: Actor, { id, action, subjectId, details }: Event, at: Date): Promise<TakenBack> {
  if (!isAnswer(action)) return refused({ kind: "not-undoable" })
  const to = answers[action]
  const back = await undoAnswer(actor, { event: id, bookingId: subjectId, to, details }, at)
  return back.ok ? done({ back: back.value }) : refused(problemOf(back.error))
}

function problemOf(problem: AnswerProblem): UndoProblem {
  return problem.kind === "days-taken" ? problem : { kind: "changed" }
}

/** The days of one product, or of all the products that were closed or opened by the same act. */
async function takeBackDays(actor: Actor, event: Event, at: Date): Promise<TakenBack> {
  const together = await eventsOfSameAct(event)
  return orNameBookings(
    transaction(async (tx): Promise<TakenBack> => {
      for (const one of together) if (await changedSince(tx, one)) return refused({ kind: "changed" })
      for (const one of together) {
        const { days, before } = one.details as { days: string[]; before: DayBefore[] }
        await putDaysBack(tx, one.id, one.subjectId, days, before)
        await recordUndo(tx, actor, one, "availability.undone", at, { days })
      }
      return done(null)
    }),
  )
}

/** Days that were opened may have been booked since: they stay open, and the bookings are named. */
async function orNameBookings(taken: Promise<TakenBack>): Promise<TakenBack> {
  try {
    return await taken
  } catch (error) {
    if (!(error instanceof StillBooked)) throw error
    const { bookings } = error
    return refused({
      kind: "days-taken",
      days: sortedDays(bookings.flatMap(({ days }) => days)),
      by: bookings.map(({ id, number, clientName }) => ({ kind: "booking", id, number, clientName })),
    })
  }
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

async function takeBackUnit(
  actor: Actor & { kind: "administrator" },
  { subjectId, details }: Event,
  at: Date,
): Promise<TakenBack> {
  const { fromUnit, toUnit, days } = details as { fromUnit: number; toUnit: number; days: string[] }
  const moved = await moveBookingToUnit(actor, subjectId, { fromUnit: toUnit, toUnit: fromUnit, days }, at)
  if (moved.ok) return done(null)
  return refused(moved.error.kind === "unit-taken" ? { ...moved.error, kind: "days-taken" } : { kind: "changed" })
}

async function putBack(actor: Actor, event: Event, at: Date): Promise<TakenBack> {
  try {
    return await transaction(async (tx) => {
      const back = await putRowsBack(tx, removedRowsIn(event.details))
      if (back === "picture-gone") return refused({ kind: back })
      await recordUndo(tx, actor, event, event.action.replace(/[a-z-]+$/, "put-back"), at)
      return done(back === "without-pictures" ? { withoutPictures: true } : null)
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
  details: EventDetails = {},
): Promise<void> {
  await recordEvent(tx, {
    actor,
    action,
    subject: { kind: subjectKind, id: subjectId },
    details: { ...details, undoes: id },
    at,
  })
}
