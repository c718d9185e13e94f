import { and, eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { type Leg, stopId } from "../../domain/booking/route.ts"
import {
  type StopStep,
  type StopTimes,
  isStepReached,
  lastStep,
  noStopTimes,
  stepsOfStop,
} from "../../domain/booking/stop-times.ts"
import { type ClockTime, instantInParis } from "../../domain/clock.ts"
import { type Day, addDays, dayInParis, startOfDayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { TimeConflict } from "../availability/agreed-hours.ts"
import { freeReturnedUnits, takeBackFreedTime } from "../availability/early-return.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { type FreedRange, stopTimes } from "../platform/schema/day.ts"
import { readRoute } from "./route.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"
import { findOwnStops } from "../booking-record/shifts.ts"

type StopKey = { bookingId: BookingId; day: Day; leg: Leg }

type StopPress = {
  actor: Staff
  stop: StopKey
  step: StopStep
  /** Earlier than `at` where the network was away. */
  pressedAt?: Date
  /** With "left": the customer is told by mail (D80). */
  arrivesAt?: ClockTime | null
  at?: Date
}

type MarkProblem = { kind: "gone" } | { kind: "too-early" } | { kind: "arrival-past" }

/** Pressed twice it says the same; a later step says the earlier ones too. */
export async function markStop({
  actor,
  stop,
  step,
  at = new Date(),
  pressedAt = at,
  arrivesAt = null,
}: StopPress): Promise<Result<{ isRepeated: boolean; isCustomerTold: boolean }, MarkProblem>> {
  return transaction(async (tx) => {
    const locked = await lockStop(tx, { actor, stop, at })
    if (!locked || !stepsOfStop(locked).includes(step)) return err({ kind: "gone" })
    if (dayInParis(at) < stop.day) return err({ kind: "too-early" })
    const { isDelivery, times } = locked
    if (isStepReached(times, step)) return ok({ isRepeated: true, isCustomerTold: false })
    const markedAt = latest(boundPress(pressedAt, stop.day, at), times)
    const arrives = step === "left" && arrivesAt ? nextInstantAt(arrivesAt, markedAt) : null
    if (step === "left" && arrivesAt && !arrives) return err({ kind: "arrival-past" })
    const freed =
      step === "done" && stop.leg === "back" ? await freeReturnedUnits(tx, { ...stop, at }) : ([] as FreedRange[])
    const values = { [step]: markedAt, ...(step === "left" && { arrives }), ...(step === "done" && { freed }) }
    await tx
      .insert(stopTimes)
      .values({ ...stop, ...values })
      .onConflictDoUpdate({ target: [stopTimes.bookingId, stopTimes.day, stopTimes.leg], set: values })
    await recordEvent(tx, {
      by: actor,
      action: "booking.stop-marked",
      subject: stop.bookingId,
      details: {
        leg: stop.leg,
        step,
        isDelivery,
        markedAt: markedAt.toISOString(),
        ...(arrives && { arrivesAt: arrives.toISOString() }),
      },
      at,
    })
    // A press that waited for the network may arrive after the van.
    if (!arrives || arrives <= at) return ok({ isRepeated: false, isCustomerTold: false })
    const { leg, bookingId } = stop
    const mails = await orderBookingMail(tx, { kind: "on-the-way", bookingId, extra: { leg, arrivesAt: arrives }, at })
    return ok({ isRepeated: false, isCustomerTold: mails.customer === "ordered" })
  })
}

type UnmarkProblem = { kind: "gone" } | { kind: "later-step" } | { kind: "taken"; conflict: TimeConflict }

/** Takes back the last step; freed time only while nobody has it. */
export async function unmarkStop({
  actor,
  stop,
  step,
  at = new Date(),
}: Pick<StopPress, "actor" | "stop" | "step" | "at">): Promise<Result<null, UnmarkProblem>> {
  return transaction(async (tx) => {
    const locked = await lockStop(tx, { actor, stop, at })
    if (!locked) return err({ kind: "gone" })
    const { isDelivery, times, freed } = locked
    if (times[step] === null) return ok(null)
    if (lastStep(times) !== step) return err({ kind: "later-step" })
    if (step === "done" && freed.length > 0) {
      const restored = await takeBackFreedTime(tx, { bookingId: stop.bookingId, freed, at })
      if (!restored.ok) return err({ kind: "taken", conflict: restored.error })
    }
    const rest: StopTimes = { ...times, [step]: null, ...(step === "left" && { arrives: null }) }
    if (lastStep(rest) === null) await tx.delete(stopTimes).where(isStop(stop))
    else
      await tx
        .update(stopTimes)
        .set({ ...rest, freed: [] })
        .where(isStop(stop))
    await recordEvent(tx, {
      by: actor,
      action: "booking.stop-unmarked",
      subject: stop.bookingId,
      details: { leg: stop.leg, step, isDelivery },
      at,
    })
    return ok(null)
  })
}

const isStop = ({ bookingId, day, leg }: StopKey) =>
  and(eq(stopTimes.bookingId, bookingId), eq(stopTimes.day, day), eq(stopTimes.leg, leg))

type LockedStop = { isDelivery: boolean; times: StopTimes; freed: FreedRange[] }

/** null when the day has no such stop any more, or it is another crew's. */
async function lockStop(
  tx: Transaction,
  { actor, stop, at }: { actor: Staff; stop: StopKey; at: Date },
): Promise<LockedStop | null> {
  const isOwn = await findOwnStops({ person: actor, at, comesLate: true }, tx)
  if (!isOwn(stop)) return null
  const booking = await lockBooking(tx, stop.bookingId)
  const stops = booking ? await readRoute(stop.day, tx) : []
  if (!booking || !stops.some(({ id }) => id === stopId(stop.bookingId, stop.leg))) return null
  const [row] = await tx.select().from(stopTimes).where(isStop(stop))
  const { left, arrives, arrived, done } = row ?? noStopTimes
  return { isDelivery: booking.isDelivery, times: { left, arrives, arrived, done }, freed: row?.freed ?? [] }
}

/** A telephone's clock may be wrong: neither the future nor before the stop's day is believed. */
function boundPress(pressedAt: Date, day: Day, at: Date): Date {
  return pressedAt > at || pressedAt < startOfDayInParis(day) ? at : pressedAt
}

function latest(moment: Date, { left, arrived }: StopTimes): Date {
  return new Date(Math.max(moment.getTime(), left?.getTime() ?? 0, arrived?.getTime() ?? 0))
}

const HALF_A_DAY_MS = 12 * 3_600_000

/** null for an hour that has just passed. */
function nextInstantAt(time: ClockTime, after: Date): Date | null {
  const day = dayInParis(after)
  const today = instantInParis(day, time)
  if (today > after) return today
  return after.getTime() - today.getTime() > HALF_A_DAY_MS ? instantInParis(addDays(day, 1), time) : null
}
