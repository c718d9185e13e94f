import { and, eq, gt, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor, Administrator } from "../../../domain/accounts/party.ts"
import { type Day, isDay } from "../../../domain/day.ts"
import { type Id, type ProductId, isId } from "../../../domain/id.ts"
import { type Removal, removableTables } from "../../../domain/act.ts"
import { UNDO_TAKEN_FOR_SECONDS } from "../../../domain/journal/undo-window.ts"
import type { Action, RemovalAction, RecordedBy, UndoableAction } from "../../../domain/journal/acts.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { lockDays, putDaysBack } from "../../availability/block.ts"
import type { DayTaker } from "../../availability/takers.ts"
import type { answerUndone } from "../../bookings/answer.ts"
import { type BookingBack, type UndoAnswerProblem, answerBefore, undoAnswer } from "../../bookings/undo-answer.ts"
import { hasRoomForPicture } from "../../catalog/gallery.ts"
import { undoArchiving } from "../../catalog/product-state.ts"
import { archiveMessage } from "../../outside/contact/answer-message.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { databaseErrorCode } from "../../platform/database/failures.ts"
import { mergedDetails } from "../../platform/events/merged-details.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { events, recordedEvents } from "../../platform/schema/events.ts"
import { putRowsBack } from "../../platform/events/removal.ts"

export type UndoProblem =
  | { kind: "not-undoable" }
  /** What it was, so that the answer can say how to come back now. */
  | { kind: "too-late"; action: UndoableAction }
  /** Somebody changed the same thing since: nothing is overwritten. */
  | { kind: "changed" }
  /** The picture is not kept any more. */
  | { kind: "picture-gone" }
  /** The contract of the confirmation was made, and perhaps sent, since: what went out is not taken back. */
  | { kind: "contract-made"; sentAt: Date | null }
  /** The request that would wait again has no time left. */
  | { kind: "expired"; at: Date }
  /** No unit is left on these days, or not the one that it had; `by` is empty when a race was lost. */
  | { kind: "days-taken"; days: Day[]; by: DayTaker[] }

type Event = Pick<typeof recordedEvents.$inferSelect, "id" | "at" | "action" | "subjectKind" | "subjectId" | "details">
/** Of an act on a row. */
type RowEvent = Event & { subjectId: Id }

/** `back` is the booking whose confirmation, refusal or cancellation was taken back. */
export type Undone = {
  action: UndoableAction
  subjectKind: string
  subjectId: string
  back?: BookingBack
  /** Put back, but a picture that it showed is not kept any more. */
  withoutPictures?: boolean
}

/** Takes back what an event records: a confirmation, a refusal, a cancellation, a deletion, closed days or an archiving. */
export async function undoEvent(
  actor: Administrator,
  id: number,
  at: Date = new Date(),
): Promise<Result<Undone, UndoProblem>> {
  const [found] = await db.select().from(recordedEvents).where(eq(recordedEvents.id, id))
  if (!found) return err({ kind: "not-undoable" })
  const event = { ...found, details: mergedDetails(found) }
  const { action, subjectKind, subjectId } = event
  if (!isHandled(action)) return err({ kind: "not-undoable" })
  const { undo, withinSeconds } = undoHandlers[action]
  const ageSeconds = (at.getTime() - event.at.getTime()) / 1000
  if (ageSeconds > withinSeconds) return err({ kind: "too-late", action })
  const undone = await undo(actor, event, at)
  return undone.ok ? ok({ action, subjectKind, subjectId, ...undone.value }) : undone
}

function isHandled(action: string): action is UndoableAction {
  return Object.hasOwn(undoHandlers, action)
}

type UndoResult = Result<Pick<Undone, "back" | "withoutPictures">, UndoProblem>
type Undo = (actor: Administrator, event: Event, at: Date) => Promise<UndoResult>

/**
 * `Recorded` is what a handler reads of the event. The table below asks that the act writes at least that: `reads` is never
 * called, and makes the compiler compare them.
 */
