import { and, eq, gt, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor, Staff } from "../../../domain/accounts/party.ts"
import { type Day, isDay } from "../../../domain/day.ts"
import { type Id, type ProductId, isId } from "../../../domain/id.ts"
import { type Removal, removableTables } from "../../../domain/act.ts"
import { UNDO_ACCEPTED_SECONDS } from "../../../domain/journal/undo-window.ts"
import type { Action, RemovalAction, RecordedBy, UndoableAction } from "../../../domain/journal/acts.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { lockDays, restoreDays } from "../../availability/block.ts"
import type { DayHolder } from "../../availability/unit-holders.ts"
import type { undoActions } from "../../bookings/answer.ts"
import { restoreHostUnits } from "../../bookings/shifts/host-units.ts"
import { type RestoredBooking, type UndoAnswerProblem, answerBefore, undoAnswer } from "../../bookings/undo-answer.ts"
import { hasRoomForPicture } from "../../catalog/gallery.ts"
import { undoArchiving } from "../../catalog/product-state.ts"
import { archiveMessage } from "../../outside/contact/answer-message.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { databaseErrorCode } from "../../platform/database/failures.ts"
import { mergeDetails } from "../../platform/events/merge-details.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { events, recordedEvents } from "../../platform/schema/events.ts"
import { restoreRows } from "../../platform/events/removal.ts"

export type UndoProblem =
  | { kind: "not-undoable" }
  | { kind: "too-late"; action: UndoableAction }
  | { kind: "changed" }
  | { kind: "picture-gone" }
  /** A contract already made, perhaps sent, cannot be taken back. */
  | { kind: "contract-made"; sentAt: Date | null }
  | { kind: "expired"; at: Date }
  /** `by` is empty when a race was lost. */
  | { kind: "days-taken"; days: Day[]; by: DayHolder[] }

type Event = Pick<typeof recordedEvents.$inferSelect, "id" | "at" | "action" | "subjectKind" | "subjectId" | "details">
type RowEvent = Event & { subjectId: Id }

export type UndoOutcome = {
  action: UndoableAction
  subjectKind: string
  subjectId: string
  restoredBooking?: RestoredBooking
  withoutPictures?: boolean
}

export async function undoEvent(
  actor: Staff,
  id: number,
  at: Date = new Date(),
): Promise<Result<UndoOutcome, UndoProblem>> {
  const [row] = await db.select().from(recordedEvents).where(eq(recordedEvents.id, id))
  if (!row) return err({ kind: "not-undoable" })
  const event = { ...row, details: mergeDetails(row) }
  const { action, subjectKind, subjectId } = event
  if (!isUndoableAction(action)) return err({ kind: "not-undoable" })
  const { undo, withinSeconds } = undoHandlers[action]
  const ageSeconds = (at.getTime() - event.at.getTime()) / 1000
  if (ageSeconds > withinSeconds) return err({ kind: "too-late", action })
  const undone = await undo(actor, event, at)
  return undone.ok ? ok({ action, subjectKind, subjectId, ...undone.value }) : undone
}

function isUndoableAction(action: string): action is UndoableAction {
  return Object.hasOwn(undoHandlers, action)
}

type UndoResult = Result<Pick<UndoOutcome, "restoredBooking" | "withoutPictures">, UndoProblem>
type Undo = (actor: Staff, event: Event, at: Date) => Promise<UndoResult>

/** Never called: `reads` makes the compiler compare recorded details with the handler. */
type UndoHandler<in Recorded> = { withinSeconds: number; undo: Undo; reads?: (recorded: Recorded) => void }

