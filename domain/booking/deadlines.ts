import { type Day, addDays, dayInParis, later, startOfDayInParis } from "../day.ts"

const HOUR_MS = 3_600_000

/** The customer is promised an answer within 24 hours (specification, section 1). */
const ANSWER_HOURS = 24
/** A contract that is not signed 48 hours after it was sent cancels its booking (D12). */
export const CONTRACT_HOURS = 48
/** Anyone who has not signed by then is reminded (D12). */
export const REMINDER_HOURS = 24
/** Within so many days money goes back. */
const REFUND_DAYS = 14

export function answerDue(placedAt: Date): Date {
  return hoursAfter(placedAt, ANSWER_HOURS)
}

/**
 * When a request that nobody answered is refused by the system: after `expiryDays` (a setting), or when its first day
 * begins, whichever comes first (D12). Where that day has begun at `at`, when the request is placed, moved or taken back
 * to pending, it is answered today: it ends with the day, not before anybody can answer it.
 */
export function requestExpires(placedAt: Date, firstDay: Day, expiryDays: number, at: Date = placedAt): Date {
  const today = dayInParis(at)
  const begins = startOfDayInParis(firstDay <= today ? addDays(today, 1) : firstDay)
  return firstOf(hoursAfter(placedAt, expiryDays * 24), begins)
}

/**
 * Until when a contract can be signed: 48 hours from its sending, or the start of the event's first day (D12). When that
 * day has begun already there is until the last one ends: a deadline that is over before the mail arrives would be none.
 */
export function contractDue(sentAt: Date, firstDay: Day, lastDay: Day = firstDay): Date {
  const today = dayInParis(sentAt)
  if (firstDay <= today) return startOfDayInParis(addDays(later(lastDay, today), 1))
  return firstOf(hoursAfter(sentAt, CONTRACT_HOURS), startOfDayInParis(firstDay))
}

/**
 * Whether a contract that nobody signed by then ends its booking. What was sent once the event had begun ends nothing:
 * it takes place, and is not cancelled behind it.
 */
export function endsUnsigned(dueAt: Date, firstDay: Day): boolean {
  return dueAt <= startOfDayInParis(firstDay)
}

/**
 * When who has not signed is reminded: a day after the contract was sent (D12). Null where the deadline is not later than
 * that: the mail of the contract itself was the last word.
 */
export function contractReminderDue(sentAt: Date, dueAt: Date): Date | null {
  const reminder = hoursAfter(sentAt, REMINDER_HOURS)
  return reminder < dueAt ? reminder : null
}

/** By when money goes back: 14 days after a withdrawal or a cancellation became known (articles L221-24 and L221-25, D57). */
export function refundDue(endedAt: Date): Day {
  return addDays(dayInParis(endedAt), REFUND_DAYS)
}

function hoursAfter(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * HOUR_MS)
}

function firstOf(a: Date, b: Date): Date {
  return new Date(Math.min(a.getTime(), b.getTime()))
}