type UndoHandler<in Recorded> = { withinSeconds: number; undo: Undo; reads?: (recorded: Recorded) => void }

/** What the record of the event says is read by the schema; one that was written otherwise, or erased since, is not taken back. */
function reading<Recorded>(
  schema: z.ZodType<Recorded>,
  undo: (actor: Administrator, event: RowEvent, recorded: Recorded, at: Date) => Promise<UndoResult>,
  // What was deleted has no limit: putting it back surprises nobody.
  withinSeconds = UNDO_TAKEN_FOR_SECONDS,
): UndoHandler<Recorded> {
  return {
    withinSeconds,
    undo: async (actor, event, at) => {
      const recorded = schema.safeParse(event.details)
      const { subjectId } = event
      if (!recorded.success || !isId(subjectId)) return err({ kind: "not-undoable" })
      return undo(actor, { ...event, subjectId }, recorded.data, at)
    },
  }
}

const day = z.custom<Day>((value) => typeof value === "string" && isDay(value))
const days = z.array(day).readonly()
/** All that it needs is that the event happened. */
const nothing: z.ZodType<object> = z.object({})

const removal = reading(
  z.object({
    removed: z
      .array(z.object({ table: z.enum(removableTables), row: z.record(z.string(), z.unknown()) }).readonly())
      .nonempty()
      .readonly(),
  }),
  undoRemoval,
  Number.POSITIVE_INFINITY,
)

const daysChanged = z.object({
  days,
  before: z.array(z.object({ date: day, isAvailable: z.boolean(), reason: z.string().nullable() })).readonly(),
})

/** Every act that can be taken back, and how. */
const undoHandlers: { readonly [Name in UndoableAction]: UndoHandler<RecordedBy<Name>> } = {
  "booking.confirmed": reading(answerBefore, undoMove("confirmed")),
  "booking.refused": reading(answerBefore, undoMove("refused")),
  "booking.cancelled": reading(answerBefore, undoMove("cancelled")),
  "availability.blocked": reading(daysChanged, undoDays),
  "product.archived": reading(z.object({ wasActive: z.boolean() }), undoArchived),
  "contact.archived": reading(nothing, undoMessage),
  "product.removed": removal,
  "option.removed": removal,
  "faq.removed": removal,
  "testimonial.removed": removal,
  "carousel.image-removed": removal,
  "product.picture-removed": removal,
}

async function undoMessage(
  actor: Administrator,
  { id, subjectId }: RowEvent,
  _recorded: object,
  at: Date,
): Promise<UndoResult> {
  const back = await archiveMessage(actor, subjectId, false, at, id)
  return back.ok && back.value.event !== null ? ok({}) : err({ kind: "changed" })
}

async function undoArchived(
  actor: Administrator,
  { id, subjectId }: RowEvent,
  { wasActive }: { wasActive: boolean },
  at: Date,
): Promise<UndoResult> {
  const back = await undoArchiving(actor, subjectId, wasActive, id, at)
  return back ? ok({}) : err({ kind: "changed" })
}

function undoMove(to: keyof typeof answerUndone) {
  return async (
    actor: Administrator,
    { id, subjectId }: RowEvent,
    before: z.output<typeof answerBefore>,
    at: Date,
  ): Promise<UndoResult> => {
    const back = await undoAnswer(actor, { event: id, bookingId: subjectId, to, before }, at)
    if (back.ok) return ok({ back: back.value })
    const { error } = back
    return err(error.kind === "customer-notified" ? { kind: "too-late", action: `booking.${to}` } : problemOf(error))
  }
}

function problemOf(problem: UndoAnswerProblem): UndoProblem {
  if (problem.kind === "contract-made") return problem
  return problem.kind === "days-taken" || problem.kind === "expired" ? problem : { kind: "changed" }
}