/** Details that fail the schema, or were erased, cannot be undone. */
function undoHandler<Recorded>(
  schema: z.ZodType<Recorded>,
  undo: (actor: Staff, event: RowEvent, recorded: Recorded, at: Date) => Promise<UndoResult>,
  // Deletions have no limit: restoring them surprises nobody.
  withinSeconds = UNDO_ACCEPTED_SECONDS,
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
const noDetails: z.ZodType<object> = z.object({})

const removal = undoHandler(
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

const undoHandlers: { readonly [Name in UndoableAction]: UndoHandler<RecordedBy<Name>> } = {
  "booking.confirmed": undoHandler(answerBefore, undoMove("confirmed")),
  "booking.refused": undoHandler(answerBefore, undoMove("refused")),
  "booking.cancelled": undoHandler(answerBefore, undoMove("cancelled")),
  "availability.blocked": undoHandler(daysChanged, undoDays),
  "product.archived": undoHandler(z.object({ wasActive: z.boolean() }), undoArchive),
  "contact.archived": undoHandler(noDetails, undoMessage),
  "product.removed": removal,
  "option.removed": removal,
  "plan.removed": removal,
  "rule.removed": removal,
  "zone.removed": removal,
  "faq.removed": removal,
  "testimonial.removed": removal,
  "lead.removed": removal,
  "unit.incident-removed": removal,
  "carousel.image-removed": removal,
  "product.picture-removed": removal,
}

async function undoMessage(
  actor: Staff,
  { id, subjectId }: RowEvent,
  _recorded: object,
  at: Date,
): Promise<UndoResult> {
  const back = await archiveMessage({ actor, id: subjectId, isArchived: false, at, undoes: id })
  return back.ok && back.value.event !== null ? ok({}) : err({ kind: "changed" })
}

async function undoArchive(
  actor: Staff,
  { id, subjectId }: RowEvent,
  { wasActive }: { wasActive: boolean },
  at: Date,
): Promise<UndoResult> {
  const back = await undoArchiving({ actor, id: subjectId, wasActive, undoneEvent: id, at })
  return back ? ok({}) : err({ kind: "changed" })
}

function undoMove(to: keyof typeof undoActions) {
  return async (
    actor: Staff,
    { id, subjectId }: RowEvent,
    before: z.output<typeof answerBefore>,
    at: Date,
  ): Promise<UndoResult> => {
    const back = await undoAnswer(actor, { event: id, bookingId: subjectId, to, before }, at)
    if (back.ok) return ok({ restoredBooking: back.value })
    const { error } = back
    return err(
      error.kind === "customer-notified" ? { kind: "too-late", action: `booking.${to}` } : toUndoProblem(error),
    )
  }
}

function toUndoProblem(problem: UndoAnswerProblem): UndoProblem {
  if (problem.kind === "contract-made") return problem
  return problem.kind === "days-taken" || problem.kind === "expired" ? problem : { kind: "changed" }
}

async function undoDays(actor: Actor, event: RowEvent, _recorded: object, at: Date): Promise<UndoResult> {
  const dayEvents = await findEventsOfSameAct(event)
  if (!dayEvents) return err({ kind: "not-undoable" })
  return transaction(async (tx): Promise<UndoResult> => {
    // Waits for concurrent changes of these days, then sees them.
    await lockDays(
      tx,
      dayEvents.map(({ subjectId }) => subjectId),
      [...new Set(dayEvents.flatMap(({ recorded }) => recorded.days))],
    )
    for (const one of dayEvents) if (await hasChangedSince(tx, one)) return err({ kind: "changed" })
    for (const { id, subjectId, recorded } of dayEvents) {
      await restoreDays(tx, subjectId, { ...recorded, at })
      const details = { undoes: id, days: recorded.days }
      await recordEvent(tx, { by: actor, action: "availability.undone", subject: subjectId, details, at })
    }
    return ok({})
  })
}

type DaysEvent = Pick<RowEvent, "id" | "subjectKind" | "subjectId"> & { recorded: z.output<typeof daysChanged> }

async function findEventsOfSameAct(event: RowEvent): Promise<DaysEvent[] | null> {
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
  const dayEvents = rows.flatMap(({ id, subjectKind, subjectId, details, personal }) => {
    const recorded = daysChanged.safeParse(mergeDetails({ details, personal }))
    return recorded.success && isId(subjectId) ? [{ id, subjectKind, subjectId, recorded: recorded.data }] : []
  })
  return dayEvents.length === rows.length ? dayEvents : null
}

async function hasChangedSince(tx: Transaction, { id, subjectKind, subjectId, recorded }: DaysEvent): Promise<boolean> {
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

const putBackActions = {
  "product.removed": "product.put-back",
  "option.removed": "option.put-back",
  "plan.removed": "plan.put-back",
  "rule.removed": "rule.put-back",
  "zone.removed": "zone.put-back",
  "faq.removed": "faq.put-back",
  "testimonial.removed": "testimonial.put-back",
  "lead.removed": "lead.put-back",
  "unit.incident-removed": "unit.incident-put-back",
  "carousel.image-removed": "carousel.put-back",
  "product.picture-removed": "product.picture-put-back",
} as const satisfies Record<RemovalAction, Action>

function isRemoval(action: string): action is RemovalAction {
  return Object.hasOwn(putBackActions, action)
}

async function undoRemoval(
  actor: Staff,
  { id, action, subjectId }: RowEvent,
  { removed }: Removal["personal"],
  at: Date,
): Promise<UndoResult> {
  if (!isRemoval(action)) return err({ kind: "not-undoable" })
  try {
    return await transaction(async (tx): Promise<UndoResult> => {
      if (action === "product.picture-removed" && !(await hasRoomForPicture(tx, subjectId as ProductId)))
        return err({ kind: "changed" })
      const back = await restoreRows(tx, removed)
      if (back === "picture-gone") return err({ kind: back })
      if (action === "product.removed") await restoreHostUnits(tx, { actor, productId: subjectId as ProductId, at })
      await recordEvent(tx, {
        by: actor,
        action: putBackActions[action],
        subject: subjectId,
        details: { undoes: id },
        at,
      })
      return ok(back === "without-pictures" ? { withoutPictures: true } : {})
    })
  } catch (error) {
    // The row exists again, or its parent is gone.
    if (["23505", "23503"].includes(databaseErrorCode(error) ?? "")) return err({ kind: "changed" })
    throw error
  }
}