/** The days of one product, or of all the products that were closed by the same act. */
async function undoDays(actor: Actor, event: RowEvent, _recorded: object, at: Date): Promise<UndoResult> {
  const together = await eventsOfSameAct(event)
  if (!together) return err({ kind: "not-undoable" })
  return transaction(async (tx): Promise<UndoResult> => {
    // Whoever changes one of these days at this moment is waited for, and then seen.
    await lockDays(
      tx,
      together.map(({ subjectId }) => subjectId),
      [...new Set(together.flatMap(({ recorded }) => recorded.days))],
    )
    for (const one of together) if (await changedSince(tx, one)) return err({ kind: "changed" })
    for (const { id, subjectId, recorded } of together) {
      await putDaysBack(tx, subjectId, recorded.days, recorded.before)
      const details = { undoes: id, days: recorded.days }
      await recordEvent(tx, { by: actor, action: "availability.undone", subject: subjectId, details, at })
    }
    return ok({})
  })
}

type DaysEvent = Pick<RowEvent, "id" | "subjectKind" | "subjectId"> & { recorded: z.output<typeof daysChanged> }

/** Null when something of them was erased since. */
async function eventsOfSameAct(event: RowEvent): Promise<DaysEvent[] | null> {
  const { group } = event.details
  const rows = await db
    .select()
    .from(recordedEvents)
    .where(
      typeof group === "string"
        ? and(
            eq(recordedEvents.at, event.at),
            eq(recordedEvents.action, event.action),
            sql`${recordedEvents.details} ->> 'group' = ${group}`,
          )
        : eq(recordedEvents.id, event.id),
    )
    .orderBy(recordedEvents.id)
  const together = rows.flatMap(({ id, subjectKind, subjectId, details, personal }) => {
    const recorded = daysChanged.safeParse(mergedDetails({ details, personal }))
    return recorded.success && isId(subjectId) ? [{ id, subjectKind, subjectId, recorded: recorded.data }] : []
  })
  return together.length === rows.length ? together : null
}

async function changedSince(tx: Transaction, { id, subjectKind, subjectId, recorded }: DaysEvent): Promise<boolean> {
  const [later] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.subjectKind, subjectKind),
        eq(events.subjectId, subjectId),
        gt(events.id, id),
        sql`${events.action} like 'availability.%' and ${events.details} -> 'days' ?| ${sql.param([...recorded.days])}::text[]`,
      ),
    )
    .limit(1)
  return later !== undefined
}

/** What putting deleted rows back is recorded as. */
const putBackAs = {
  "product.removed": "product.put-back",
  "option.removed": "option.put-back",
  "faq.removed": "faq.put-back",
  "testimonial.removed": "testimonial.put-back",
  "carousel.image-removed": "carousel.put-back",
  "product.picture-removed": "product.picture-put-back",
} as const satisfies Record<RemovalAction, Action>

function isRemoval(action: string): action is RemovalAction {
  return Object.hasOwn(putBackAs, action)
}

async function undoRemoval(
  actor: Actor,
  { id, action, subjectId }: RowEvent,
  { removed }: Removal["personal"],
  at: Date,
): Promise<UndoResult> {
  if (!isRemoval(action)) return err({ kind: "not-undoable" })
  try {
    return await transaction(async (tx): Promise<UndoResult> => {
      // Another one has taken its place.
      if (action === "product.picture-removed" && !(await hasRoomForPicture(tx, subjectId as ProductId)))
        return err({ kind: "changed" })
      const back = await putRowsBack(tx, removed)
      if (back === "picture-gone") return err({ kind: back })
      await recordEvent(tx, {
        by: actor,
        action: putBackAs[action],
        subject: subjectId,
        details: { undoes: id },
        at,
      })
      return ok(back === "without-pictures" ? { withoutPictures: true } : {})
    })
  } catch (error) {
    // It is there already, or something that it belongs to is gone.
    if (["23505", "23503"].includes(databaseErrorCode(error) ?? "")) return err({ kind: "changed" })
    throw error
  }
}
